import { resultSchemas } from '#lib/contract/results/by-engine';
import { describeError, ServiceError } from '#lib/core/errors';
import { ProviderCallError } from '#lib/providers/call-with-retries';
import { renderAnswerHtml } from '#lib/service/requests/answer-page';
import { callProvider, type EngineCall, type ProviderUsage } from '#lib/service/requests/ask-provider';
import { applyIncludeFlags } from '#lib/service/requests/shape-result';
import type { Service } from '#lib/service/service';
import { storePages } from '#lib/service/stored-pages/store-pages';

/** An answer as a response carries it, and what it took. */
export interface EngineResult {
  /** The `result` of a monitor response, the `response` of a completed task. */
  result: Record<string, unknown>;
  cost: ProviderUsage;
}

/**
 * Asks an engine for one answer, as sync requests and tasks alike do: retries what may pass, stores the pages,
 * leaves out what was not included and checks the result against the contract.
 * @throws ServiceError EXTERNAL_SERVICE_ERROR with `details.service` and `details.attempts`, VALIDATION_ERROR for
 *   a past that the provider does not know, INTERNAL_SERVER_ERROR for a result that breaks the contract; StoodDown
 *   where `background` allows it; the signal's reason when it is aborted
 */
export async function runEngine(service: Service, input: EngineCall): Promise<EngineResult> {
  const { organizationId, engine, request, signal } = input;
  const { answer, cost } = await callProvider(service, input).catch((error: unknown) => {
    throw error instanceof ProviderCallError ? externalError(error) : error;
  });
  signal.throwIfAborted();
  const html = request.include.html ? (answer.html ?? renderAnswerHtml(request.prompt, answer.result)) : [];
  const pages = html.length > 0 ? await storePages(service, organizationId, html) : [];
  const { result, raw, note } = answer;
  const shaped = applyIncludeFlags(engine, request, { result, raw, note, pages });
  const checked = resultSchemas[engine].safeParse(shaped);
  if (checked.success) return { result: checked.data, cost };
  const faults = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ServiceError('INTERNAL_SERVER_ERROR', {
    internal: `the result of ${engine} breaks the contract: ${faults.join('; ')}`,
  });
}

function externalError(error: ProviderCallError): ServiceError {
  return new ServiceError('EXTERNAL_SERVICE_ERROR', {
    details: { service: error.engine, attempts: error.attempts },
    internal: describeError(error),
    cause: error,
  });
}
