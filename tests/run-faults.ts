import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#tests/support/process';

// npm run test:faults: 50 kills over 5,000 tasks, a rolling restart with kills, and a full disk. With `-- --long`, 1,000
// kills over 20,000 tasks, 20 rolling restarts, and a full disk.
/** The kills follow each other more quickly than by default, so that the run takes about half an hour on two CPUs. */
const longRun = { FAULT_KILLS: '1000', FAULT_TASKS_PER_KILL: '20', FAULT_ROUNDS: '20' };
const isLong = process.argv.includes('--long');
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=default', 'tests/faults'],
  {
    cwd: root,
    env: { ...process.env, ...(isLong ? longRun : {}) },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exitCode = status ?? 1;
