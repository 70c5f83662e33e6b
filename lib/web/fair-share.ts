import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** The use of the main thread by one subject, such as a user. */
interface Share {
  /** Milliseconds of processor time on the main thread that are left; negative once it has used more. */
  budgetMs: number;
  updatedAt: number;
  /** When it last sent a request. */
  activeAt: number;
  /** Resolves when its next request in the background may start. */
  turn: Promise<unknown>;
}

/** A request that may start now. */
export interface Turn {
  /** Whether it must run outside of this process. */
  isInBackground: boolean;
  /** True if the budget is low, so that the subject's next requests may run in the background. */
  isCpuTimeLow: boolean;
  /** To be called when it has ended. */
  end(): void;
}

/** The part of the main thread that a subject may use in the long run while others are active. */
const sustainedPart = 0.1;
/** Pause after a request in the background, as a multiple of its duration, in which the database serves others. */
const pause = 2;
/** No request waits longer than this for earlier ones of its subject. */
const maxWaitMs = 10_000;
/** Time after a request for which its subject counts as active. */
const activeMs = 10_000;

/**
 * Shares the main thread between subjects. While others are active, the requests of one that has used up its budget run
 * in the background, one after the other and with pauses; it returns once it has sent few requests for a while.
 */
export class FairShare {
  readonly #shares = new LRUCache<string, Share>({ max: 10_000 });
  readonly #running = new Map<symbol, Share>();
  readonly #maxBudgetMs: number;
  #cpuMs = readCpuMs();

  /**
   * @param maxBudgetMs what a subject may use at once; the default is enough for about ten pages
   */
  constructor({ maxBudgetMs = 1_000 } = {}) {
    this.#maxBudgetMs = maxBudgetMs;
  }

  /** Records that a subject is active, without a request that is charged to it. */
  recordActivity(subject: string): void {
    this.#getShare(subject).activeAt = performance.now();
  }

  /** Waits until a request may start. */
  async start(subject: string): Promise<Turn> {
    const share = this.#getShare(subject);
    share.activeAt = performance.now();
    this.#charge();
    this.#refill(share);
    if (share.budgetMs > 0) return this.#run(share);
    const previous = share.turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    share.turn = promise;
    await Promise.race([previous, wait(maxWaitMs, undefined, { ref: false })]);
    return this.#runInBackground(share, resolve);
  }

  #run(share: Share): Turn {
    const id = Symbol();
    this.#running.set(id, share);
    return {
      isInBackground: false,
      isCpuTimeLow: share.budgetMs < this.#maxBudgetMs / 2 && this.#areOthersActive(share),
      end: () => {
        this.#charge();
        this.#running.delete(id);
      },
    };
  }

  /** A request in the background is charged with its whole duration, so that a busy subject stays there. */
  #runInBackground(share: Share, onEnd: () => void): Turn {
    const startedAt = performance.now();
    return {
      isInBackground: true,
      isCpuTimeLow: true,
      end: () => {
        this.#refill(share);
        const durationMs = performance.now() - startedAt;
        this.#use(share, durationMs);
        setTimeout(onEnd, pause * durationMs).unref();
      },
    };
  }

  /** Charges the processor time since the last call to the running requests, in equal parts. */
  #charge(): void {
    const cpuMs = readCpuMs();
    const usedMs = (cpuMs - this.#cpuMs) / this.#running.size;
    this.#cpuMs = cpuMs;
    for (const share of this.#running.values()) {
      this.#refill(share);
      this.#use(share, usedMs);
    }
  }

  #use(share: Share, ms: number): void {
    share.budgetMs = Math.max(-this.#maxBudgetMs, share.budgetMs - ms);
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

/** Returns the processor time of this thread in milliseconds. It does not grow while others keep the processor busy. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
