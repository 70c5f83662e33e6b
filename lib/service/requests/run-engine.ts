import { type Engine, engineSpecs, type IncludeFlag } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { describeError, ServiceError } from '#lib/core/errors';
import { CircuitOpenError, callWithRetries, ProviderCallError } from '#lib/providers/call-with-retries';
import { createRatePacer, type RatePacer } from '#lib/providers/rate-pacer';
import {
  getCredentialId,
  getProviderCredential,
  type ProviderCredential,
  recordFailedProbe,
} from '#lib/service/circuit-breaker/circuit-store';
import type { Service } from '#lib/service/instance/service';
import type { ProviderUsage } from '#lib/service/request-log/request-log';
import { renderAnswerHtml } from '#lib/service/requests/render-answer-html';
import { storePages } from '#lib/service/stored-pages/stored-pages';

export interface EngineOutcome {
  /** The `result` of a monitor response, or the `response` of a completed task. */
  result: Record<string, unknown>;
  providerUsage: ProviderUsage;
}

/**
 * Gets one answer from an engine, for sync requests and tasks alike: calls the provider, stores the pages, applies
 * the include flags and validates the result.
 * @throws ServiceError EXTERNAL_SERVICE_ERROR with `details.service` and `details.attempts`, INTERNAL_SERVER_ERROR
 *   for a result that violates the contract; CircuitOpenError for tasks; the signal's reason if it is aborted
 */
