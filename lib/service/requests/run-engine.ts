import { type Engine, engineSpecs, type IncludeFlag } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import type { ResultMeta } from '#lib/contract/results/meta';
import type { Env } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { validationError } from '#lib/core/validation';
import {
  CircuitOpenError,
  callWithRetries,
  defaultMaxAttempts,
  ProviderCallError,
} from '#lib/providers/call-with-retries';
import type { ProviderChoice } from '#lib/providers/registry';
import { RetirementError } from '#lib/providers/shared/retirement';
import { type CallCircuits, getCircuitReason } from '#lib/service/circuit-breaker/circuit-breaker';
import {
  type CircuitReason,
  getCredentialId,
  getProviderCredential,
  type OpenCircuit,
  type ProviderCredential,
  recordFailedProbe,
} from '#lib/service/circuit-breaker/circuit-store';
import { getPacer } from '#lib/service/circuit-breaker/rate-pacers';
import type { Service } from '#lib/service/instance/service';
import { describeProvider } from '#lib/service/provider-keys/engine-providers';
import type { ProviderUsage } from '#lib/service/request-log/request-log';
import { listUnsupportedTargeting } from '#lib/service/requests/check-targeting';
import { createEngineError } from '#lib/service/requests/engine-errors';
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
 * @throws ServiceError EXTERNAL_SERVICE_ERROR with `details.service` and `details.attempts`, and `details.maxPromptLength` if
 *   the prompt is too long for the provider; INTERNAL_SERVER_ERROR
 *   for a result that violates the contract; CircuitOpenError for tasks; the signal's reason if it is aborted
 */
export async function runEngine(service: Service, call: EngineCall): Promise<EngineOutcome> {
  const { organizationId, engine, request, signal } = call;
  const { answer, meta, providerUsage } = await callProvider(service, call).catch((error: unknown) => {
    throw error instanceof ProviderCallError ? createEngineError(error) : error;
  });
  signal.throwIfAborted();
  const html = request.include.html ? (answer.html ?? renderAnswerHtml(request.prompt, answer.result)) : [];
  const pages = html.length > 0 ? await storePages(service, organizationId, html) : [];
  const { raw, note } = answer;
  const result = { ...answer.result, meta };
  const included = applyIncludeFlags(engine, request, { result, raw, note, pages });
  const checked = resultSchemas[engine].safeParse(included);
  if (checked.success) return { result: checked.data, providerUsage };
  const violations = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ServiceError('INTERNAL_SERVER_ERROR', {
    internal: `the result of ${engine} violates the contract: ${violations.join('; ')}`,
  });
}

export interface EngineCall {
  /** The ID of the task or request. */
  id: string;
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  signal: AbortSignal;
  /** Called before each attempt with its number. */
  onAttempt?: (attempt: number) => void;
  /** Called when the provider has answered, or has refused the request. */
  onResponse?: () => void;
  /**
   * Set for tasks. While the circuit is open, `throw` throws CircuitOpenError, and `probe` makes one attempt to find out
   * whether the provider has recovered.
   */
  onOpenCircuit?: 'throw' | 'probe';
  /** Set for tasks: the attempts of earlier claims, and a function that stores the number of the next one. */
  previousAttempts?: number;
  recordAttempt?: (attempt: number) => Promise<void>;
}

/**
 * Calls the organization's provider of an engine within the provider's rate limits. Attempts that end with an answer or a
 * provider error are counted and reported to the circuit breaker.
 * @throws ProviderCallError; CircuitOpenError; the signal's reason if the signal is aborted
 */
