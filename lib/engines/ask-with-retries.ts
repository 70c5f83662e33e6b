import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { backoffMs, wait as waitFor } from '#lib/core/backoff';
import {
  type FailureKind,
  type Provider,
  type ProviderAnswer,
  type ProviderContext,
  ProviderFailure,
} from '#lib/engines/provider';

/** Attempts at one answer (decisions, "Limits, credits"). */
export const maxAttempts = 10;
/** Milliseconds from the first attempt to the last failure: 300 seconds, less what stands around the asking. */
export const overallMs = 290_000;
/** Milliseconds kept back for each attempt still to come, so that all of them fit. */
const reservedMs = 5_000;

/** No answer after all attempts, or after one that no other could mend. */
export class AskFailure extends Error {
  override readonly name = 'AskFailure';
  readonly engine: Engine;
  /** How the last failure was taken. */
  readonly kind: FailureKind;
  readonly attempts: number;

  constructor(engine: Engine, attempts: number, cause: ProviderFailure) {
    super(
      `${engine} gave no answer after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${cause.message}`,
      {
        cause,
      },
    );
    this.engine = engine;
    this.kind = cause.kind;
    this.attempts = attempts;
  }
}

export interface AskOptions extends ProviderContext {
  /** Told before each attempt: its number, from 1, and the milliseconds it may take. */
  onAttempt?: (attempt: number, timeoutMs: number) => void;
  /** Waits between attempts; rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds on a clock that only moves forward. */
  elapsed?: () => number;
  random?: () => number;
}

/**
 * Asks until there is an answer: up to 10 attempts within 300 seconds in all, for failures that may pass, with
 * jittered exponential waits or the wait the vendor asks for. Every attempt gets the provider's own timeout, cut
 * where it would leave the later ones no time.
 * @throws AskFailure; the signal's reason when the signal is aborted, during an attempt or a wait
 */
export async function askWithRetries<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  options: AskOptions,
): Promise<{ answer: ProviderAnswer<E>; attempts: number }> {
  const { signal, wait = waitFor, elapsed = () => performance.now(), random = Math.random } = options;
  const end = elapsed() + overallMs;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const left = maxAttempts - attempt;
    const timeoutMs = Math.max(1, Math.min(provider.timeoutMs, end - elapsed() - left * reservedMs));
    options.onAttempt?.(attempt, timeoutMs);
    try {
      return { answer: await askOnce(provider, request, options, timeoutMs), attempts: attempt };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind !== 'transient' || left === 0) throw new AskFailure(provider.engine, attempt, error);
      const wished = Math.max(error.retryAfterMs ?? 0, backoffMs(attempt, { random }));
      await wait(Math.max(0, Math.min(wished, end - elapsed() - left * reservedMs)), signal);
    }
  }
}

async function askOnce<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  { signal, clock }: ProviderContext,
  timeoutMs: number,
): Promise<ProviderAnswer<E>> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    return await provider.ask(request, { signal: AbortSignal.any([signal, timeout]), clock });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    throw new ProviderFailure(
      'transient',
      `${provider.name} did not answer within ${Math.round(timeoutMs)} ms.`,
      {
        cause: error,
      },
    );
  }
}
