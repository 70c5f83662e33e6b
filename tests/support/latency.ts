import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { HeavyLoad } from '#tests/security/heavy-clients';
import { root } from '#tests/support/process';

/** Returns the 95th percentile. */
export const getP95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? 0;

/** Measures the duration in milliseconds of a request, sent every `intervalMs` during `phaseMs`. */
export async function measureLatency(
  send: () => Promise<void>,
  { phaseMs, intervalMs }: { phaseMs: number; intervalMs: number },
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + phaseMs;
  for await (const _ of setInterval(intervalMs)) {
    const startedAt = performance.now();
    await send();
    times.push(performance.now() - startedAt);
    if (performance.now() > end) break;
  }
  return times;
}

/** Runs work while clients in another process send requests without a pause. @returns also the statuses of their responses */
export async function runUnderLoad<T>(
  load: HeavyLoad,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: number[] }> {
  const child = fork(join(root, 'tests', 'security', 'heavy-clients.ts'));
  const statuses: number[] = [];
  child.on('message', ({ status }: { status: number }) => statuses.push(status));
  child.send(load);
  await once(child, 'message');
  const result = await work();
  child.disconnect();
  await once(child, 'exit');
  return { result, statuses };
}
