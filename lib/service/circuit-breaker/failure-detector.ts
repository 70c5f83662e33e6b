import type { ProviderErrorKind } from '#lib/providers/shared/provider';
import type { CircuitReason } from '#lib/service/circuit-breaker/circuit-store';

/** Transient failures in a row that open a circuit. */
export const maxFailures = 8;
/** Prompts they must come from, since a provider may fail on one prompt only. */
const minPrompts = 2;
/** Time without any answer after which running attempts count as hanging; longer than a slow answer. */
export const hangMs = 45_000;

/** Counts the failures in a row of each credential, as this process has seen them. */
export interface FailureCounter {
  /**
   * Records how an attempt ended.
   * @param callId id of the task or request
   * @returns why the circuit must open now, if it must
   */
  record(
    credentialId: string,
    callId: string,
    outcome: 'answered' | ProviderErrorKind,
  ): CircuitReason | undefined;
}

export function createFailureCounter(): FailureCounter {
  const streaks = new Map<string, { failures: number; callIds: Set<string> }>();
  return {
    record(credentialId, callId, outcome) {
      if (outcome === 'quota') return 'quota';
      // A refusal still proves that the provider is reachable.
      if (outcome !== 'transient') {
        streaks.delete(credentialId);
        return undefined;
      }
      const streak = streaks.get(credentialId) ?? { failures: 0, callIds: new Set<string>() };
      streaks.set(credentialId, streak);
      streak.failures += 1;
      if (streak.callIds.size < minPrompts) streak.callIds.add(callId);
      if (streak.failures < maxFailures || streak.callIds.size < minPrompts) return undefined;
      streaks.delete(credentialId);
      return 'failing';
    },
  };
}

/** Finds providers that accept requests and never answer, by the attempts that are running. */
export interface HangDetector {
  /** Records the start of an attempt. @returns a function to call when it ends */
  start(credentialId: string, callId: string): () => void;
  recordAnswer(credentialId: string): void;
  /** Returns the credentials with as many hanging attempts as failures would open the circuit. */
  listHanging(): string[];
}

/** @param elapsed monotonic clock in milliseconds */
export function createHangDetector(elapsed = () => performance.now()): HangDetector {
  const running = new Map<string, Set<{ callId: string; startedAt: number }>>();
  const answeredAt = new Map<string, number>();

  function isHanging(credentialId: string): boolean {
    const before = elapsed() - hangMs;
    if ((answeredAt.get(credentialId) ?? Number.NEGATIVE_INFINITY) > before) return false;
    const hanging = [...(running.get(credentialId) ?? [])].filter(({ startedAt }) => startedAt <= before);
    const callIds = new Set(hanging.map(({ callId }) => callId));
    return hanging.length >= maxFailures && callIds.size >= minPrompts;
  }

  return {
    start(credentialId, callId) {
      const attempts = running.get(credentialId) ?? new Set();
      running.set(credentialId, attempts);
      const attempt = { callId, startedAt: elapsed() };
      attempts.add(attempt);
      return () => {
        attempts.delete(attempt);
        if (attempts.size === 0 && running.get(credentialId) === attempts) running.delete(credentialId);
      };
    },
    recordAnswer(credentialId) {
      answeredAt.set(credentialId, elapsed());
    },
    listHanging: () => [...running.keys()].filter(isHanging),
  };
}
