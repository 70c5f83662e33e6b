import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#scripts/system/free-port';
import { createTestInstance, waitUntilRunning } from '#tests/support/launcher';
import { listProcesses, waitUntilOk } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const instance = await createTestInstance();
const metricsPort = await findFreePort();
const launcher = instance.launch({ WORKER_METRICS_PORT: String(metricsPort) });
beforeAll(() => waitUntilRunning(launcher), 300_000);
afterAll(() => instance.clear());

/** Returns the ID of the instance's process whose command contains `part`. */
function findPid(part: string): number | undefined {
  return listProcesses(instance.dataFolder).find(({ command }) => command.includes(part))?.pid;
}

/** Returns whether the web process is still the one with this ID. */
function isSamePid(pid: number): boolean {
  const current = findPid('lib/web/main.ts');
  return current === undefined || current === pid;
}

test('prints the URL and the data folder, and makes the secrets file readable only by its owner', async () => {
  expect(launcher.output()).toContain(`http://localhost:${instance.port}`);
  expect(launcher.output()).toContain(instance.dataFolder);
  expect(statSync(join(instance.dataFolder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect((await fetch(`${instance.url}/`)).status).toBeLessThan(400);
});

test('listens on the loopback interface only, because APP_URL is not set', async () => {
  const { port } = instance;
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  // Every address of 127.0.0.0/8 belongs to this machine, so a server on all interfaces would accept this one too.
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
  await expect(fetch(`http://127.0.0.2:${metricsPort}/healthz`)).rejects.toThrow();
  expect((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status).toBe(200);
});

test('a second start on the same data folder reports the running instance and exits', async () => {
  const second = instance.launch();
  expect(await second.waitForExit()).toBe(1);
  expect(second.output()).toContain(`process ${launcher.pid}`);
  expect(second.output()).toContain(`http://localhost:${instance.port}`);
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
});

test.each(['lib/web/main.ts', 'lib/worker/main.ts', '/native/bin/postgres'])(
  'after kill -9 of %s the instance recovers',
  async (part) => {
    const killed = findPid(part);
    if (killed === undefined) throw new Error(`${part} is not running.`);
    process.kill(killed, 'SIGKILL');
    await waitFor(`another ${part} runs`, () => {
      const pid = findPid(part);
      return pid !== undefined && pid !== killed;
    });
    await waitUntilOk(`${instance.url}/readyz`, [launcher], 30);
  },
);

test('a web process that stands still is replaced, and the log says why', async () => {
  const stopped = findPid('lib/web/main.ts');
  if (stopped === undefined) throw new Error('No web process is running.');
  process.kill(stopped, 'SIGSTOP');
  await waitFor('another web process runs', () => !isSamePid(stopped), { seconds: 120 });
  await waitUntilOk(`${instance.url}/readyz`, [launcher], 30);
  expect(launcher.output()).toMatch(/web has not responded to \/healthz for \d+ seconds/);
});

test('SIGTERM stops everything and exits with 0', async () => {
  expect(await launcher.end('SIGTERM')).toBe(0);
  expect(listProcesses(instance.dataFolder)).toEqual([]);
});

test('prints the random password of the demo once, and later where to find it', async () => {
  const first = instance.launch({ DEMO: 'on' });
  await waitUntilRunning(first);
  expect(await first.end('SIGTERM')).toBe(0);
  const file = join(instance.dataFolder, 'demo-password');
  const password = readFileSync(file, 'utf8').trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(first.output()).toContain(`demo@answerscope.example  ${password}`);
  const second = instance.launch({ DEMO: 'on', APP_URL: `http://localhost:${instance.port}` });
  await waitUntilRunning(second);
  // With APP_URL, the instance listens on all interfaces.
  expect((await fetch(`http://127.0.0.2:${instance.port}/healthz`)).status).toBe(200);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(second.output()).toContain(`(password in ${file})`);
  expect(second.output()).not.toContain(password);
});
