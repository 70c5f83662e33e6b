/** Writes what gathers a little later, so that nobody who adds to it waits. */
export interface WriteBehind {
  /** Something has come: it is written at the latest when the wait is over. */
  soon(): void;
  /** Writes until nothing is left. */
  flush(): Promise<void>;
}

interface Options {
  /** Milliseconds that what has come may wait. */
  waitMs: number;
  isEmpty: () => boolean;
  /** Writes all there is and must not throw; one call at a time. */
  write: () => Promise<void>;
}

/** What is left when the process ends is written by `flush` alone: the wait keeps no process alive. */
export function writeBehind({ waitMs, isEmpty, write }: Options): WriteBehind {
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
    soon: () => {
      timer ??= setTimeout(flush, waitMs).unref();
    },
    flush,
  };
}
