import { afterAll, expect, test } from 'vitest';
import { send, startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant();
const { secret } = organization;
const url = `${testService.baseUrl}/v1/states?country=DE`;

/** Replaces one character of a key, so that its checksum no longer matches. */
function mistype(key: string): string {
  return key.slice(0, 6) + (key[6] === 'a' ? 'b' : 'a') + key.slice(7);
}

test.each([
  ['no header', undefined, 'MISSING_API_KEY'],
  ['an empty header', '', 'MISSING_API_KEY'],
  ['the bare key', secret, 'INVALID_API_KEY_FORMAT'],
  ['the scheme alone', 'Bearer', 'INVALID_API_KEY_FORMAT'],
  ['another scheme', `Basic ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['the scheme Token', `Token ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['no space', `Bearer${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['two spaces', `Bearer  ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['a colon', `Bearer: ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['quotes', `Bearer "${secret}"`, 'INVALID_API_KEY_FORMAT'],
  ['two keys', `Bearer ${secret} ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['two headers', `Bearer ${secret}, Bearer ${secret}`, 'INVALID_API_KEY_FORMAT'],
  ['a truncated key', `Bearer ${secret.slice(0, -1)}`, 'INVALID_API_KEY_FORMAT'],
  ['a key with an extra character', `Bearer ${secret}a`, 'INVALID_API_KEY_FORMAT'],
  ['a mistyped key', `Bearer ${mistype(secret)}`, 'INVALID_API_KEY_FORMAT'],
  ['an upper-case key', `Bearer ${secret.toUpperCase()}`, 'INVALID_API_KEY_FORMAT'],
  ['a key of another product', 'Bearer sk-live-0123456789abcdef', 'INVALID_API_KEY_FORMAT'],
  ['an SQL injection', `Bearer ' OR 1=1 --`, 'INVALID_API_KEY_FORMAT'],
  ['a very long key', `Bearer ${'a'.repeat(8000)}`, 'INVALID_API_KEY_FORMAT'],
  ['the word null', 'Bearer null', 'INVALID_API_KEY_FORMAT'],
])('responds to an invalid Authorization header with 401: %s', async (_, authorization, code) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const { status, body } = await send(url, 'GET', undefined, headers);
  expect([status, body.success, body.error.code]).toEqual([401, false, code]);
  expect(body.error.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('accepts an Authorization header surrounded by whitespace and records the use of the API key', async () => {
  for (const authorization of [`Bearer ${secret}`, `  Bearer ${secret}  `]) {
    expect((await send(url, 'GET', undefined, { authorization })).status).toBe(200);
  }
  const { rows } = await testService.db.$client.query('SELECT last_used_at FROM api_keys WHERE id = $1', [
    organization.keyId,
  ]);
  expect(rows[0].last_used_at).toBeInstanceOf(Date);
});

test('ignores an API key in the query or in a session cookie', async () => {
  const { body } = await send(`${url}&api_key=${secret}&key=${secret}`, 'GET', undefined, {
    cookie: `next-auth.session-token=${secret}`,
  });
  expect(body.error.code).toBe('MISSING_API_KEY');
});

test.each([
  ['revoked', 'UPDATE api_keys SET revoked_at = now() WHERE id = $1'],
  ['expired', `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`],
  [
    'of a deleted organization',
    'DELETE FROM organizations WHERE id = (SELECT organization_id FROM api_keys WHERE id = $1)',
  ],
])('responds with 401 to a key that is %s', async (_, statement) => {
  const other = await testService.createTenant();
  expect((await other.send('GET', '/v1/states?country=DE')).status).toBe(200);
  await testService.db.$client.query(statement, [other.keyId]);
  const { status, body } = await other.send('GET', '/v1/states?country=DE');
  expect([status, body.error.code]).toEqual([401, 'INVALID_OR_EXPIRED_API_KEY']);
});

test('reveals nothing about paths, methods or bodies without a valid API key', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/monitor/chat'],
    ['POST', '/v1/monitor/chat'],
  ] as const) {
    const { status, body } = await send(
      testService.baseUrl + path,
      method,
      method === 'GET' ? undefined : '{',
    );
    expect([status, body.error.code]).toEqual([401, 'MISSING_API_KEY']);
  }
});