export async function runEngine(service: Service, call: EngineCall): Promise<EngineOutcome> {
  const { organizationId, engine, request, signal } = call;
  const { answer, providerUsage } = await callProvider(service, call).catch((error: unknown) => {
    throw error instanceof ProviderCallError ? toExternalServiceError(error) : error;
  });
  signal.throwIfAborted();
  const html = request.include.html ? (answer.html ?? renderAnswerHtml(request.prompt, answer.result)) : [];
  const pages = html.length > 0 ? await storePages(service, organizationId, html) : [];
  const { result, raw, note } = answer;
  const included = applyIncludeFlags(engine, request, { result, raw, note, pages });
  const checked = resultSchemas[engine].safeParse(included);
  if (checked.success) return { result: checked.data, providerUsage };
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

export interface EngineCall {
  /** The ID of the task or request. */
  id: string;
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  signal: AbortSignal;
  /** Called before each attempt. */
  onAttempt?: () => void;
  /**
   * Set for tasks. While the circuit is open, `throw` throws CircuitOpenError, and `probe` makes one attempt to find out
   * whether the provider has recovered.
   */
  onOpenCircuit?: 'throw' | 'probe';
}

/**
 * Calls the organization's provider of an engine within the provider's rate limits. Attempts that end with an answer or a
 * provider error are counted and reported to the circuit breaker.
 * @throws ProviderCallError; CircuitOpenError; the signal's reason if the signal is aborted
 */
async function callProvider(service: Service, call: EngineCall) {
  const { id, organizationId, engine, request, signal, onAttempt, onOpenCircuit } = call;
  const { db, clock, stats, circuits } = service;
  const choice = await service.providers.resolve<Engine>(organizationId, engine);
  const { provider } = choice;
  const subject = { organizationId, provider: provider.name, engine };
  // The sandbox has neither rate limits nor a circuit.
  const credential = getProviderCredential(choice, organizationId, service.settings);
  const pacer = credential && getPacer(service, credential);
  const circuit = credential && circuits.getCircuit(credential);
  const circuitOpenSignal = onOpenCircuit && circuit?.openController.signal;
  const isProbe = onOpenCircuit === 'probe' && circuitOpenSignal?.aborted;
  let endAttempt: (() => void) | undefined;
  try {
    const { answer } = await callWithRetries(provider, request, {
      signal,
      clock,
      ...(pacer && { onHeaders: pacer.readHeaders, reserveAttempt: pacer.reserveAttempt }),
      ...(isProbe
        ? { maxAttempts: 1 }
        : { circuitOpenSignal, hangSignal: onOpenCircuit && circuit?.hangController.signal }),
      onAttemptStart: () => {
        onAttempt?.();
        endAttempt = circuit?.attempts.start(id);
      },
      onAttemptEnd: ({ durationMs, answer, error }) => {
        endAttempt?.();
        const attempt = { durationMs, error: error?.kind, cost: answer?.cost, tokens: answer?.tokens };
        stats.recordAttempt(subject, attempt, clock.now());
        if (error?.retryAfterMs !== undefined) pacer?.pauseFor(error.retryAfterMs);
        if (answer) pacer?.recordAnswer(answer.tokens);
        if (circuit) circuits.recordOutcome(circuit, id, error?.kind);
      },
      onDelayed: (ms) => stats.recordThrottledAttempt(subject, ms, clock.now()),
    });
    const { amount = null, currency = null } = answer.cost ?? {};
    const providerUsage = { provider: provider.name, amount, currency, tokens: answer.tokens ?? null };
    return { answer, providerUsage };
  } catch (error) {
    const isFailedProbe = isProbe && error instanceof ProviderCallError && error.kind !== 'permanent';
    if (!credential || !isFailedProbe) throw error;
    await recordFailedProbe(db, credential, error.kind === 'quota' ? 'quota' : 'failing');
    await circuits.refresh();
    throw new CircuitOpenError(error.message, { cause: error });
  } finally {
    endAttempt?.();
  }
}

function getPacer({ pacers }: Service, credential: ProviderCredential): RatePacer {
  const id = getCredentialId(credential);
  const pacer = pacers.get(id) ?? createRatePacer();
  pacers.set(id, pacer);
  return pacer;
}

/** Returns the fields of a result that an include flag controls. */
const getFields = (flag: IncludeFlag): readonly string[] =>
  flag === 'shopping' ? ['shoppingCards', 'inlineProducts'] : [flag];

/** Engines whose `html` is a list with one URL per page. For other engines it is a single URL. */
const multiPageEngines: ReadonlySet<Engine> = new Set<Engine>(['search', 'search/news']);

export interface CompleteResult {
  /** The result with all fields that the provider supports. */
  result: object;
  /** The provider's events, as received. */
  raw: unknown[] | undefined;
  /** Sentences that state why the text or a stored page is missing or incomplete, and which part of the request was ignored. */
  note?: string | undefined;
  /** URLs of the stored pages. */
  pages: readonly string[];
}

/** Returns a result without the fields that the request did not include. */
export function applyIncludeFlags(
  engine: Engine,
  { include }: MonitorRequest,
  { result, raw, note, pages }: CompleteResult,
): Record<string, unknown> {
  const included: Record<string, unknown> = { ...result };
  if (raw) included.rawResponse = engine === 'chat' ? raw.map(toTypedEvent) : raw;
  if (note) included.note = note;
  if (pages.length > 0) included.html = multiPageEngines.has(engine) ? pages : pages[0];
  for (const flag of engineSpecs[engine].includeFlags) {
    if (include[flag]) continue;
    for (const field of getFields(flag)) delete included[field];
  }
  if (engine === 'search') applyOverviewFlag(included, include.overview);
  return included;
}

/** Adds a type to a response that was not streamed, because events of `chat` have one. */
function toTypedEvent(event: unknown): unknown {
  const isTyped =
    event !== null && typeof event === 'object' && 'type' in event && typeof event.type === 'string';
  return isTyped ? event : { type: 'response', response: event };
}

function applyOverviewFlag(
  result: Record<string, unknown>,
  flag: MonitorRequest['include']['overview'],
): void {
  const { overview } = result;
  if (!flag) delete result.overview;
  else if (!flag.markdown && overview !== null && typeof overview === 'object') {
    result.overview = Object.fromEntries(Object.entries(overview).filter(([name]) => name !== 'markdown'));
  }
}
