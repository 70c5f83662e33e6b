import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestInstance, waitUntilRunning } from '#tests/support/launcher';
import { listProcesses, waitUntilOk } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const instance = await createTestInstance();
const launcher = instance.launch();
beforeAll(() => waitUntilRunning(launcher), 300_000);
afterAll(() => instance.clear());

/** Returns the ID of the instance's process whose command contains `part`. */
function findPid(part: string): number | undefined {
  return listProcesses(instance.dataFolder).find(({ command }) => command.includes(part))?.pid;
}

test('prints the URL and the data folder, and makes the secrets file readable only by its owner', async () => {
  expect(launcher.output()).toContain(`http://localhost:${instance.port}`);
  expect(launcher.output()).toContain(instance.dataFolder);
  expect(statSync(join(instance.dataFolder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect((await fetch(`${instance.url}/`)).status).toBeLessThan(400);
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

test('SIGTERM stops everything and exits with 0', async () => {
  expect(await launcher.end('SIGTERM')).toBe(0);
  expect(listProcesses(instance.dataFolder)).toEqual([]);
});
