import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '#lib/core/backoff';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type Batcher, createBatcher } from '#lib/queue/batcher';

/**
 * Where a dispatcher's jobs come from and go to: rows claimed by lease. A claim raises the row's fencing number;
 * `renew`, `settle` and `giveBack` touch only rows that still carry the number the job was claimed with.
 */
export interface Source<Job, Outcome> {
  /** For the log. */
  name: string;
  /** Claims up to `free` jobs, in the order they should start. */
  claim(free: number): Promise<Job[]>;
  /** Does one job. What it throws goes to the log and the job is left to its lease. */
  run(job: Job, signal: AbortSignal): Promise<Outcome>;
  /** Records outcomes for good, all in one transaction. Called again with the same ones if it throws. */
  settle(ended: readonly Ended<Job, Outcome>[]): Promise<void>;
  /** Extends the leases. @returns the jobs that are no longer ours */
  renew(jobs: readonly Job[]): Promise<Job[]>;
  /** Puts unfinished jobs back for others, as if they had never been claimed. */
  giveBack(jobs: readonly Job[]): Promise<void>;
  /** Frees what dead workers left behind. Called every poll, unless the last call goes on. */
  recover?(): Promise<void>;
}

export interface Ended<Job, Outcome> {
  job: Job;
  outcome: Outcome;
}

export interface DispatcherOptions {
  /** Jobs in hand at once, from claim to settlement. */
  concurrency: number;
  leaseMs: number;
  /** Milliseconds between looks at the queue when nobody wakes us. */
  pollMs: number;
  /** The most outcomes settled in one transaction. */
  batch: number;
}

export interface Dispatcher {
  /** Looks at the queue now: something may have come. Never lost, also not during a claim. */
  wake(): void;
  /** Claims nothing more, waits up to `graceMs` for what is in hand, gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** What was dear to obtain is not thrown away for a deadlock or a database that restarts. */
const settlementAttempts = 6;

/**
 * Works on a source: claims as many jobs as there are free places in one statement, runs them side by side,
 * settles their outcomes in batches and renews leases at a third of their length. A job whose lease is lost is
 * aborted and never settled.
 */
export function startDispatcher<Job, Outcome>(
  source: Source<Job, Outcome>,
  { concurrency, leaseMs, pollMs, batch }: DispatcherOptions,
): Dispatcher {
  const inHand = new Map<Job, AbortController>();
  let claiming: Promise<void> | undefined;
  let claimAgain = false;
  let stopping = false;
  let renewing = false;
  let recovering = false;

  const settlement: Batcher<Ended<Job, Outcome>> = createBatcher(batch, async (ended) => {
    for (let attempt = 1; attempt <= settlementAttempts; attempt += 1) {
      const ours = ended.filter(({ job }) => inHand.has(job));
      try {
        if (ours.length > 0) await source.settle(ours);
        break;
      } catch (error) {
        warn(error, 'outcomes could not be settled');
        if (attempt < settlementAttempts) await delay(backoffMs(attempt, { baseMs: 100 }));
      }
    }
    for (const { job } of ended) inHand.delete(job);
    wake();
  });

  function warn(error: unknown, what: string): void {
    log.warn({ queue: source.name, error: describeError(error) }, what);
  }

  function wake(): void {
    if (stopping) return;
    claimAgain = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      if (claimAgain) wake();
    });
  }

  async function claimAll(): Promise<void> {
    while (claimAgain && !stopping) {
      claimAgain = false;
      const free = concurrency - inHand.size;
      if (free <= 0) return;
      try {
        for (const job of await source.claim(free)) void start(job);
      } catch (error) {
        warn(error, 'nothing could be claimed');
        // The poll looks again: a database that is away is not asked without a pause.
        claimAgain = false;
      }
    }
  }

  async function start(job: Job): Promise<void> {
    const abort = new AbortController();
    inHand.set(job, abort);
    try {
      const outcome = await source.run(job, abort.signal);
      if (inHand.has(job)) settlement.add({ job, outcome });
    } catch (error) {
      inHand.delete(job);
      if (!abort.signal.aborted) warn(error, 'a job broke; its lease will run out');
      wake();
    }
  }

  async function renew(): Promise<void> {
    if (renewing || inHand.size === 0) return;
    renewing = true;
    try {
      for (const job of await source.renew([...inHand.keys()])) drop(job);
    } catch (error) {
      warn(error, 'leases could not be renewed');
    } finally {
      renewing = false;
    }
  }

  function drop(job: Job): void {
    inHand.get(job)?.abort(new Error('The lease of this job was lost.'));
    inHand.delete(job);
  }

  async function recover(): Promise<void> {
    if (recovering) return;
    recovering = true;
    try {
      await source.recover?.();
    } catch (error) {
      warn(error, 'what dead workers left could not be freed');
    } finally {
      recovering = false;
    }
  }

  async function poll(): Promise<void> {
    await recover();
    wake();
  }

  const polling = setInterval(poll, pollMs);
  const renewal = setInterval(renew, leaseMs / 3);
  void poll();

  return {
    wake,
    async stop(graceMs) {
      stopping = true;
      clearInterval(polling);
      await claiming;
      const deadline = performance.now() + graceMs;
      while (inHand.size > 0 && performance.now() < deadline) await delay(20);
      const left = [...inHand.keys()];
      for (const job of left) drop(job);
      await settlement.flushed();
      clearInterval(renewal);
      try {
        if (left.length > 0) await source.giveBack(left);
      } catch (error) {
        warn(error, 'what was in hand could not be given back; its leases will run out');
      }
    },
  };
}
