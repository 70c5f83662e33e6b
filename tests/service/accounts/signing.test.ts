import { afterAll, expect, test } from 'vitest';
import { settings } from '#lib/core/settings';
import { clientFor } from '#lib/dashboard/api-credentials/client-for';
import { connect } from '#lib/dashboard/api-credentials/connect';
import { connectionByReceiverToken } from '#lib/dashboard/api-credentials/connection-by-receiver-token';
import { receiverAddress } from '#lib/dashboard/api-credentials/receiver-address';
import { setSigningSecret } from '#lib/dashboard/api-credentials/set-signing-secret';
import { openDatabase } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { createKey } from '#lib/service/api-keys/create-key';
import { disableSigning } from '#lib/service/webhooks/disable-signing';
import { enableSigning } from '#lib/service/webhooks/enable-signing';
import { rotateSigning } from '#lib/service/webhooks/rotate-signing';
import { unsealSigningSecret } from '#lib/service/webhooks/signing-secret';
import { newMember, newOwner } from '#tests/service/accounts/place';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

async function sealedOf({ organizationId }: Context): Promise<string | null> {
  const { rows } = await db.$client.query('SELECT signing_secret FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  return rows[0].signing_secret;
}

async function unsealedOf(context: Context): Promise<string> {
  return unsealSigningSecret(context.organizationId, (await sealedOf(context)) ?? '');
}

async function tokenOf(context: Context): Promise<string> {
  return (await receiverAddress(context)).split('/').at(-1) ?? '';
}

test('signing is enabled, rotated and disabled, each only when it can be', async () => {
  const owner = await newOwner(db);
  await expect(rotateSigning(owner)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const { secret } = await enableSigning(owner);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await unsealedOf(owner)).toBe(secret);
  await expect(enableSigning(owner)).rejects.toMatchObject({ code: 'RESOURCE_ALREADY_EXISTS' });
  const rotated = await rotateSigning(owner);
  expect(rotated.secret).not.toBe(secret);
  expect(await unsealedOf(owner)).toBe(rotated.secret);
  await disableSigning(owner);
  await disableSigning(owner);
  expect(await sealedOf(owner)).toBeNull();
});

test('of many who enable signing at once, one is given the secret that holds', async () => {
  const owner = await newOwner(db);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => enableSigning(owner)));
  const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.secret] : []));
  expect(given).toEqual([await unsealedOf(owner)]);
});

test.each(['editor', 'viewer'] as const)('signing is not for %ss to change', async (role) => {
  const member = await newMember(await newOwner(db), role);
  const refusal = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(enableSigning(member)).rejects.toMatchObject(refusal);
  await expect(rotateSigning(member)).rejects.toMatchObject(refusal);
  await expect(disableSigning(member)).rejects.toMatchObject(refusal);
  await expect(setSigningSecret(member, null)).rejects.toMatchObject(refusal);
  await expect(connect(member, { apiKey: 'x', signingSecret: null })).rejects.toMatchObject(refusal);
});

test('no secret can be read out of the database, nor moved to another organization', async () => {
  const [owner, stranger] = [await newOwner(db), await newOwner(db)];
  const { secret: apiKey } = await createKey(owner, { name: 'Dashboard' });
  const { secret: signingSecret } = await enableSigning(owner);
  await connect(owner, { apiKey, signingSecret });
  const { rows } = await db.$client.query(
    `SELECT o.*, c.*, c.signing_secret AS copy FROM organizations o JOIN api_connections c ON c.organization_id = o.id
     WHERE o.id = $1`,
    [owner.organizationId],
  );
  const stored = JSON.stringify(rows);
  for (const secret of [apiKey, signingSecret, await tokenOf(owner)]) expect(stored).not.toContain(secret);
  await connect(stranger, { apiKey: 'another', signingSecret: null });
  await db.$client.query(
    `UPDATE api_connections SET api_key = $2, signing_secret = $3 WHERE organization_id = $1`,
    [stranger.organizationId, rows[0].api_key, rows[0].copy],
  );
  await expect(clientFor(stranger)).rejects.toThrow();
  await expect(connectionByReceiverToken(db, await tokenOf(stranger))).rejects.toThrow();
  const sealed = (await sealedOf(owner)) ?? '';
  expect(() => unsealSigningSecret(stranger.organizationId, sealed)).toThrow();
});

test('a receiver is found by the token of its address, with the secret its deliveries are signed with', async () => {
  const owner = await newOwner(db);
  const { organizationId } = owner;
  const noConnection = { code: 'RESOURCE_NOT_FOUND', details: { id: organizationId } };
  await expect(clientFor(owner)).rejects.toMatchObject(noConnection);
  await expect(receiverAddress(owner)).rejects.toMatchObject(noConnection);
  await expect(setSigningSecret(owner, 'x')).rejects.toMatchObject(noConnection);
  await connect(owner, { apiKey: 'a key', signingSecret: 'whsec_1' });
  const address = await receiverAddress(owner);
  expect(address).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:${settings().PORT}/webhooks/answers/[\\w-]{43}$`),
  );
  const token = await tokenOf(owner);
  expect(await connectionByReceiverToken(db, token)).toEqual({ organizationId, signingSecret: 'whsec_1' });
  await setSigningSecret(owner, 'whsec_2');
  expect(await connectionByReceiverToken(db, token)).toEqual({ organizationId, signingSecret: 'whsec_2' });
  await setSigningSecret(owner, null);
  expect(await connectionByReceiverToken(db, token)).toEqual({ organizationId, signingSecret: null });
  await connect(owner, { apiKey: 'another key', signingSecret: 'whsec_3' });
  expect(await receiverAddress(owner)).toBe(address);
  expect(await connectionByReceiverToken(db, token)).toEqual({ organizationId, signingSecret: 'whsec_3' });
  for (const wrong of ['', 'nonsense', token.slice(1)]) {
    expect(await connectionByReceiverToken(db, wrong)).toBeNull();
  }
});
