import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';

/** Limits how many pieces of work each subject, such as an organization, has under way at once. The others wait. */
export class Slots {
  readonly #limits = new Map<string, LimitFunction>();
  readonly #perSubject: number;

  constructor(perSubject: number) {
    this.#perSubject = perSubject;
  }

  /**
   * Runs work as soon as a slot of the subject is free.
   * @param getMinMs returns the time for which the slot is taken, even if the work ends earlier; called when it has ended
   */
  run<T>(subject: string, work: () => Promise<T>, getMinMs = () => 0): Promise<T> {
    const limit = this.#limits.get(subject) ?? pLimit(this.#perSubject);
    this.#limits.set(subject, limit);
    const { promise, resolve } = Promise.withResolvers<T>();
    void limit(async () => {
      const startedAt = performance.now();
      const result = work();
      resolve(result);
      await Promise.allSettled([result]);
      const remainingMs = getMinMs() - (performance.now() - startedAt);
      if (remainingMs > 0) await wait(remainingMs, undefined, { ref: false });
    }).then(() => {
      if (limit.activeCount === 0 && limit.pendingCount === 0) this.#limits.delete(subject);
    });
    return promise;
  }
}
