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
