import { expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { getAllowedHosts, getWebhookTarget } from '#lib/core/webhook-target';

const token = 'a'.repeat(43);
const settings = parseEnv({
  APP_URL: 'https://app.example.com',
  STORAGE_URL: 'https://files.example.net/storage',
  PORT: '3000',
  WEBHOOK_ALLOWED_HOSTS: '10.0.0.7:8080,hooks.internal',
});

test.each([
  ['https://hooks.example.org/x', 'public'],
  ['http://10.0.0.7:8080/x', 'listed'],
  ['http://10.0.0.7:8081/x', 'internal'],
  ['https://hooks.internal/x', 'listed'],
  [`https://app.example.com/webhooks/answers/${token}`, 'dashboard'],
  [`http://127.0.0.1:3000/webhooks/answers/${token}`, 'dashboard'],
  // Another scheme, port, host name, path, query or fragment is not the dashboard’s URL.
  [`http://app.example.com/webhooks/answers/${token}`, 'own-host'],
  [`https://app.example.com:8443/webhooks/answers/${token}`, 'own-host'],
  [`https://app.example.com/webhooks/answers/${token}/x`, 'own-host'],
  [`https://app.example.com/webhooks/answers/${token}?x=1`, 'own-host'],
  [`https://app.example.com/webhooks/answers/${token}#x`, 'own-host'],
  [`https://app.example.com/webhooks/answers/../../v1/async/queue`, 'own-host'],
  ['https://app.example.com/v1/async/task', 'own-host'],
  ['http://app.example.com/v1/async/task', 'own-host'],
  ['https://APP.example.com./', 'own-host'],
  ['https://files.example.net/', 'own-host'],
  [`http://localhost:3000/webhooks/answers/${token}`, 'internal'],
  [`https://127.0.0.1:3000/webhooks/answers/${token}`, 'internal'],
  ['http://127.0.0.1:3000/healthz', 'internal'],
  ['http://127.0.0.1:5432/', 'internal'],
])('%s is %s', (url, target) => {
  expect(getWebhookTarget(new URL(url), settings)).toBe(target);
  const isAllowed = ['public', 'listed', 'dashboard'].includes(target);
  expect(getAllowedHosts(new URL(url), settings) !== undefined).toBe(isAllowed);
});

test('the operator can allow the instance’s own host', () => {
  const open = parseEnv({ APP_URL: 'https://app.example.com', WEBHOOK_ALLOWED_HOSTS: 'app.example.com:443' });
  expect(getWebhookTarget(new URL('https://app.example.com/hook'), open)).toBe('listed');
  expect(getWebhookTarget(new URL('http://app.example.com/hook'), open)).toBe('own-host');
});
