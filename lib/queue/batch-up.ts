/** Collects items and hands them on in batches, one batch at a time. */
export interface Buffered<Item> {
  add(item: Item): void;
  /** Resolves when nothing is waiting or being handed on. */
  flushed(): Promise<void>;
}

/**
 * While one batch is being handed on the next one collects, so batches grow with the load and a lone item waits
 * for nothing. `handOn` must not throw.
 */
export function batchUp<Item>(most: number, handOn: (items: Item[]) => Promise<void>): Buffered<Item> {
  let waiting: Item[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // One turn of the event loop lets what ends together be handed on together.
    await new Promise((resume) => setImmediate(resume));
    while (waiting.length > 0) {
      const items = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await handOn(items);
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
