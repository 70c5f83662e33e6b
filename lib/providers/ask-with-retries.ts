import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { backoffMs, wait as waitFor } from '#lib/core/backoff';
import { askOnce } from '#lib/providers/ask-once';
import {
  type FailureKind,
  type Provider,
  type ProviderAnswer,
  type ProviderContext,
  ProviderFailure,
} from '#lib/providers/provider';

/** Attempts at one answer (decisions, "Limits, credits"). */
export const maxAttempts = 10;
/** Milliseconds from the first attempt to the last failure: 300 seconds, less what stands around the asking. */
export const overallMs = 290_000;
/** Milliseconds kept back for each attempt still to come, so that all of them fit. */
const reservedMs = 5_000;
/** Milliseconds after which an attempt that is held back asks again whether it still has to be. */
const lookAgainMs = 1_000;

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

/** Given up for now, before the attempts were used up: the vendor is dead, and asking on is no use. */
export class StoodDown extends Error {
  override readonly name = 'StoodDown';
}

/** How one attempt ended. */
export interface EndedAttempt<E extends Engine> {
  ms: number;
  answer?: ProviderAnswer<E>;
  failure?: ProviderFailure;
}

export interface AskOptions<E extends Engine> extends ProviderContext {
  /** Told before each attempt: its number, from 1, and the milliseconds it may take. */
  onAttempt?: (attempt: number, timeoutMs: number) => void;
  /** Told after each attempt that gave an answer or a failure. */
  onEnded?: (ended: EndedAttempt<E>) => void;
  /** The most attempts; 10 where nothing else is said. */
  attempts?: number;
  /**
   * Milliseconds to hold the next attempt back, because the vendor's window is used up; asked again each second.
   * With 0 the attempt counts as sent.
   */
  holdBack?: () => number;
  /** Told how long an attempt was held back, where it was. */
  onHeld?: (ms: number) => void;
  /** Aborted while the vendor is dead: no further attempt begins. One under way may end. */
  standDown?: AbortSignal;
  /** Aborted when the vendor is found to hang: the attempt under way is given up too. */
  abandon?: AbortSignal;
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
 * @throws AskFailure; StoodDown; the signal's reason when the signal is aborted, during an attempt or a wait
 */
export async function askWithRetries<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  options: AskOptions<E>,
): Promise<{ answer: ProviderAnswer<E>; attempts: number }> {
  const {
    signal,
    standDown,
    attempts = maxAttempts,
    elapsed = () => performance.now(),
    random = Math.random,
  } = options;
  const end = elapsed() + overallMs;
  for (let attempt = 1; ; attempt += 1) {
    const left = attempts - attempt;
    const spareMs = () => Math.max(0, end - elapsed() - left * reservedMs);
    await held(options, elapsed, spareMs);
    signal.throwIfAborted();
    const timeoutMs = Math.max(1, Math.min(provider.timeoutMs, spareMs()));
    options.onAttempt?.(attempt, timeoutMs);
    const startedAt = elapsed();
    try {
      const heeded = options.abandon ? AbortSignal.any([signal, options.abandon]) : signal;
      const answer = await askOnce(provider, request, { signal: heeded, clock: options.clock }, timeoutMs);
      options.onEnded?.({ ms: elapsed() - startedAt, answer });
      return { answer, attempts: attempt };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (options.abandon?.aborted) throw new StoodDown('The vendor hangs.', { cause: error });
      if (!(error instanceof ProviderFailure)) throw error;
      options.onEnded?.({ ms: elapsed() - startedAt, failure: error });
      if (error.kind !== 'transient') throw new AskFailure(provider.engine, attempt, error);
      if (standDown?.aborted) throw new StoodDown(error.message, { cause: error });
      if (left === 0) throw new AskFailure(provider.engine, attempt, error);
      const wished = Math.max(error.retryAfterMs ?? 0, backoffMs(attempt, { random }));
      await pause(Math.min(wished, spareMs()), options);
    }
  }
}

/** Holds an attempt back as long as the vendor's pace asks and the time for it allows. */
async function held<E extends Engine>(
  options: AskOptions<E>,
  elapsed: () => number,
  spareMs: () => number,
): Promise<void> {
  await pause(0, options);
  const startedAt = elapsed();
  let isHeld = false;
  for (let ms = options.holdBack?.() ?? 0; ms > 0; ms = options.holdBack?.() ?? 0) {
    const roomMs = spareMs() - reservedMs;
    if (roomMs <= 0) break;
    isHeld = true;
    await pause(Math.min(ms, roomMs, lookAgainMs), options);
  }
  if (isHeld) options.onHeld?.(elapsed() - startedAt);
}

/** Waits, at most until the vendor is found dead. */
async function pause<E extends Engine>(ms: number, options: AskOptions<E>): Promise<void> {
  const { signal, standDown, wait = waitFor } = options;
  if (standDown?.aborted) throw new StoodDown('The vendor gives no answers at present.');
  if (ms <= 0) return;
  try {
    await wait(ms, standDown ? AbortSignal.any([signal, standDown]) : signal);
  } catch (error) {
    if (signal.aborted || !standDown?.aborted) throw error;
    throw new StoodDown('The vendor gives no answers at present.', { cause: error });
  }
}
