import { expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { startProcess } from '#tests/support/process';

test.each([
  ['web', 'PORT', 'abc'],
  ['worker', 'TASK_RETENTION_HOURS', '-1'],
])('%s process exits with one line for %s=%s', async (name, variable, value) => {
  const started = startProcess([`lib/${name}/main.ts`], { [variable]: value });
  expect(await started.waitForExit()).toBe(1);
  expect(started.output()).toMatch(new RegExp(`^Invalid ${variable}: [^\n]+\n$`));
});

test.each([
  ['WEBHOOK_ALLOWED_HOSTS', 'a b'],
  ['WEBHOOK_ALLOWED_HOSTS', 'http://a:80'],
  ['WEBHOOK_RETRY_SECONDS', '1,2,3'],
  ['HTML_RETENTION_HOURS', '0'],
  ['OPENAI_BASE_URL', 'api.openai.com'],
])('rejects %s=%s and names the variable', (variable, value) => {
  expect(() => parseEnv({ [variable]: value })).toThrow(new RegExp(`^Invalid ${variable}: `));
});

test.each(['', '127.0.0.1:80', 'a:80, [::1]:90 ,hooks.internal', 'a,'])(
  'accepts the webhook hosts %j',
  (hosts) => {
    expect(parseEnv({ WEBHOOK_ALLOWED_HOSTS: hosts })).toBeDefined();
  },
);
