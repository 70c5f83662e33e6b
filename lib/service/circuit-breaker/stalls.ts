import { maxFailures, minPrompts } from '#lib/service/circuit-breaker/streaks';

/** How long attempts go on, and nothing is answered, before a vendor counts as hung: longer than a slow answer. */
export const hangMs = 45_000;

/** Attempts under way by account, to tell a vendor that takes every question and answers none. */
export interface HangDetector {
  /** Notes that an attempt begins. @returns what to call when it has ended */
  begin(account: string, question: string): () => void;
  answered(account: string): void;
  /** Accounts where as many attempts hang as would have to fail for the circuit to open. */
  stalled(): string[];
}

/** @param elapsed milliseconds on a clock that only moves forward */
export function createHangDetector(elapsed = () => performance.now()): HangDetector {
  const underWay = new Map<string, Set<{ question: string; since: number }>>();
  const answeredAt = new Map<string, number>();

  function isStalled(account: string): boolean {
    const before = elapsed() - hangMs;
    if ((answeredAt.get(account) ?? Number.NEGATIVE_INFINITY) > before) return false;
    const hanging = [...(underWay.get(account) ?? [])].filter(({ since }) => since <= before);
    const questions = new Set(hanging.map(({ question }) => question));
    return hanging.length >= maxFailures && questions.size >= minPrompts;
  }

  return {
    begin(account, question) {
      const attempts = underWay.get(account) ?? new Set();
      underWay.set(account, attempts);
      const attempt = { question, since: elapsed() };
      attempts.add(attempt);
      return () => {
        attempts.delete(attempt);
        if (attempts.size === 0 && underWay.get(account) === attempts) underWay.delete(account);
      };
    },
    answered(account) {
      answeredAt.set(account, elapsed());
    },
    stalled: () => [...underWay.keys()].filter(isStalled),
  };
}