async function callProvider(service: Service, call: EngineCall) {
  const { id, organizationId, engine, request, signal, onAttempt, onResponse, onOpenCircuit } = call;
  const { previousAttempts = 0, recordAttempt } = call;
  const { db, clock, stats, circuits } = service;
  const choice = await service.providers.resolve<Engine>(organizationId, engine);
  const { provider } = choice;
  // Also checked when a request is created, but the provider of a queued task may have changed since.
  const unsupported = listUnsupportedTargeting(provider, request, request);
  if (unsupported.length > 0) throw validationError(unsupported);
  const subject = { organizationId, provider: provider.name, engine };
  // The sandbox has neither rate limits nor a circuit.
  const credential = getProviderCredential(choice, organizationId, service.settings);
  const pacer = credential && getPacer(service.pacers, credential);
  const circuit = credential && circuits.getCircuits(credential, engine);
  const circuitOpenSignal =
    onOpenCircuit &&
    circuit &&
    AbortSignal.any([circuit.key.openController.signal, circuit.engine.openController.signal]);
  const isProbe = onOpenCircuit === 'probe' && circuitOpenSignal?.aborted;
  const probed = circuit && isProbe ? listProbedCircuits(service, circuit) : [];
  let endAttempt: (() => void) | undefined;
  try {
    const { answer } = await callWithRetries(provider, request, {
      signal,
      clock,
      ...(pacer && { onHeaders: pacer.readHeaders, reserveAttempt: pacer.reserveAttempt }),
      previousAttempts,
      recordAttempt,
      ...(isProbe
        ? { maxAttempts: Math.min(previousAttempts + 1, defaultMaxAttempts) }
        : { circuitOpenSignal, hangSignal: onOpenCircuit && circuit?.key.hangController.signal }),
      onAttemptStart: (attempt) => {
        onAttempt?.(attempt);
        endAttempt = circuit?.key.attempts.start(id);
      },
      onAttemptEnd: ({ durationMs, answer, error }) => {
        endAttempt?.();
        if (error?.kind !== 'transient') onResponse?.();
        const attempt = { durationMs, error: error?.kind, cost: answer?.cost, tokens: answer?.tokens };
        stats.recordAttempt(subject, attempt, clock.now());
        if (error?.retryAfterMs !== undefined) pacer?.pauseFor(error.retryAfterMs);
        if (answer) pacer?.recordAnswer(answer.tokens);
        if (circuit) circuits.recordOutcome(circuit, id, error);
      },
      onDelayed: (ms) => stats.recordThrottledAttempt(subject, ms, clock.now()),
    });
    const { amount = null, currency = null } = answer.cost ?? {};
    const meta = answer.result.meta ?? buildMeta(choice, service.settings);
    const providerUsage = { provider: meta.provider, amount, currency, tokens: answer.tokens ?? null };
    return { answer, meta, providerUsage };
  } catch (error) {
    const call = error instanceof ProviderCallError ? error : undefined;
    const failed = call ? probed.flatMap((open) => failProbe(open, call)) : [];
    if (!call || failed.length === 0) throw error;
    for (const { credential, reason } of failed) await recordFailedProbe(db, credential, reason);
    await circuits.refresh();
    if (call.kind !== 'transient' || call.attempts >= defaultMaxAttempts) throw error;
    throw new CircuitOpenError(call.message, { cause: error });
  } finally {
    endAttempt?.();
  }
}

/** Names the provider of this instance. Results of another instance name its own. */
function buildMeta(choice: ProviderChoice<Engine>, settings: Env): ResultMeta {
  const { access } = describeProvider(choice, settings);
  const provider = choice.provider.name;
  return access === 'service' || access === 'none' ? { provider } : { provider, access };
}

/** Lists the open circuits that an answer to a probe would close. */
function listProbedCircuits({ circuits }: Service, { key, engine }: CallCircuits): OpenCircuit[] {
  const ids = [key, engine].map(({ credential }) => getCredentialId(credential));
  return circuits.listOpen().filter((open) => ids.includes(getCredentialId(open)));
}

/** Returns the circuit with its new reason if the error of a probe keeps it open; nothing if the task must fail. */
function failProbe(
  open: OpenCircuit,
  { kind, cause }: ProviderCallError,
): { credential: ProviderCredential; reason: CircuitReason }[] {
  // A rejected request says nothing about the next one, and must not be sent again.
  if (kind === 'permanent') return [];
  const retirement = cause instanceof RetirementError ? getCircuitReason(cause) : undefined;
  if (open.engine !== null) return [{ credential: open, reason: retirement ?? open.reason }];
  // The provider works again for this key, but not for this engine.
  if (retirement) return [];
  return [{ credential: open, reason: kind === 'quota' ? 'quota' : 'failing' }];
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
