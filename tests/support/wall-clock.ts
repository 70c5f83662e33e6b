import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/process';

/** The wall clock of processes that are started with `env`, which is ahead of the real time by what was set last. */
export interface WallClock {
  env: Record<string, string>;
  /** Sets the clock of processes that run and of those that start later, within 50 ms. */
  setOffset(ms: number): void;
}

/** Creates a wall clock that is right, for processes of the product. Their monotonic clock is never changed. */
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
