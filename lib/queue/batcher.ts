interface Options<Item> {
  /** Time to wait for more items. By default, the items of one turn of the event loop form a batch. */
  delayMs?: number;
  maxItems?: number;
  /** Must not throw. */
  write: (items: Item[]) => Promise<void>;
}

/**
 * Collects items and writes them in batches, one batch at a time. Items that arrive while a batch is being written
 * form the next one, so batches grow with the load. With `delayMs`, waiting items do not keep the process
 * alive: call `flush` before it exits.
 */
export function createBatcher<Item>({
  delayMs = 0,
  maxItems = Number.POSITIVE_INFINITY,
  write,
}: Options<Item>) {
  const waiting: Item[] = [];
  let isScheduled = false;
  let writing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    isScheduled = false;
    while (writing || waiting.length > 0) {
      writing ??= write(waiting.splice(0, maxItems)).finally(() => {
        writing = undefined;
      });
      await writing;
    }
  }

  return {
    add(item: Item): void {
      waiting.push(item);
      if (isScheduled || writing) return;
      isScheduled = true;
      if (delayMs > 0) setTimeout(flush, delayMs).unref();
      else setImmediate(flush);
    },
    /** Returns the number of items that are not part of a batch yet. */
    countWaiting: () => waiting.length,
    /** Writes all waiting items. */
    flush,
  };
}
