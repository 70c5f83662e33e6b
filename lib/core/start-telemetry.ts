import type { Env } from '#lib/core/env';

/**
 * Exports traces and logs if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise no part of OpenTelemetry is loaded.
 * @returns a function that exports what is buffered, to call before the process exits
 */
export async function startTelemetry(
  { OTEL_EXPORTER_OTLP_ENDPOINT }: Env,
  serviceName: string,
): Promise<() => Promise<void>> {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {};
  const { startExport } = await import('#lib/core/telemetry');
  return startExport(serviceName);
}
