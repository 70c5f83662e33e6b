import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { describeError, ServiceError } from '#lib/core/errors';
import { AskFailure, askWithRetries } from '#lib/engines/ask-with-retries';
import { providerFor } from '#lib/engines/registry';
import { shapeResult } from '#lib/service/monitor/shape-result';
import type { Service } from '#lib/service/service';
import { storePages } from '#lib/service/storage/store-pages';

export interface AskInput {
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  signal: AbortSignal;
  /** Told before each attempt at the engine. */
  onAttempt?: (attempt: number) => void;
}

/**
 * Asks an engine for one answer, as sync requests and tasks alike do: retries what may pass, stores the pages,
 * leaves out what was not included and checks the result against the contract.
 * @returns the `result` of a monitor response, the `response` of a completed task
 * @throws ServiceError EXTERNAL_SERVICE_ERROR with `details.service` and `details.attempts`,
 *   INTERNAL_SERVER_ERROR for a result that breaks the contract; the signal's reason when it is aborted
 */
export async function askEngine(service: Service, input: AskInput): Promise<Record<string, unknown>> {
  const { organizationId, engine, request, signal } = input;
  const answer = await answerOf(service, input);
  signal.throwIfAborted();
  const html = request.include.html ? (answer.html ?? []) : [];
  const pages = html.length > 0 ? await storePages(service, organizationId, html) : [];
  const shaped = shapeResult(engine, request, { result: answer.result, raw: answer.raw, pages });
  const checked = resultSchemas[engine].safeParse(shaped);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ServiceError('INTERNAL_SERVER_ERROR', {
    internal: `the result of ${engine} breaks the contract: ${faults.join('; ')}`,
  });
}

async function answerOf(service: Service, { engine, request, signal, onAttempt }: AskInput) {
  const { settings, clock, providers } = service;
  const provider = providers?.[engine] ?? providerFor(engine, settings);
  try {
    const asked = await askWithRetries(provider, request, { signal, clock, onAttempt });
    return asked.answer;
  } catch (error) {
    if (!(error instanceof AskFailure)) throw error;
    throw new ServiceError('EXTERNAL_SERVICE_ERROR', {
      details: { service: engine, attempts: error.attempts },
      internal: describeError(error),
      cause: error,
    });
  }
}
