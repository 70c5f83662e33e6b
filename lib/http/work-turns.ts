/** Time after which work that was divided into steps waits for its next turn. A page waits for a turn at most of its reads. */
export const maxTurnMs = 3;
/**
 * Length of a pause as a multiple of the turn before it. While batches of 8 MB were parsed, turns of 10 ms with pauses of
 * the same length made pages 0.8 to 3.5 times as slow; turns of 3 ms with three times longer pauses, up to 3 times where a
 * page takes only 45 ms.
 */
const pauseFactor = 6;
/** No pause is longer, however long the turn before it was. */
const maxPauseMs = 100;

/**
 * Shares the event loop between requests that use much CPU time, such as large bodies. One of them has a turn at a time,
 * and subjects (organizations) alternate, however many requests each of them sends. After each turn, a pause leaves
 * most of the event loop to all other requests.
 */
export class WorkTurns {
  /** The waiting requests by subject; the subject that is first has the next turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /**
   * Waits for a turn of a subject. It lasts until the caller next waits for anything but promises that are already settled.
   */
  wait(subject: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(subject);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(subject, [resolve]);
    if (!this.#isBusy) this.#startNext();
    return promise;
  }

  #startNext(): void {
    const [first] = this.#waiting;
    this.#isBusy = first !== undefined;
    if (!first) return;
    const [subject, waiting] = first;
    this.#waiting.delete(subject);
    waiting.shift()?.();
    if (waiting.length > 0) this.#waiting.set(subject, waiting);
    const startedAt = performance.now();
    setImmediate(() => {
      const pauseMs = Math.min(maxPauseMs, pauseFactor * (performance.now() - startedAt));
      setTimeout(() => this.#startNext(), pauseMs);
    });
  }
}

/**
 * Runs a function for each item in turns of about `maxTurnMs`. The caller has a turn when it calls this.
 * @returns the results in the order of the items
 */
export async function mapInTurns<T, R>(
  items: Iterable<T>,
  map: (item: T) => R,
  waitForTurn: () => Promise<void>,
): Promise<R[]> {
  const results: R[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - startedAt < maxTurnMs) continue;
    await waitForTurn();
    startedAt = performance.now();
  }
  return results;
}
