import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { queueOperationSeconds, queueRunningItems } from '#lib/core/process-metrics';
import { getBackoffMs } from '#lib/core/time';
import { createBatcher } from '#lib/queue/batcher';

/**
 * A queue of rows that are claimed by lease. A claim increments the row's fencing token; `renew`, `settle` and
 * `release` touch only rows that still have the token of the claim.
 */
export interface WorkSource<Item, Outcome> {
  /** For the log. */
  name: string;
  /**
   * Claims up to `limit` items, in the order in which they should start. Called again at once if it returns at least half
   * of them, so a source may keep some slots free.
   */
  claim(limit: number): Promise<Item[]>;
  /** Runs one item. If it throws, the error is logged and the item's lease expires. */
  run(item: Item, signal: AbortSignal): Promise<Outcome>;
  /** Stores outcomes in one transaction. Called again with the same outcomes if it throws. */
  settle(settlements: readonly Settlement<Item, Outcome>[]): Promise<void>;
  /** Extends the leases. @returns the items that this worker no longer owns */
  renew(items: readonly Item[]): Promise<Item[]>;
  /** Returns unfinished items to the queue, as if they had never been claimed. */
  release(items: readonly Item[]): Promise<void>;
  /** Requeues items whose lease expired. Called with every poll, never concurrently. */
  recover?(): Promise<void>;
  /** Returns the IDs of an item for the log. */
  describe?(item: Item): Record<string, string>;
}

export interface Settlement<Item, Outcome> {
  item: Item;
  outcome: Outcome;
}

export interface DispatcherOptions {
  /** Maximum number of items that are claimed and not yet settled. */
  concurrency: number;
  leaseMs: number;
  /** Interval of polls, which find items if `wake` is not called. */
  pollMs: number;
  /** Maximum number of outcomes settled in one transaction. */
  batchSize: number;
}

export type Dispatcher = ReturnType<typeof startDispatcher>;

/** Outcomes are expensive, so settlement is retried after a deadlock or a database restart. */
const maxSettlementAttempts = 6;

/**
 * Starts working on a source: claims items for all free slots at once, runs them concurrently, settles their outcomes in
 * batches and renews leases after a third of their duration. An item whose lease is lost is aborted and never settled.
 */
export function startDispatcher<Item, Outcome>(
  source: WorkSource<Item, Outcome>,
  { concurrency, leaseMs, pollMs, batchSize }: DispatcherOptions,
) {
  const claimed = new Map<Item, AbortController>();
  const startTimer = (operation: 'claim' | 'settle' | 'renew') =>
    queueOperationSeconds.startTimer({ queue: source.name, operation });
  const updateRunningGauge = () => queueRunningItems.set({ queue: source.name }, claimed.size);
  let claiming: Promise<void> | undefined;
  let shouldClaimAgain = false;
  let isStopping = false;

  const settlement = createBatcher<Settlement<Item, Outcome>>({
    maxItems: batchSize,
    async write(settlements) {
      for (let attempt = 1; attempt <= maxSettlementAttempts; attempt += 1) {
        const owned = settlements.filter(({ item }) => claimed.has(item));
        try {
          if (owned.length > 0) {
            const endTimer = startTimer('settle');
            await source.settle(owned);
            endTimer();
          }
          break;
        } catch (error) {
          warn(error, 'settlement failed');
          if (attempt < maxSettlementAttempts) await wait(getBackoffMs(attempt, { baseMs: 100 }));
        }
      }
      for (const { item } of settlements) claimed.delete(item);
      updateRunningGauge();
      wake();
    },
  });

  function warn(error: unknown, message: string, item?: Item): void {
    const ids = item === undefined ? undefined : source.describe?.(item);
    log.warn({ queue: source.name, ...ids, error: describeError(error) }, message);
  }

  function wake(): void {
    if (isStopping) return;
    shouldClaimAgain = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      if (shouldClaimAgain) wake();
    });
  }

  async function claimAll(): Promise<void> {
    while (shouldClaimAgain && !isStopping) {
      shouldClaimAgain = false;
      const freeSlots = concurrency - claimed.size;
      if (freeSlots <= 0) return;
      try {
        const endTimer = startTimer('claim');
        const items = await source.claim(freeSlots);
        endTimer();
        for (const item of items) void start(item);
        if (items.length * 2 >= freeSlots) shouldClaimAgain = true;
        updateRunningGauge();
      } catch (error) {
        warn(error, 'claim failed');
        // The next poll tries again, so that an unavailable database is not queried in a loop.
        shouldClaimAgain = false;
      }
    }
  }

  async function start(item: Item): Promise<void> {
    const abort = new AbortController();
    claimed.set(item, abort);
    try {
      const outcome = await source.run(item, abort.signal);
      if (claimed.has(item)) settlement.add({ item, outcome });
    } catch (error) {
      claimed.delete(item);
      if (!abort.signal.aborted) warn(error, 'processing an item failed; its lease will expire', item);
      wake();
    }
  }

  function abandon(item: Item): void {
    claimed.get(item)?.abort(new Error('The lease was lost.'));
    claimed.delete(item);
  }

  /** Wraps recurring work so that its runs never overlap and its errors are logged. */
  function preventOverlap(work: () => Promise<void>, message: string): () => Promise<void> {
    let running: Promise<void> | undefined;
    return async () => {
      if (running) return;
      running = work();
      await running.catch((error: unknown) => warn(error, message));
      running = undefined;
    };
  }

  const recover = preventOverlap(async () => source.recover?.(), 'recovery of expired leases failed');
  const renew = preventOverlap(async () => {
    if (claimed.size === 0) return;
    const endTimer = startTimer('renew');
    const lost = await source.renew([...claimed.keys()]);
    endTimer();
    for (const item of lost) abandon(item);
  }, 'renewing leases failed');

  async function poll(): Promise<void> {
    await recover();
    wake();
  }

  const polling = setInterval(poll, pollMs);
  const renewal = setInterval(renew, leaseMs / 3);
  void poll();

  return {
    /** Claims items immediately, or again after a running claim. Call it when items may have been enqueued. */
    wake,
    /** Stops claiming, waits up to `graceMs` for running items and releases the rest. */
    async stop(graceMs: number) {
      isStopping = true;
      clearInterval(polling);
      await claiming;
      const deadline = performance.now() + graceMs;
      while (claimed.size > 0 && performance.now() < deadline) await wait(20);
      const unfinished = [...claimed.keys()];
      for (const item of unfinished) abandon(item);
      await settlement.flush();
      clearInterval(renewal);
      try {
        if (unfinished.length > 0) await source.release(unfinished);
      } catch (error) {
        warn(error, 'release failed; leases will expire');
      }
    },
  };
}
