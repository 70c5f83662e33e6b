import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { defineMessages } from '#lib/core/messages';
import { getBackoffMs } from '#lib/core/time';
import { traceWork } from '#lib/core/tracing';
import { checkPromptLength } from '#lib/providers/prompt-length';
import {
  type Provider,
  type ProviderAnswer,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';

export const defaultMaxAttempts = 10;
/** Time for all attempts: 300 seconds, less the work before and after them. */
export const overallTimeoutMs = 290_000;
/** Reserved for each remaining attempt, so that all of them fit. */
const reservedMs = 5_000;
/** Interval at which a delayed attempt checks whether it may start. */
const delayCheckMs = 1_000;

const messages = defineMessages({
  failed: '{engine} failed after {attempts, plural, one {# attempt} other {# attempts}}: {cause}',
});

/** The error of a call whose attempts all failed, or one of which failed in a way that a retry cannot fix. */
export class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError';
  readonly engine: Engine;
  /** Kind of the last error. */
  readonly kind: ProviderErrorKind;
  readonly attempts: number;

  constructor(engine: Engine, attempts: number, cause: ProviderError) {
    super(messages.failed({ engine, attempts, cause: cause.message }), { cause });
    this.engine = engine;
    this.kind = cause.kind;
    this.attempts = attempts;
  }
}

/** The error of a call that stopped early because the circuit of its provider is open. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError';
}

export interface AttemptOutcome<E extends Engine> {
  durationMs: number;
  answer?: ProviderAnswer<E>;
  error?: ProviderError;
}

export interface CallOptions<E extends Engine> extends ProviderContext {
  /** Called before each attempt with its number and its timeout. Numbers start at 1 and include `previousAttempts`. */
  onAttemptStart?: ((attempt: number, timeoutMs: number) => void) | undefined;
  /** Called after each attempt that ended with an answer or a ProviderError. */
  onAttemptEnd?: (outcome: AttemptOutcome<E>) => void;
  maxAttempts?: number;
  /** Attempts that were made before, which count toward `maxAttempts`. */
  previousAttempts?: number;
  /** Called, and awaited, before each attempt with its number. */
  recordAttempt?: ((attempt: number) => Promise<void>) | undefined;
  /**
   * Reserves an attempt under the provider's rate limit. Returns 0 if it may start now, otherwise the delay in
   * milliseconds before the next try.
   */
  reserveAttempt?: () => number;
  /** Called with the total delay of an attempt that had to wait for the rate limit. */
  onDelayed?: (ms: number) => void;
  /** Aborted once the circuit is open: no further attempt starts, but a running one may finish. */
  circuitOpenSignal?: AbortSignal | undefined;
  /** Aborted when the provider hangs: the running attempt stops too. */
  hangSignal?: AbortSignal | undefined;
  /** Waits between attempts; rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Monotonic clock in milliseconds. */
  monotonicNowMs?: () => number;
  random?: () => number;
}

/**
 * Calls a provider until it answers: up to `maxAttempts` attempts within `overallTimeoutMs`. Transient errors are retried
 * after the wait that the provider asks for or a jittered exponential backoff, whichever is longer. Both this wait and the
 * provider's own timeout are shortened if the remaining attempts would not fit. A prompt that is too long for the provider
 * fails without an attempt.
 * @throws ProviderCallError; CircuitOpenError; the signal's reason if the signal is aborted
 */
