import { expect, test } from 'vitest';
import { root, startProcess } from '#tests/support/process';

test.each([
  ['scripts/mock-providers/main.ts', ['--help'], 0, /^Usage: npm run mock-providers/],
  ['scripts/mock-providers/main.ts', ['--nonsense'], 1, /'--nonsense'[\s\S]*Usage: npm run mock-providers/],
  [
    'scripts/mock-providers/main.ts',
    ['--port', 'abc'],
    1,
    /^--port must be a number from 0 to 65535\.\n\nUsage/,
  ],
  [
    'scripts/mock-providers/main.ts',
    ['--failures', '2'],
    1,
    /^--failures must be a number from 0 to 1\.\n\nUsage/,
  ],
  [
    'scripts/bench/main.ts',
    ['--help'],
    0,
    /^Usage: npm run bench -- http\|dashboard\|long-periods\|ingest\|lighthouse\|pipeline\|migration\|costs\|scaling\|positions\|mentions\|alerts\|verdicts\|weight\n$/,
  ],
  ['scripts/bench/main.ts', ['speed'], 1, /^There is no benchmark called "speed"\. Usage: /],
  ['lib/cli/main.ts', ['--help'], 0, /^Usage: npm run --silent cli/],
])('%s %j exits with %d and prints its usage', async (script, options, code, usage) => {
  const command = startProcess([script, ...options], { LOG_LEVEL: 'silent' });
  expect(await command.waitForExit()).toBe(code);
  expect(command.output()).toMatch(usage);
  expect(command.output()).not.toContain(root);
});

test('reports a failed shutdown in one line', async () => {
  const program = `import { onShutdown } from '#lib/core/process';
    onShutdown(() => Promise.reject(new Error('the database is unavailable')));
    setInterval(() => {}, 1000);
    process.kill(process.pid, 'SIGTERM');`;
  const stopping = startProcess(['--input-type=module', '--eval', program], {});
  expect(await stopping.waitForExit()).toBe(1);
  expect(stopping.output()).toBe('Shutdown failed: Error: the database is unavailable\n');
});
