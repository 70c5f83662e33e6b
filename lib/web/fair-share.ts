import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** The use of the event loop by one subject, such as a user. */
interface Share {
  /** Milliseconds on the event loop that are left; negative once it has used more. */
  budgetMs: number;
  updatedAt: number;
  /** When it last sent a request. */
  activeAt: number;
  /** Resolves when the next request of a subject without a budget may start. */
  turn: Promise<unknown>;
}

/** The part of one processor that it may use in the long run while others are active. */
const sustainedPart = 0.04;
/** Nobody waits longer than this for others. */
const maxWaitMs = 5_000;
/** A subject counts as active for so long after a request. */
const activeMs = 10_000;

/**
 * Shares the event loop between subjects. While others are active, the requests of one that has used up its budget run
 * one after the other, each when its use is paid off, so that they delay few requests of others. Nobody waits while
 * nobody else is active.
 */
export class FairShare {
  readonly #shares = new LRUCache<string, Share>({ max: 10_000 });
  readonly #running = new Map<symbol, Share>();
  readonly #maxBudgetMs: number;
  #utilization = performance.eventLoopUtilization();

  /** @param maxBudgetMs what a subject may use at once; the default is enough for tens of pages */
  constructor({ maxBudgetMs = 5_000 } = {}) {
    this.#maxBudgetMs = maxBudgetMs;
  }

  /**
   * Waits until a request may start.
   * @param isGone whether nobody waits for the response any more
   * @returns a function to call when it has ended
   */
  async start(subject: string, isGone: () => boolean = () => false): Promise<() => void> {
    const share = this.#getShare(subject);
    share.activeAt = performance.now();
    this.#charge();
    this.#refill(share);
    if (share.budgetMs > 0) return this.#run(share);
    const previous = share.turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    share.turn = promise;
    await Promise.race([previous, wait(maxWaitMs, undefined, { ref: false })]);
    await this.#waitForBudget(share, isGone);
    const end = this.#run(share);
    return () => {
      end();
      resolve();
    };
  }

  async #waitForBudget(share: Share, isGone: () => boolean): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
    for (;;) {
      this.#charge();
      this.#refill(share);
      const leftMs = deadline - performance.now();
      if (share.budgetMs > 0 || leftMs <= 0 || isGone()) return;
      // Others may stop being active meanwhile.
      const neededMs = 1 - share.budgetMs / sustainedPart;
      await wait(Math.min(neededMs, leftMs, 500), undefined, { ref: false });
    }
  }

  #run(share: Share): () => void {
    this.#charge();
    const id = Symbol();
    this.#running.set(id, share);
    return () => {
      this.#charge();
      this.#running.delete(id);
    };
  }

  /** Charges the time that the loop was busy since the last call to the running requests, in equal parts. */
  #charge(): void {
    const now = performance.eventLoopUtilization();
    const { active } = performance.eventLoopUtilization(now, this.#utilization);
    this.#utilization = now;
    for (const share of this.#running.values()) {
      this.#refill(share);
      share.budgetMs = Math.max(-maxWaitMs * sustainedPart, share.budgetMs - active / this.#running.size);
    }
  }

  #refill(share: Share): void {
    const now = performance.now();
    const rate = this.#areOthersActive(share) ? sustainedPart : 1;
    share.budgetMs = Math.min(this.#maxBudgetMs, share.budgetMs + rate * (now - share.updatedAt));
    share.updatedAt = now;
  }

  #areOthersActive(own: Share): boolean {
    const since = performance.now() - activeMs;
    // The cache is ordered by use, so only the first of the others can be the latest.
    for (const share of this.#shares.values()) {
      if (share !== own) return share.activeAt > since;
    }
    return false;
  }

  #getShare(subject: string): Share {
    const known = this.#shares.get(subject);
    if (known) return known;
    const now = performance.now();
    const share = { budgetMs: this.#maxBudgetMs, updatedAt: now, activeAt: now, turn: Promise.resolve() };
    this.#shares.set(subject, share);
    return share;
  }
}
