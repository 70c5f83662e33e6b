import { expect, test } from 'vitest';
import { readSettings } from '#lib/core/settings';
import { startProcess } from '../support/process';

// decisions.md, "Boot and administration": a bad value stops the start with one clear line naming the variable.

test.each([
  ['web', 'PORT', 'abc'],
  ['worker', 'TASK_RETENTION_HOURS', '-1'],
])('%s: %s=%s stops the start with one line', async (name, variable, value) => {
  const started = startProcess([`lib/${name}/main.ts`], { [variable]: value });
  expect(await started.ended()).toBe(1);
  expect(started.output()).toMatch(new RegExp(`^Setting ${variable}: [^\n]+\n$`));
});

test.each([
  ['WEBHOOK_ALLOWED_HOSTS', 'a b'],
  ['WEBHOOK_ALLOWED_HOSTS', 'http://a:80'],
  ['WEBHOOK_RETRY_SECONDS', '1,2,3'],
  ['HTML_RETENTION_HOURS', '0'],
  ['OPENAI_BASE_URL', 'api.openai.com'],
])('%s=%s is refused by name', (variable, value) => {
  expect(() => readSettings({ [variable]: value })).toThrow(new RegExp(`^Setting ${variable}: `));
});

test.each(['', '127.0.0.1:80', 'a:80, [::1]:90 ,hooks.internal', 'a,'])('the hosts %j are taken', (hosts) => {
  expect(readSettings({ WEBHOOK_ALLOWED_HOSTS: hosts })).toBeDefined();
});
