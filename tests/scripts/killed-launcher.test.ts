import { afterAll, expect, test } from 'vitest';
import { createTestInstance, waitUntilRunning } from '#tests/support/launcher';
import { listProcesses, waitUntilOk } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const instance = await createTestInstance();
afterAll(() => instance.clear());

const listCommands = () => listProcesses(instance.dataFolder).map(({ command }) => command);
const isRunning = (part: string) => listCommands().some((command) => command.includes(part));

test('after kill -9 of the launcher, web and worker exit and the next start takes over', async () => {
  const first = instance.launch();
  await waitUntilRunning(first);
  await first.end('SIGKILL');
  await waitFor(
    'web and worker have ended',
    () => !isRunning('lib/web/main.ts') && !isRunning('lib/worker/main.ts'),
  );
  const second = instance.launch();
  await waitUntilRunning(second);
  await waitUntilOk(`${instance.url}/readyz`, [second]);
  expect(await second.end('SIGINT')).toBe(0);
  expect(listCommands()).toEqual([]);
}, 300_000);
