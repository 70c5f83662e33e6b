import { setTimeout as delay } from 'node:timers/promises';
import type { TestEmails } from '#tests/faults/emails';
import { type FaultInstance, leaseSeconds } from '#tests/faults/instance';
import type { TestProcess } from '#tests/support/process';

function choose<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

async function killAndRestart(target: TestProcess): Promise<void> {
  await target.end('SIGKILL');
  if (!target.isRunning()) target.start();
}

/** The processes that `kill -9` can end, each with the weight of its random choice. */
const kills = (instance: FaultInstance): Record<string, { weight: number; run(): Promise<void> }> => ({
  worker: { weight: 8, run: () => killAndRestart(choose(instance.workers)) },
  web: { weight: 5, run: () => killAndRestart(choose(instance.webs)) },
  workerRunner: { weight: 3, run: () => killAndRestart(instance.workerRunner) },
  PostgreSQL: { weight: 1, run: () => instance.killPostgres() },
});

/** Kills a process that is chosen at random and starts it again. @returns the name of its kind */
export async function killRandomProcess(instance: FaultInstance, isPostgresDue: boolean): Promise<string> {
  const choices = Object.entries(kills(instance)).flatMap(([name, { weight, run }]) =>
    Array.from({ length: weight }, () => ({ name, run })),
  );
  const chosen = isPostgresDue ? { name: 'PostgreSQL', run: () => instance.killPostgres() } : choose(choices);
  await chosen.run();
  return chosen.name;
}

/** Faults other than kills, which end by themselves. */
const disturbances: Record<string, (instance: FaultInstance, emails: TestEmails) => Promise<void>> = {
  /** A worker sleeps until others have taken its tasks. */
  async 'pause past the lease'({ workers }) {
    const worker = choose(workers);
    worker.signal('SIGSTOP');
    await delay(leaseSeconds * 1500);
    worker.signal('SIGCONT');
  },
  'dropped connections': (instance) => instance.dropConnections(8),
  async 'provider storm'(instance) {
    instance.setProviderBehavior(
      choose([
        { kind: 'response', status: 500 },
        { kind: 'response', status: 503 },
        { kind: 'response', status: 429, headers: { 'retry-after': '1' } },
        { kind: 'truncate', bytes: 200 },
        { kind: 'hang', ms: 300 },
        { kind: 'recording', delayMs: 1000 },
      ]),
    );
    await delay(700);
    instance.setProviderBehavior(undefined);
  },
  /** The wall clock of a process jumps an hour ahead or back, and later returns to the right time. */
  async 'clock jump'({ clocks }) {
    const clock = choose(clocks);
    clock.setOffset(choose([-1, 1]) * 3_600_000);
    await delay(1000 + Math.random() * 2000);
    clock.setOffset(0);
  },
  async 'failing SMTP'({ smtp }, emails) {
    smtp.setBehavior({ code: 451, message: 'Try again later.' });
    try {
      await emails.queue();
      await delay(1500);
    } finally {
      smtp.setBehavior('accept');
    }
  },
};

const running = new Map<string, Promise<void>>();

/** Starts a random disturbance in the background, unless it is already under way. @returns its name if it was started */
export function startDisturbance(instance: FaultInstance, emails: TestEmails): string | undefined {
  const [name, start] = choose(Object.entries(disturbances));
  if (running.has(name)) return undefined;
  // Statements on a killed PostgreSQL fail.
  running.set(
    name,
    start(instance, emails)
      .catch(() => {})
      .finally(() => running.delete(name)),
  );
  return name;
}

/** Waits until every disturbance has ended. */
export async function endDisturbances(): Promise<void> {
  await Promise.all(running.values());
}
