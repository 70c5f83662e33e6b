import { appendFileSync } from 'node:fs';
import { measureSlowness } from '#tests/support/machine-speed';

// The web process loads this module first. It appends to a file the milliseconds of CPU time of each turn of the event
// loop that took longer than `minMs`, for long ones as on the reference machine.
const minMs = 20;
const longMs = 200;
const intervalMs = 2;
const file = process.env.EVENT_LOOP_FILE ?? '';

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// The process that renders pages in the background may block: the web process does not wait for it.
if (process.argv[1]?.endsWith('lib/web/main.ts')) {
  let before = readCpuMs();
  setInterval(() => {
    const now = readCpuMs();
    const ms = now - before;
    if (ms > minMs) appendFileSync(file, `${Math.round(ms > longMs ? ms / measureSlowness() : ms)}\n`);
    before = readCpuMs();
  }, intervalMs).unref();
}
