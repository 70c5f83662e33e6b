import { afterAll, expect, test } from 'vitest';
import { apiScopes } from '#lib/contract/plans';
import { routes } from '#lib/contract/routes';
import { isInNetworks } from '#lib/core/ip-address';
import { createOperatorContext } from '#lib/db/context';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { send, startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { id: organizationId } = await testService.createTenant();
const context = createOperatorContext(testService.service, organizationId);

const request = (secret: string, method: string, path: string, headers: Record<string, string> = {}) =>
  send(`${testService.baseUrl}${path}`, method, method === 'POST' ? '{}' : undefined, {
    authorization: `Bearer ${secret}`,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...headers,
  });

test.each(apiScopes)('a key with the scope %s can use its endpoints and no others', async (scope) => {
  const { secret } = await createApiKey(context, { name: scope, scopes: [scope] });
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace('{taskId}', '00000000-0000-4000-8000-000000000000');
    const { status, body } = await request(secret, route.method, path);
    if (route.scope === scope) expect([name, body.error?.code]).not.toContain('INSUFFICIENT_PERMISSIONS');
    else {
      expect([name, status, body.error.code]).toEqual([name, 403, 'INSUFFICIENT_PERMISSIONS']);
      expect(body.error.message).toContain(`lacks the scope "${route.scope}"`);
    }
  }
});

test('a key without scopes can use every endpoint', async () => {
  const { secret } = await createApiKey(context, { name: 'all' });
  for (const route of Object.values(routes)) {
    const { body } = await request(secret, route.method, route.path);
    expect(body.error?.code).not.toBe('INSUFFICIENT_PERMISSIONS');
  }
});

test('a key is accepted only from its allowed IP addresses, even if X-Forwarded-For contains one of them', async () => {
  const local = await createApiKey(context, { name: 'local', allowedIps: ['127.0.0.0/8', '::1'] });
  expect((await request(local.secret, 'GET', '/v1/credits')).status).toBe(200);
  const { rows } = await testService.db.$client.query('SELECT last_used_ip FROM api_keys WHERE id = $1', [
    local.id,
  ]);
  expect(rows[0].last_used_ip).toBe('127.0.0.1');
  const remote = await createApiKey(context, { name: 'remote', allowedIps: ['192.0.2.0/24'] });
  const { status, body } = await request(remote.secret, 'GET', '/v1/credits', {
    'x-forwarded-for': '192.0.2.1',
  });
  expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
  expect(body.error.message).toContain('does not allow requests from');
});

test('a rotated key works alongside the new one until it is revoked', async () => {
  const old = await createApiKey(context, { name: 'rotated' });
  const created = await rotateApiKey(context, { id: old.id, overlapDays: 1 });
  for (const { secret } of [old, created]) {
    expect((await request(secret, 'GET', '/v1/credits')).status).toBe(200);
  }
  await revokeApiKey(context, { id: old.id });
  expect((await request(old.secret, 'GET', '/v1/credits')).body.error.code).toBe(
    'INVALID_OR_EXPIRED_API_KEY',
  );
  expect((await request(created.secret, 'GET', '/v1/credits')).status).toBe(200);
});

test.each([
  ['192.0.2.1', ['192.0.2.1'], true],
  ['::ffff:192.0.2.1', ['192.0.2.0/24'], true],
  ['192.0.3.1', ['192.0.2.0/24', '198.51.100.0/24'], false],
  ['2001:db8:1::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('checks whether %s is in the networks %j: %s', (ipAddress, networks, expected) => {
  expect(isInNetworks(ipAddress, networks)).toBe(expected);
});

test('every endpoint rejects the keys of an organization that is scheduled for deletion', async () => {
  const { id, secret } = await testService.createTenant({ name: 'Leaving' });
  const operator = createOperatorContext(testService.service, id);
  await scheduleDeletion(operator, { name: 'Leaving' });
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace('{taskId}', '00000000-0000-4000-8000-000000000000');
    const { status, body } = await request(secret, route.method, path);
    expect([name, status, body.error.code]).toEqual([name, 403, 'INSUFFICIENT_PERMISSIONS']);
    expect(body.error.message).toContain('is scheduled for deletion on');
  }
  await restoreOrganization(operator);
  expect((await request(secret, 'GET', '/v1/states?country=DE')).status).toBe(200);
});
