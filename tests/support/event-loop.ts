import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/process';
import { createTempFolder } from '#tests/support/temp-folder';

/** Measures for how long the event loop of a web process is blocked. */
export interface EventLoopWatch {
  /** Settings of the process. */
  env: Record<string, string>;
  /** Returns the CPU time in milliseconds of the longest turn of the event loop since the last call. */
  takeLongestMs(): number;
}

export function watchEventLoop(): EventLoopWatch {
  const file = join(createTempFolder(), 'event-loop.txt');
  writeFileSync(file, '');
  return {
    env: {
      EVENT_LOOP_FILE: file,
      NODE_OPTIONS: `--import=${join(root, 'tests', 'support', 'event-loop-preload.ts')}`,
    },
    takeLongestMs() {
      const blocked = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
      writeFileSync(file, '');
      return Math.max(0, ...blocked);
    },
  };
}
