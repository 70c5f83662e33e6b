import { setTimeout as delay } from 'node:timers/promises';
import type { TestEmails } from '#tests/faults/emails';
import { type FaultInstance, leaseSeconds } from '#tests/faults/instance';
import type { TestProcess } from '#tests/support/process';

function chooseRandom<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

async function killAndRestart(target: TestProcess): Promise<void> {
  await target.end('SIGKILL');
  if (!target.isRunning()) target.start();
}

/** For each kind of process, returns a function that kills and restarts one process, and its weight in the random choice. */
const getKills = (instance: FaultInstance): Record<string, { weight: number; run(): Promise<void> }> => ({
  worker: { weight: 8, run: () => killAndRestart(chooseRandom(instance.workers)) },
  web: { weight: 5, run: () => killAndRestart(chooseRandom(instance.webProcesses)) },
  workerRunner: { weight: 3, run: () => killAndRestart(instance.workerRunner) },
  PostgreSQL: { weight: 1, run: () => instance.killPostgres() },
});

/**
 * Kills a process that is chosen at random and starts it again.
 * @param isPostgresDue if true, PostgreSQL is killed
 * @returns the kind of the process
 */
export async function killRandomProcess(instance: FaultInstance, isPostgresDue: boolean): Promise<string> {
  const choices = Object.entries(getKills(instance)).flatMap(([name, { weight, run }]) =>
    Array.from({ length: weight }, () => ({ name, run })),
  );
  const chosen = isPostgresDue
    ? { name: 'PostgreSQL', run: () => instance.killPostgres() }
    : chooseRandom(choices);
  await chosen.run();
  return chosen.name;
}

/** Faults other than kills. Each ends by itself. */
const disturbances: Record<string, (instance: FaultInstance, emails: TestEmails) => Promise<void>> = {
  /** A worker is paused until its leases have expired, so that other workers claim its tasks. */
  async 'pause past the lease'({ workers }) {
    const worker = chooseRandom(workers);
    worker.signal('SIGSTOP');
    await delay(leaseSeconds * 1500);
    worker.signal('SIGCONT');
  },
  'dropped connections': (instance) => instance.dropConnections(8),
  async 'provider failures'(instance) {
    instance.setProviderBehavior(
      chooseRandom([
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
    const clock = chooseRandom(clocks);
    clock.setOffset(chooseRandom([-1, 1]) * 3_600_000);
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

/** Starts a random disturbance in the background. @returns its name, or undefined if it was already under way */
export function startDisturbance(instance: FaultInstance, emails: TestEmails): string | undefined {
  const [name, start] = chooseRandom(Object.entries(disturbances));
  if (running.has(name)) return undefined;
  // Statements fail while PostgreSQL is down.
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
