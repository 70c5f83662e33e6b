import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** The use of the main thread by one subject, such as a user. */
interface Share {
  /** Remaining CPU time on the main thread, in milliseconds; negative if the subject has used more than its share. */
  allowanceMs: number;
  updatedAt: number;
  /** Time of the subject's latest request. */
  activeAt: number;
  /** Resolves when the subject's next request in the background may start. */
  nextStart: Promise<unknown>;
}

/** A request that may start now. */
export interface Turn {
  /** True if it must run outside this process. */
  isInBackground: boolean;
  /** True if little CPU time remains, so that the subject's next requests may run in the background. */
  isCpuTimeLow: boolean;
  /** Call it when the request has ended. */
  end(): void;
}

/** The fraction of the main thread's CPU time that a subject can use in the long run while others are active. */
const sustainedRate = 0.1;
/** Pause after a request in the background, as a multiple of its duration, in which the database serves others. */
const pauseFactor = 2;
/** No request waits longer than this for earlier ones of its subject. */
const maxWaitMs = 10_000;
/** Time after a request for which its subject counts as active. */
const activeMs = 10_000;

/**
 * Shares the main thread between subjects. While others are active, the requests of one that has used up its CPU time run
 * in the background, one after the other and with pauses. They return to the main thread once it has sent few requests
 * for a while.
 */
export class FairShare {
  readonly #shares = new LRUCache<string, Share>({ max: 10_000 });
  readonly #running = new Map<symbol, Share>();
  readonly #maxAllowanceMs: number;
  #cpuMs = readCpuMs();

  /**
   * @param maxAllowanceMs CPU time that a subject can use at once; the default is enough for about ten pages
   */
  constructor({ maxAllowanceMs = 1_000 } = {}) {
    this.#maxAllowanceMs = maxAllowanceMs;
  }

  /** Records that a subject is active, without a request that is charged to it. */
  recordActivity(subject: string): void {
    this.#getShare(subject).activeAt = performance.now();
  }

  /** Records that a subject's requests were those of another subject, such as a user whose session was not known yet. */
  endActivity(subject: string): void {
    const share = this.#shares.peek(subject);
    if (share) share.activeAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Counts a request that starts immediately, because it takes little CPU time.
   * @returns a function to call when the request has ended
   */
  track(subject: string): () => void {
    const share = this.#getShare(subject);
    share.activeAt = performance.now();
    this.#charge();
    return this.#run(share).end;
  }

  /** Returns whether the subject's next request may start on the main thread. */
  hasCpuTime(subject: string): boolean {
    const share = this.#getShare(subject);
    share.activeAt = performance.now();
    this.#charge();
    this.#refill(share);
    return share.allowanceMs > 0 || !this.#areOthersActive(share);
  }

  /**
   * Waits until a request may start.
   * @param isHeavy whether the request must run in the background, whatever its subject has used
   */
  async start(subject: string, { isHeavy = false } = {}): Promise<Turn> {
    const hasCpuTime = this.hasCpuTime(subject);
    const share = this.#getShare(subject);
    if (hasCpuTime && !isHeavy) return this.#run(share);
    const previous = share.nextStart;
    const { promise, resolve } = Promise.withResolvers<void>();
    share.nextStart = promise;
    await Promise.race([previous, wait(maxWaitMs, undefined, { ref: false })]);
    return this.#runInBackground(share, resolve);
  }

  #run(share: Share): Turn {
    const id = Symbol();
    this.#running.set(id, share);
    return {
      isInBackground: false,
      isCpuTimeLow: share.allowanceMs < this.#maxAllowanceMs / 2 && this.#areOthersActive(share),
      end: () => {
        this.#charge();
        this.#running.delete(id);
      },
    };
  }

  /** A request in the background is charged with its whole duration, so that a busy subject stays in the background. */
  #runInBackground(share: Share, onEnd: () => void): Turn {
    const startedAt = performance.now();
    return {
      isInBackground: true,
      isCpuTimeLow: true,
      end: () => {
        this.#refill(share);
        const durationMs = performance.now() - startedAt;
        this.#deduct(share, durationMs);
        setTimeout(onEnd, pauseFactor * durationMs).unref();
      },
    };
  }

  /** Charges the CPU time since the last call to the running requests, in equal parts. */
  #charge(): void {
    const cpuMs = readCpuMs();
    const usedMs = (cpuMs - this.#cpuMs) / this.#running.size;
    this.#cpuMs = cpuMs;
    for (const share of this.#running.values()) {
      this.#refill(share);
      this.#deduct(share, usedMs);
    }
  }

  #deduct(share: Share, ms: number): void {
    share.allowanceMs = Math.max(-this.#maxAllowanceMs, share.allowanceMs - ms);
  }

  #refill(share: Share): void {
    const now = performance.now();
    const rate = this.#areOthersActive(share) ? sustainedRate : 1;
    share.allowanceMs = Math.min(this.#maxAllowanceMs, share.allowanceMs + rate * (now - share.updatedAt));
    share.updatedAt = now;
  }

  #areOthersActive(own: Share): boolean {
    const since = performance.now() - activeMs;
    // The cache lists the most recently used first, so that no share after one that was active too long ago is active.
    for (const share of this.#shares.values()) {
      if (share === own || share.activeAt === Number.NEGATIVE_INFINITY) continue;
      return share.activeAt > since;
    }
    return false;
  }

  #getShare(subject: string): Share {
    const known = this.#shares.get(subject);
    if (known) return known;
    const now = performance.now();
    const share = {
      allowanceMs: this.#maxAllowanceMs,
      updatedAt: now,
      activeAt: now,
      nextStart: Promise.resolve(),
    };
    this.#shares.set(subject, share);
    return share;
  }
}

/** Returns the CPU time of this thread in milliseconds. It does not grow while other threads keep the CPU busy. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
