import { afterEach, expect, test } from 'vitest';
import { type Dispatcher, startDispatcher, type WorkSource } from '#lib/queue/dispatcher';
import { waitFor } from '#tests/support/wait';

/** An in-memory queue. Its negative items run until they are aborted. */
class MemoryQueue implements WorkSource<number, string> {
  name = 'memory';
  waiting: number[] = [];
  settled: number[] = [];
  batchSizes: number[] = [];
  released: number[] = [];
  lost: number[] = [];
  aborted: number[] = [];
  running = 0;
  maxRunning = 0;
  claimCount = 0;
  settleFailures = 0;

  async claim(limit: number) {
    this.claimCount += 1;
    return this.waiting.splice(0, limit);
  }

  async run(item: number, signal: AbortSignal): Promise<string> {
    this.running += 1;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    try {
      if (item < 0) {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      return `done ${item}`;
    } catch (error) {
      this.aborted.push(item);
      throw error;
    } finally {
      this.running -= 1;
    }
  }

  async settle(settlements: readonly { item: number }[]) {
    if (this.settleFailures-- > 0) throw new Error('the database is restarting');
    this.batchSizes.push(settlements.length);
    this.settled.push(...settlements.map(({ item }) => item));
  }

  async renew(items: readonly number[]) {
    return items.filter((item) => this.lost.includes(item));
  }

  recover?: () => Promise<void>;

  async release(items: readonly number[]) {
    this.released.push(...items);
  }
}

let dispatcher: Dispatcher | undefined;
afterEach(() => dispatcher?.stop(0));
const neverMs = 3_600_000;

function startTestDispatcher(queue: MemoryQueue, options = {}) {
  dispatcher = startDispatcher(queue, {
    concurrency: 8,
    leaseMs: 90,
    pollMs: neverMs,
    batchSize: 5,
    ...options,
  });
  return dispatcher;
}

test('runs every item once, in batches, within the concurrency limit, without polling', async () => {
  const queue = new MemoryQueue();
  queue.waiting = Array.from({ length: 1000 }, (_, index) => index);
  startTestDispatcher(queue);
  await waitFor('all items are settled', () => queue.settled.length === 1000);
  expect(new Set(queue.settled).size).toBe(1000);
  expect(queue.maxRunning).toBeLessThanOrEqual(8);
  expect(Math.max(...queue.batchSizes)).toBeLessThanOrEqual(5);
});

test('does not lose a wake-up that arrives during a claim', async () => {
  const queue = new MemoryQueue();
  let finishClaim = () => {};
  const claimFinished = new Promise<void>((resolve) => {
    finishClaim = resolve;
  });
  queue.claim = async (limit) => {
    queue.claimCount += 1;
    const items = queue.waiting.splice(0, limit);
    await claimFinished;
    return items;
  };
  const { wake } = startTestDispatcher(queue);
  await waitFor('the first claim has started', () => queue.claimCount > 0);
  queue.waiting = [1];
  wake();
  finishClaim();
  await waitFor('the item is settled', () => queue.settled.length === 1);
});

test.each(Array.from({ length: 12 }, (_, microtasks) => microtasks))(
  'does not lose a wake-up %d microtasks after an empty claim',
  async (microtasks) => {
    const queue = new MemoryQueue();
    const { wake } = startTestDispatcher(queue);
    let wasCalled = false;
    queue.claim = async (limit) => {
      queue.claimCount += 1;
      if (wasCalled) return queue.waiting.splice(0, limit);
      wasCalled = true;
      void (async () => {
        for (let turn = 0; turn < microtasks; turn += 1) await null;
        queue.waiting = [1];
        wake();
      })();
      return [];
    };
    wake();
    await waitFor('the item is settled', () => queue.settled.length === 1, { seconds: 5 });
  },
);

test('runs one recovery at a time without blocking claims', async () => {
  const queue = new MemoryQueue();
  let recoveries = 0;
  queue.recover = async () => {
    recoveries += 1;
    if (recoveries > 1) await new Promise(() => {});
  };
  startTestDispatcher(queue, { pollMs: 5 });
  await waitFor('the second recovery is running', () => recoveries === 2);
  const { claimCount } = queue;
  queue.waiting = [1];
  await waitFor('the item is settled', () => queue.settled.length === 1);
  await waitFor('the queue is polled again', () => queue.claimCount > claimCount + 5);
  expect(recoveries).toBe(2);
});

test('stops even if the release fails', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1];
  queue.release = () => Promise.reject(new Error('the database is unavailable'));
  const { stop } = startTestDispatcher(queue);
  await waitFor('the item is running', () => queue.running === 1);
  await stop(10);
  expect(queue.aborted).toEqual([-1]);
});

test('aborts an item whose lease is lost and never settles it', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1, 2];
  startTestDispatcher(queue);
  await waitFor('the other item is settled', () => queue.settled.includes(2));
  queue.lost = [-1];
  await waitFor('the item is aborted', () => queue.aborted.includes(-1));
  expect(queue.settled).toEqual([2]);
});

test('releases unfinished items on stop and claims no more', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1, 2];
  const { stop, wake } = startTestDispatcher(queue);
  await waitFor('the other item is settled', () => queue.settled.includes(2));
  await stop(50);
  expect(queue.released).toEqual([-1]);
  queue.waiting = [3];
  wake();
  expect(queue.waiting).toEqual([3]);
});

test('retries failed settlements and settles every item once', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [1, 2, 3];
  queue.settleFailures = 2;
  startTestDispatcher(queue);
  await waitFor('all items are settled', () => queue.settled.length === 3);
  expect([...queue.settled].sort()).toEqual([1, 2, 3]);
});
