import { afterEach, expect, test } from 'vitest';
import { type Dispatcher, type Source, startDispatcher } from '#lib/queue/dispatcher';
import { waitFor } from '#tests/support/wait';

/** A queue in memory that follows the rules of a source. */
class MemoryQueue implements Source<number, string> {
  name = 'memory';
  waiting: number[] = [];
  settled: number[] = [];
  batches: number[] = [];
  released: number[] = [];
  lost: number[] = [];
  aborted: number[] = [];
  running = 0;
  mostRunning = 0;
  looked = 0;
  faults = 0;

  async claim(free: number) {
    this.looked += 1;
    return this.waiting.splice(0, free);
  }

  async run(item: number, signal: AbortSignal): Promise<string> {
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
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
    if (this.faults-- > 0) throw new Error('the database is restarting');
    this.batches.push(settlements.length);
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
const never = 3_600_000;

function start(queue: MemoryQueue, options = {}) {
  dispatcher = startDispatcher(queue, {
    concurrency: 8,
    leaseMs: 90,
    pollMs: never,
    batchSize: 5,
    ...options,
  });
  return dispatcher;
}

test('runs every item once, in batches, within the concurrency limit, without polling', async () => {
  const queue = new MemoryQueue();
  queue.waiting = Array.from({ length: 1000 }, (_, n) => n);
  start(queue);
  await waitFor('all is settled', () => queue.settled.length === 1000);
  expect(new Set(queue.settled).size).toBe(1000);
  expect(queue.mostRunning).toBeLessThanOrEqual(8);
  expect(Math.max(...queue.batches)).toBeLessThanOrEqual(5);
});

test('keeps a wake-up that arrives during a claim', async () => {
  const queue = new MemoryQueue();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  queue.claim = async (free) => {
    queue.looked += 1;
    const seen = queue.waiting.splice(0, free);
    await gate;
    return seen;
  };
  const { wake } = start(queue);
  await waitFor('the first claim has looked', () => queue.looked > 0);
  queue.waiting = [1];
  wake();
  open();
  await waitFor('the job is settled', () => queue.settled.length === 1);
});

test.each(Array.from({ length: 12 }, (_, turns) => turns))(
  'keeps a wake-up %d turns after an empty claim',
  async (turns) => {
    const queue = new MemoryQueue();
    const { wake } = start(queue);
    let woken = false;
    queue.claim = async (free) => {
      queue.looked += 1;
      if (woken) return queue.waiting.splice(0, free);
      woken = true;
      void (async () => {
        for (let turn = 0; turn < turns; turn += 1) await null;
        queue.waiting = [1];
        wake();
      })();
      return [];
    };
    wake();
    await waitFor('the job is settled', () => queue.settled.length === 1, { seconds: 5 });
  },
);

test('runs one recovery at a time without blocking claims', async () => {
  const queue = new MemoryQueue();
  let begun = 0;
  queue.recover = async () => {
    begun += 1;
    if (begun > 1) await new Promise(() => {});
  };
  start(queue, { pollMs: 5 });
  await waitFor('it is under way', () => begun === 2);
  const { looked } = queue;
  queue.waiting = [1];
  await waitFor('the job is settled', () => queue.settled.length === 1);
  await waitFor('the queue is looked at again', () => queue.looked > looked + 5);
  expect(begun).toBe(2);
});

test('stops even if the release fails', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1];
  queue.release = () => Promise.reject(new Error('the database is away'));
  const { stop } = start(queue);
  await waitFor('it is in hand', () => queue.running === 1);
  await stop(10);
  expect(queue.aborted).toEqual([-1]);
});

test('aborts an item whose lease is lost and never settles it', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1, 2];
  start(queue);
  await waitFor('the other is settled', () => queue.settled.includes(2));
  queue.lost = [-1];
  await waitFor('it is aborted', () => queue.aborted.includes(-1));
  expect(queue.settled).toEqual([2]);
});

test('releases unfinished items on stop and claims no more', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [-1, 2];
  const { stop, wake } = start(queue);
  await waitFor('the other is settled', () => queue.settled.includes(2));
  await stop(50);
  expect(queue.released).toEqual([-1]);
  queue.waiting = [3];
  wake();
  expect(queue.waiting).toEqual([3]);
});

test('retries failed settlements and settles once', async () => {
  const queue = new MemoryQueue();
  queue.waiting = [1, 2, 3];
  queue.faults = 2;
  start(queue);
  await waitFor('all is settled', () => queue.settled.length === 3);
  expect([...queue.settled].sort()).toEqual([1, 2, 3]);
});
