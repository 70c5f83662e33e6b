import { resultSchemas } from '#lib/contract/results/by-engine';
import { describeError, ServiceError } from '#lib/core/errors';
import { ProviderCallError } from '#lib/providers/call-with-retries';
import type { Service } from '#lib/service/instance/service';
import type { ProviderUsage } from '#lib/service/request-log/request-log';
import { applyIncludeFlags } from '#lib/service/requests/apply-include-flags';
import { callProvider, type EngineCall } from '#lib/service/requests/call-provider';
import { renderAnswerHtml } from '#lib/service/requests/render-answer-html';
import { storePages } from '#lib/service/stored-pages/stored-pages';

export interface EngineResult {
  /** The `result` of a monitor response, or the `response` of a completed task. */
  result: Record<string, unknown>;
  cost: ProviderUsage;
}

/**
 * Gets one answer of an engine, for sync requests and tasks alike: calls the provider, stores the pages, applies
 * the include flags and validates the result.
 * @throws ServiceError EXTERNAL_SERVICE_ERROR with `details.service` and `details.attempts`, INTERNAL_SERVER_ERROR
 *   for a result that violates the contract; CircuitOpenError for tasks; the signal's reason if it is aborted
 */
export async function runEngine(service: Service, call: EngineCall): Promise<EngineResult> {
  const { organizationId, engine, request, signal } = call;
  const { answer, cost } = await callProvider(service, call).catch((error: unknown) => {
    throw error instanceof ProviderCallError ? toExternalServiceError(error) : error;
  });
  signal.throwIfAborted();
  const html = request.include.html ? (answer.html ?? renderAnswerHtml(request.prompt, answer.result)) : [];
  const pages = html.length > 0 ? await storePages(service, organizationId, html) : [];
  const { result, raw, note } = answer;
  const included = applyIncludeFlags(engine, request, { result, raw, note, pages });
  const checked = resultSchemas[engine].safeParse(included);
  if (checked.success) return { result: checked.data, cost };
  const violations = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ServiceError('INTERNAL_SERVER_ERROR', {
    internal: `the result of ${engine} violates the contract: ${violations.join('; ')}`,
  });
}

function toExternalServiceError(error: ProviderCallError): ServiceError {
  return new ServiceError('EXTERNAL_SERVICE_ERROR', {
    details: { service: error.engine, attempts: error.attempts },
    internal: describeError(error),
    cause: error,
  });
}
