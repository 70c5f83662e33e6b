import type { ProviderErrorKind } from '#lib/providers/shared/provider';
import type { CircuitReason } from '#lib/service/circuit-breaker/probe-wait';

/** Transient failures in a row, without an answer between them, after which a vendor counts as dead. */
export const maxFailures = 8;
/** Questions they must come from: one that the vendor alone cannot stand proves nothing. */
export const minPrompts = 2;

/** Failures in a row by account, as this process has seen them. */
export interface FailureCounter {
  /**
   * Notes how an attempt ended.
   * @param question tells questions apart: the id of the task or request
   * @returns why the circuit has to open now, if it has to
   */
  note(account: string, question: string, outcome: 'answered' | ProviderErrorKind): CircuitReason | undefined;
}

export function createFailureCounter(): FailureCounter {
  const streaks = new Map<string, { failures: number; questions: Set<string> }>();
  return {
    note(account, question, outcome) {
      if (outcome === 'quota') return 'quota';
      // A vendor that refuses a request is there.
      if (outcome !== 'transient') {
        streaks.delete(account);
        return undefined;
      }
      const streak = streaks.get(account) ?? { failures: 0, questions: new Set<string>() };
      streaks.set(account, streak);
      streak.failures += 1;
      if (streak.questions.size < minPrompts) streak.questions.add(question);
      if (streak.failures < maxFailures || streak.questions.size < minPrompts) return undefined;
      streaks.delete(account);
      return 'failing';
    },
  };
}
