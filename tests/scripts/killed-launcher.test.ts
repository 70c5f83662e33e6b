import { afterAll, expect, test } from 'vitest';
import { createLauncherSite, waitUntilRunning } from '#tests/support/launcher';
import { listProcesses, waitUntilOk } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const site = await createLauncherSite();
afterAll(() => site.clear());

const listCommands = () => listProcesses(site.dataFolder).map(({ command }) => command);
const isRunning = (part: string) => listCommands().some((command) => command.includes(part));

test('after kill -9 of the launcher, web and worker exit and the next start takes over', async () => {
  const first = site.launch();
  await waitUntilRunning(first);
  await first.end('SIGKILL');
  await waitFor(
    'web and worker have ended',
    () => !isRunning('lib/web/main.ts') && !isRunning('lib/worker/main.ts'),
  );
  const second = site.launch();
  await waitUntilRunning(second);
  await waitUntilOk(`${site.url}/readyz`, [second]);
  expect(await second.end('SIGINT')).toBe(0);
  expect(listCommands()).toEqual([]);
}, 300_000);