export async function callWithRetries<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  options: CallOptions<E>,
): Promise<{ answer: ProviderAnswer<E>; attempts: number }> {
  const {
    signal,
    circuitOpenSignal,
    hangSignal,
    maxAttempts = defaultMaxAttempts,
    previousAttempts = 0,
    monotonicNowMs = () => performance.now(),
    random = Math.random,
  } = options;
  try {
    checkPromptLength(provider, request);
  } catch (error) {
    throw error instanceof ProviderError ? new ProviderCallError(provider.engine, 0, error) : error;
  }
  const deadline = monotonicNowMs() + overallTimeoutMs;
  const context = { ...options, signal: hangSignal ? AbortSignal.any([signal, hangSignal]) : signal };
  if (previousAttempts >= maxAttempts) {
    const cause = new ProviderError('transient', 'All attempts were made before.');
    throw new ProviderCallError(provider.engine, previousAttempts, cause);
  }
  for (let attempt = previousAttempts + 1; ; attempt += 1) {
    const remainingAttempts = maxAttempts - attempt;
    const availableMs = () => Math.max(0, deadline - monotonicNowMs() - remainingAttempts * reservedMs);
    await waitForRateLimit(options, monotonicNowMs, availableMs);
    signal.throwIfAborted();
    await options.recordAttempt?.(attempt);
    const timeoutMs = Math.max(1, Math.min(provider.timeoutMs, availableMs()));
    options.onAttemptStart?.(attempt, timeoutMs);
    const startedAt = monotonicNowMs();
    try {
      const answer = await callOnce(provider, request, context, timeoutMs);
      options.onAttemptEnd?.({ durationMs: monotonicNowMs() - startedAt, answer });
      return { answer, attempts: attempt };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (hangSignal?.aborted) {
        const cause = new ProviderError('transient', 'The provider is not responding.', { cause: error });
        if (remainingAttempts === 0) throw new ProviderCallError(provider.engine, attempt, cause);
        throw new CircuitOpenError(cause.message, { cause });
      }
      if (!(error instanceof ProviderError)) throw error;
      options.onAttemptEnd?.({ durationMs: monotonicNowMs() - startedAt, error });
      if (error.kind !== 'transient') throw new ProviderCallError(provider.engine, attempt, error);
      if (remainingAttempts === 0) throw new ProviderCallError(provider.engine, attempt, error);
      if (circuitOpenSignal?.aborted) throw new CircuitOpenError(error.message, { cause: error });
      const retryMs = Math.max(error.retryAfterMs ?? 0, getBackoffMs(attempt, { random }));
      await pause(Math.min(retryMs, availableMs()), options);
    }
  }
}

async function callOnce<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  { signal, clock, onHeaders, onBody }: ProviderContext,
  timeoutMs: number,
): Promise<ProviderAnswer<E>> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const attributes = { 'answerscope.provider': provider.name, 'answerscope.engine': provider.engine };
    return await traceWork('provider request', { kind: 'client', attributes }, () =>
      provider.query(request, { signal: AbortSignal.any([signal, timeout]), clock, onHeaders, onBody }),
    );
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    const message = `${provider.name} did not respond within ${Math.round(timeoutMs)} ms.`;
    throw new ProviderError('transient', message, { cause: error });
  }
}

/** Delays an attempt for as long as the rate limit requires and the remaining time allows. */
async function waitForRateLimit<E extends Engine>(
  options: CallOptions<E>,
  monotonicNowMs: () => number,
  availableMs: () => number,
): Promise<void> {
  await pause(0, options);
  const startedAt = monotonicNowMs();
  let isDelayed = false;
  for (let ms = options.reserveAttempt?.() ?? 0; ms > 0; ms = options.reserveAttempt?.() ?? 0) {
    const maxDelayMs = availableMs() - reservedMs;
    if (maxDelayMs <= 0) break;
    isDelayed = true;
    await pause(Math.min(ms, maxDelayMs, delayCheckMs), options);
  }
  if (isDelayed) options.onDelayed?.(monotonicNowMs() - startedAt);
}

/** Waits, unless the circuit opens first. */
async function pause<E extends Engine>(ms: number, options: CallOptions<E>): Promise<void> {
  const { signal, circuitOpenSignal, wait = defaultWait } = options;
  const message = 'The provider’s circuit is open.';
  if (circuitOpenSignal?.aborted) throw new CircuitOpenError(message);
  if (ms <= 0) return;
  try {
    await wait(ms, circuitOpenSignal ? AbortSignal.any([signal, circuitOpenSignal]) : signal);
  } catch (error) {
    if (signal.aborted || !circuitOpenSignal?.aborted) throw error;
    throw new CircuitOpenError(message, { cause: error });
  }
}

function defaultWait(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
