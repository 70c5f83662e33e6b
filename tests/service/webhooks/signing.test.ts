import { expect, test } from 'vitest';
import { getEnv } from '#lib/core/env';
import { createFixedClock } from '#lib/core/time';
import { createApiClient } from '#lib/dashboard/api-credentials/api-client';
import {
  findWebhookEndpoint,
  getWebhookUrl,
  saveApiCredentials,
  saveSigningSecret,
} from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import {
  decryptSigningSecret,
  disableSigning,
  enableSigning,
  endSigningOverlap,
  getSigningState,
  rotateSigningSecret,
} from '#lib/service/webhooks/signing';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner, noon } from '#tests/support/owners';

const db = await openTestDatabase();

async function readEncryptedSecret({ organizationId }: Context): Promise<string | null> {
  const { rows } = await db.$client.query(
    'SELECT signing_secret_encrypted FROM organizations WHERE id = $1',
    [organizationId],
  );
  return rows[0].signing_secret_encrypted;
}

async function readSecret(context: Context): Promise<string> {
  return decryptSigningSecret(context.organizationId, (await readEncryptedSecret(context)) ?? '');
}

async function readToken(context: Context): Promise<string> {
  return (await getWebhookUrl(context)).split('/').at(-1) ?? '';
}

test('enables signing only while it is disabled, and rotates the secret only while it is enabled', async () => {
  const owner = await createOwner(db);
  await expect(rotateSigningSecret(owner)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const { secret } = await enableSigning(owner);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await readSecret(owner)).toBe(secret);
  await expect(enableSigning(owner)).rejects.toMatchObject({ code: 'RESOURCE_ALREADY_EXISTS' });
  const rotated = await rotateSigningSecret(owner);
  expect(rotated.secret).not.toBe(secret);
  expect(await readSecret(owner)).toBe(rotated.secret);
  await disableSigning(owner);
  await disableSigning(owner);
  expect(await readEncryptedSecret(owner)).toBeNull();
});

test('keeps the previous secret until the overlap ends', async () => {
  const owner = await createOwner(db);
  const first = await enableSigning(owner);
  expect(await getSigningState(owner)).toEqual({ isEnabled: true, previousUntil: null });
  await rotateSigningSecret(owner, { overlapDays: 3 });
  const end = new Date(noon.getTime() + 3 * 86_400_000);
  expect(await getSigningState(owner)).toEqual({ isEnabled: true, previousUntil: end });
  const later = { ...owner, clock: createFixedClock(end) };
  expect(await getSigningState(later)).toEqual({ isEnabled: true, previousUntil: null });
  const { rows } = await db.$client.query(
    'SELECT previous_signing_secret_encrypted AS encrypted FROM organizations WHERE id = $1',
    [owner.organizationId],
  );
  expect(decryptSigningSecret(owner.organizationId, rows[0].encrypted)).toBe(first.secret);
  expect(rows[0].encrypted).not.toContain(first.secret);
});

test('deletes the previous secret at a rotation without overlap, at the end of the overlap and when signing is disabled', async () => {
  const owner = await createOwner(db);
  const countPrevious = async () => {
    const { rows } = await db.$client.query(
      'SELECT num_nonnulls(previous_signing_secret_encrypted, previous_signing_secret_expires_at) AS n FROM organizations WHERE id = $1',
      [owner.organizationId],
    );
    return rows[0].n;
  };
  const withOverlap = () => rotateSigningSecret(owner, { overlapDays: 30 });
  await enableSigning(owner);
  for (const deletePrevious of [
    () => rotateSigningSecret(owner),
    () => endSigningOverlap(owner),
    () => deleteExpiredData(db, { now: new Date(noon.getTime() + 31 * 86_400_000), retentionHours: 24 }),
    () => disableSigning(owner),
  ]) {
    await withOverlap();
    expect(await countPrevious()).toBe(2);
    await deletePrevious();
    expect(await countPrevious()).toBe(0);
  }
});

test.each([-1, 31, 1.5, Number.NaN])('rejects an overlap of %s days', async (overlapDays) => {
  const owner = await createOwner(db);
  await enableSigning(owner);
  await expect(rotateSigningSecret(owner, { overlapDays })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'overlapDays' }],
  });
});

