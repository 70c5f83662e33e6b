/** Collects items and passes them on in batches, one batch at a time. */
export interface Batcher<Item> {
  add(item: Item): void;
  /** Resolves when every added item has been passed on. */
  flushed(): Promise<void>;
}

/**
 * Creates a batcher of up to `maxItems` a batch. Items that arrive while a batch is being handled form the next
 * one, so batches grow with the load and a single item does not wait. `handle` must not throw.
 */
export function createBatcher<Item>(
  maxItems: number,
  handle: (items: Item[]) => Promise<void>,
): Batcher<Item> {
  let waiting: Item[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Items that finish in the same turn of the event loop share a batch.
    await new Promise((resume) => setImmediate(resume));
    while (waiting.length > 0) {
      const items = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await handle(items);
    }
    running = undefined;
  }

  return {
    add(item) {
      waiting.push(item);
      running ??= run();
    },
    async flushed() {
      await running;
    },
  };
}

/** Delays writes so that they are made in batches and no caller waits for them. */
export interface WriteBuffer {
  /** Schedules a write within the delay. */
  schedule(): void;
  /** Writes until nothing is left. */
  flush(): Promise<void>;
}

interface Options {
  delayMs: number;
  isEmpty: () => boolean;
  /** Writes everything that is waiting and must not throw; called once at a time. */
  write: () => Promise<void>;
}

/** The delay does not keep the process alive: what is left when it ends is written by `flush` only. */
export function createWriteBuffer({ delayMs, isEmpty, write }: Options): WriteBuffer {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (writing || !isEmpty()) {
      writing ??= write().finally(() => {
        writing = undefined;
      });
      await writing;
    }
  }

  return {
    schedule: () => {
      timer ??= setTimeout(flush, delayMs).unref();
    },
    flush,
  };
}
