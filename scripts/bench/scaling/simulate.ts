import { createSeededRandom } from '#scripts/bench/dashboard/fixtures';

/** The duration of a batch of items, in milliseconds: a constant, and a duration per item. */
export interface Duration {
  baseMs: number;
  itemMs: number;
}

/** The durations of the statements of a queue's dispatcher. */
export interface QueueDurations {
  claim: Duration;
  settle: Duration;
}

/** The durations that determine the throughput of a worker. */
export interface WorkerModel {
  tasks: QueueDurations;
  deliveries: QueueDurations;
  /** From the claim of tasks to their answers. */
  provider: Duration;
  /** From the claim of deliveries to their acknowledgement. */
  delivery: Duration;
}

/** Tasks that arrive at random in requests of `batch` tasks. */
export interface Arrivals {
  tasks: number;
  batch: number;
  /** Tasks per second on average; undefined if all are queued at the beginning. */
  rate?: number;
}

export interface SimulationResult {
  /** Claims and settlements, as the worker counts them. */
  operations: number;
  seconds: number;
}

const taskConcurrency = 64;
const deliveryConcurrency = 256;
const maxSettled = 200;

/**
 * Simulates the two dispatchers of one worker as discrete events. Each runs one claim and one settlement at a time, for
 * all items that have queued up meanwhile, so there are fewer statements per task under more load.
 */
export function simulateWorker(
  model: WorkerModel,
  { tasks, batch, rate }: Arrivals,
  seed = 1,
): SimulationResult {
  const random = createSeededRandom(seed);
  const events = createEventQueue();
  const counts = { operations: 0 };
  let delivered = 0;
  const deliveries = createQueue({
    events,
    counts,
    concurrency: deliveryConcurrency,
    durations: model.deliveries,
    processing: model.delivery,
    onSettled: (count) => {
      delivered += count;
    },
  });
  const queue = createQueue({
    events,
    counts,
    concurrency: taskConcurrency,
    durations: model.tasks,
    processing: model.provider,
    onSettled: (count) => deliveries.add(count),
  });
  let atMs = 0;
  for (let created = 0; created < tasks; created += batch) {
    if (rate !== undefined) atMs += (-Math.log(1 - random.next()) * batch * 1000) / rate;
    events.schedule(atMs, () => queue.add(Math.min(batch, tasks - created)));
  }
  while (delivered < tasks && events.runNext());
  return { operations: counts.operations, seconds: events.nowMs() / 1000 };
}

interface QueueOptions {
  events: ReturnType<typeof createEventQueue>;
  counts: { operations: number };
  concurrency: number;
  durations: QueueDurations;
  /** From the claim of items to their results. */
  processing: Duration;
  onSettled(count: number): void;
}

function createQueue({ events, counts, concurrency, durations, processing, onSettled }: QueueOptions) {
  let waiting = 0;
  let claimed = 0;
  let finished = 0;
  let isClaiming = false;
  let shouldClaimAgain = false;
  let isSettling = false;

  function wake(): void {
    shouldClaimAgain = true;
    if (!isClaiming) claim();
  }

  function claim(): void {
    const count = Math.min(waiting, concurrency - claimed);
    if (claimed >= concurrency) return;
    shouldClaimAgain = false;
    isClaiming = true;
    counts.operations += 1;
    waiting -= count;
    claimed += count;
    events.scheduleIn(getMs(durations.claim, count), () => {
      isClaiming = false;
      if (count > 0) events.scheduleIn(getMs(processing, count), () => finish(count));
      if (shouldClaimAgain) claim();
    });
  }

  function finish(count: number): void {
    finished += count;
    if (!isSettling) settle();
  }

  function settle(): void {
    const count = Math.min(finished, maxSettled);
    isSettling = true;
    counts.operations += 1;
    finished -= count;
    events.scheduleIn(getMs(durations.settle, count), () => {
      claimed -= count;
      isSettling = false;
      onSettled(count);
      wake();
      if (finished > 0) settle();
    });
  }

  return {
    add(count: number) {
      waiting += count;
      wake();
    },
  };
}

const getMs = ({ baseMs, itemMs }: Duration, items: number) => baseMs + itemMs * items;

/** Creates a queue that runs callbacks in the order of their times. */
function createEventQueue() {
  const events: { atMs: number; run(): void }[] = [];
  let now = 0;
  function schedule(atMs: number, run: () => void): void {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // Latest first, so that the next event is at the end.
      if ((events[middle]?.atMs ?? 0) > atMs) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, { atMs, run });
  }
  return {
    nowMs: () => now,
    schedule,
    scheduleIn: (ms: number, run: () => void) => schedule(now + ms, run),
    runNext(): boolean {
      const next = events.pop();
      if (!next) return false;
      now = next.atMs;
      next.run();
      return true;
    },
  };
}