test('if signing is enabled several times in parallel, one call succeeds and returns the valid secret', async () => {
  const owner = await createOwner(db);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => enableSigning(owner)));
  const secrets = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.secret] : []));
  expect(secrets).toEqual([await readSecret(owner)]);
});

test.each(['editor', 'viewer'] as const)('does not let %ss change signing', async (role) => {
  const member = await createMember(await createOwner(db), role);
  const refusal = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(enableSigning(member)).rejects.toMatchObject(refusal);
  await expect(rotateSigningSecret(member)).rejects.toMatchObject(refusal);
  await expect(disableSigning(member)).rejects.toMatchObject(refusal);
  await expect(endSigningOverlap(member)).rejects.toMatchObject(refusal);
  await expect(saveSigningSecret(member, null)).rejects.toMatchObject(refusal);
  await expect(saveApiCredentials(member, { apiKey: 'x', signingSecret: null })).rejects.toMatchObject(
    refusal,
  );
});

test('stores secrets encrypted and bound to their organization', async () => {
  const [owner, otherOwner] = [await createOwner(db), await createOwner(db)];
  const { secret: apiKey } = await createApiKey(owner, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret });
  const { rows } = await db.$client.query(
    `SELECT o.*, c.*, c.signing_secret_encrypted AS copy FROM organizations o JOIN service_credentials c ON c.organization_id = o.id
     WHERE o.id = $1`,
    [owner.organizationId],
  );
  const stored = JSON.stringify(rows);
  for (const secret of [apiKey, signingSecret, await readToken(owner)]) expect(stored).not.toContain(secret);
  await saveApiCredentials(otherOwner, { apiKey: 'another', signingSecret: null });
  await db.$client.query(
    `UPDATE service_credentials SET api_key_encrypted = $2, signing_secret_encrypted = $3 WHERE organization_id = $1`,
    [otherOwner.organizationId, rows[0].api_key_encrypted, rows[0].copy],
  );
  await expect(createApiClient(otherOwner)).rejects.toThrow();
  await expect(findWebhookEndpoint(db, await readToken(otherOwner))).rejects.toThrow();
  const encrypted = (await readEncryptedSecret(owner)) ?? '';
  expect(() => decryptSigningSecret(otherOwner.organizationId, encrypted)).toThrow();
});

test('finds a webhook endpoint by its token, with its signing secret', async () => {
  const owner = await createOwner(db);
  const { organizationId } = owner;
  const notFound = { code: 'RESOURCE_NOT_FOUND', details: { id: organizationId } };
  await expect(createApiClient(owner)).rejects.toMatchObject(notFound);
  await expect(getWebhookUrl(owner)).rejects.toMatchObject(notFound);
  await expect(saveSigningSecret(owner, 'x')).rejects.toMatchObject(notFound);
  await saveApiCredentials(owner, { apiKey: 'a key', signingSecret: 'whsec_1' });
  const webhookUrl = await getWebhookUrl(owner);
  expect(webhookUrl).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:${getEnv().PORT}/webhooks/answers/[\\w-]{43}$`),
  );
  const token = await readToken(owner);
  expect(await findWebhookEndpoint(db, token)).toEqual({ organizationId, signingSecret: 'whsec_1' });
  await saveSigningSecret(owner, 'whsec_2');
  expect(await findWebhookEndpoint(db, token)).toEqual({ organizationId, signingSecret: 'whsec_2' });
  await saveSigningSecret(owner, null);
  expect(await findWebhookEndpoint(db, token)).toEqual({ organizationId, signingSecret: null });
  await saveApiCredentials(owner, { apiKey: 'another key', signingSecret: 'whsec_3' });
  expect(await getWebhookUrl(owner)).toBe(webhookUrl);
  expect(await findWebhookEndpoint(db, token)).toEqual({ organizationId, signingSecret: 'whsec_3' });
  for (const invalidToken of ['', 'nonsense', token.slice(1)]) {
    expect(await findWebhookEndpoint(db, invalidToken)).toBeNull();
  }
});
