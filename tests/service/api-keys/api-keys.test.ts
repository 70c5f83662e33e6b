import { expect, test } from 'vitest';
import { sha256 } from '#lib/core/crypto';
import {
  createApiKey,
  createDashboardKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#lib/service/api-keys/api-keys';
import { isKeyFormat } from '#lib/service/api-keys/key-format';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, noon } from '#tests/support/owners';

const db = await openTestDatabase();

test('returns a new key once and stores only its hash', async () => {
  const owner = await createOwner(db);
  const key = await createApiKey(owner, { name: ' CI ' });
  expect(isKeyFormat(key.secret)).toBe(true);
  expect(key).toMatchObject({ name: 'CI', lastFour: key.secret.slice(-4), createdAt: noon, expiresAt: null });
  const { rows } = await db.$client.query('SELECT * FROM api_keys WHERE id = $1', [key.id]);
  expect(rows[0].secret_hash.equals(sha256(key.secret))).toBe(true);
  const middle = key.secret.slice(4, -4);
  expect(JSON.stringify(rows)).not.toContain(middle);
  expect(JSON.stringify(await listApiKeys(owner))).not.toContain(middle);
});

test('lists keys newest first with their state; revoking a key twice changes nothing', async () => {
  const owner = await createOwner(db);
  const expiresAt = new Date('2027-01-01T00:00:00Z');
  const first = await createApiKey(owner, { name: 'first', expiresAt });
  const later = { ...owner, clock: { now: () => new Date(noon.getTime() + 1_000) } };
  const second = await createApiKey(later, { name: 'second' });
  const revoked = await revokeApiKey(owner, { id: first.id });
  expect(await revokeApiKey(later, { id: first.id })).toEqual(revoked);
  const { entries } = await listAuditLog(owner, { action: 'api-key.revoked' });
  expect(entries).toMatchObject([{ target: 'first' }]);
  expect(await listApiKeys(owner)).toMatchObject([
    { id: second.id, revokedAt: null, expiresAt: null, lastUsedAt: null },
    { id: first.id, revokedAt: noon, expiresAt },
  ]);
});

test('treats another organization’s key as missing', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const { id } = await createApiKey(owner, { name: 'mine' });
  expect(await listApiKeys(otherOwner)).toEqual([]);
  const missing = '00000000-0000-4000-8000-000000000000';
  for (const keyId of [id, missing]) {
    await expect(revokeApiKey(otherOwner, { id: keyId })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: 'API key not found. Reload the page.',
    });
  }
  expect(await listApiKeys(owner)).toMatchObject([{ id, revokedAt: null }]);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'late', expiresAt: noon }, 'expiresAt'],
  [{ name: 'late', expiresAt: new Date(Number.NaN) }, 'expiresAt'],
])('rejects %j because of its %s', async (input, field) => {
  const owner = await createOwner(db);
  await expect(createApiKey(owner, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field }],
  });
});

test('rejects a key for an unknown organization', async () => {
  const owner = await createOwner(db);
  const unknownOrganization = { ...owner, organizationId: '00000000-0000-4000-8000-000000000000' };
  await expect(createApiKey(unknownOrganization, { name: 'x' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test.each([
  [{ name: 'x', scopes: [] }, 'scopes'],
  [{ name: 'x', scopes: ['root' as 'read'] }, 'scopes.0'],
  [{ name: 'x', allowedIps: ['192.0.2.0/33'] }, 'allowedIps.0'],
  [{ name: 'x', allowedIps: ['example.com'] }, 'allowedIps.0'],
])('rejects invalid scopes or allowed IP addresses: %j', async (input, field) => {
  const owner = await createOwner(db);
  await expect(createApiKey(owner, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field }],
  });
});

test('rotation creates a key with the same scopes and allowed IP addresses, and the old key expires after the overlap', async () => {
  const owner = await createOwner(db);
  const access = { scopes: ['read' as const], allowedIps: ['192.0.2.0/24'] };
  const old = await createApiKey(owner, { name: 'CI', ...access });
  const { secret, ...created } = await rotateApiKey(owner, { id: old.id, overlapDays: 3 });
  expect(isKeyFormat(secret)).toBe(true);
  expect(secret).not.toBe(old.secret);
  expect(created).toMatchObject({ name: 'CI', expiresAt: null, ...access });
  const threeDaysLater = new Date(noon.getTime() + 3 * 86_400_000);
  const keys = await listApiKeys(owner);
  expect(keys.find(({ id }) => id === old.id)).toMatchObject({ expiresAt: threeDaysLater, revokedAt: null });
  expect(keys.find(({ id }) => id === created.id)).toMatchObject({ expiresAt: null, revokedAt: null });
});

test('an overlap of 0 days revokes the old key immediately, and an overlap never extends an expiring key', async () => {
  const owner = await createOwner(db);
  const expiresAt = new Date(noon.getTime() + 86_400_000);
  const first = await createApiKey(owner, { name: 'CI', expiresAt });
  const second = await rotateApiKey(owner, { id: first.id, overlapDays: 30 });
  await rotateApiKey(owner, { id: second.id, overlapDays: 0 });
  const keys = await listApiKeys(owner);
  expect(keys.find(({ id }) => id === first.id)).toMatchObject({ expiresAt, revokedAt: null });
  expect(keys.find(({ id }) => id === second.id)).toMatchObject({ expiresAt, revokedAt: noon });
  for (const overlapDays of [-1, 31, 0.5, Number.NaN]) {
    await expect(rotateApiKey(owner, { id: first.id, overlapDays })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  }
  await expect(rotateApiKey(owner, { id: second.id, overlapDays: 1 })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  const other = await createOwner(db);
  await expect(rotateApiKey(other, { id: first.id, overlapDays: 1 })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('distinguishes the key of the dashboard from those that people create, whatever their names are', async () => {
  const owner = await createOwner(db);
  const { secret } = await createDashboardKey(owner);
  const own = await createApiKey(owner, { name: 'Dashboard' });
  const rotated = await rotateApiKey(owner, { id: own.id, overlapDays: 7 });
  const kinds = (await listApiKeys(owner)).map(({ id, kind, lastFour }) => ({ id, kind, lastFour }));
  expect(kinds).toHaveLength(3);
  expect(kinds).toEqual(
    expect.arrayContaining([
      { id: expect.any(String), kind: 'dashboard', lastFour: secret.slice(-4) },
      { id: own.id, kind: 'member', lastFour: own.lastFour },
      { id: rotated.id, kind: 'member', lastFour: rotated.lastFour },
    ]),
  );
});
