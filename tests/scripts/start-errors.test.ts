import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listen } from '#lib/core/process';
import { createTestInstance } from '#tests/support/launcher';

const instance = await createTestInstance();
afterAll(() => instance.clear());

test.each([
  ['PORT', 'abc'],
  ['APP_URL', 'ftp://example.com'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['ENCRYPTION_KEY', 'short'],
  ['DEMO', 'perhaps'],
  ['WEBHOOK_RETRY_SECONDS', '1,2'],
])('an invalid %s stops the start with one line that mentions it', async (name, value) => {
  const launcher = instance.launch({ [name]: value });
  expect(await launcher.waitForExit()).toBe(1);
  expect(launcher.output().trim().split('\n')).toEqual([expect.stringContaining(`Invalid ${name}: `)]);
});

test('a port in use stops the start with one line that mentions PORT', async () => {
  const other = createServer();
  await listen(other, instance.port);
  const launcher = instance.launch();
  const code = await launcher.waitForExit();
  await new Promise((done) => other.close(done));
  expect(code).toBe(1);
  expect(launcher.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^Port \d+ is already in use\. Set PORT/),
  ]);
});
