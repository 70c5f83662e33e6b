import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/process';

/** The wall clock of the processes that are started with `env`. */
export interface WallClock {
  env: Record<string, string>;
  /** Sets how far the clock is ahead of the real time. Running processes follow within 50 ms. */
  setOffset(ms: number): void;
}

/** Creates a wall clock for processes of the product, at first with the real time. It does not change their monotonic clock. */
export function createWallClock(folder: string, name: string): WallClock {
  const file = join(folder, `${name}.offset-ms`);
  const setOffset = (ms: number) => writeFileSync(file, String(ms));
  setOffset(0);
  return {
    env: {
      NODE_OPTIONS: `--import=${join(root, 'tests', 'support', 'wall-clock-preload.ts')}`,
      WALL_CLOCK_FILE: file,
    },
    setOffset,
  };
}
