import { afterAll, expect, test } from 'vitest';
import { createSite, untilRunning } from '#tests/support/launcher';
import { untilOk } from '#tests/support/process';
import { processesOf } from '#tests/support/processes-of';
import { until } from '#tests/support/until';

const site = await createSite();
afterAll(() => site.clear());

const commands = () => processesOf(site.dataFolder).map(({ command }) => command);
const runs = (part: string) => commands().some((command) => command.includes(part));

test('after kill -9 of the launcher web and worker end, and the next start takes over', async () => {
  const first = site.launch();
  await untilRunning(first);
  await first.end('SIGKILL');
  await until('web and worker have ended', () => !runs('lib/web/main.ts') && !runs('lib/worker/main.ts'));
  const second = site.launch();
  await untilRunning(second);
  await untilOk(`${site.address}/readyz`, [second]);
  expect(await second.end('SIGINT')).toBe(0);
  expect(commands()).toEqual([]);
}, 300_000);
