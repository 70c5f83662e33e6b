import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from '#lib/service/users/passkeys';
import { startReauthentication } from '#lib/service/users/reauthentication';
import { startPasskeyVerification, verifyPasskey } from '#lib/service/users/verify-passkey';
import { createAuthenticator } from '#tests/support/authenticator';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

const deps = { db, clock: createFixedClock(noon) };

/** Registers a passkey with a new authenticator. */
async function registerPasskey(owner: Context, name = 'Laptop', signatureCount = 0) {
  const authenticator = createAuthenticator();
  const { challenge } = await startPasskeyRegistration(owner);
  const { id } = await addPasskey(owner, {
    name,
    response: authenticator.create({ challenge, signatureCount }),
  });
  return { id, authenticator };
}

test('a passkey signs in its user without an email address', async () => {
  const owner = await createOwner(db);
  const { authenticator } = await registerPasskey(owner);
  const options = await startPasskeyVerification(deps);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options.allowCredentials).toBeUndefined();
  const user = await verifyPasskey(deps, authenticator.get(options));
  expect(user).toMatchObject({ id: getUserId(owner) });
  expect((await listPasskeys(owner))[0]).toMatchObject({ name: 'Laptop', isSynced: false, lastUsedAt: noon });
});

test('a challenge works once, for 10 minutes, and only for its purpose', async () => {
  const owner = await createOwner(db);
  const { authenticator } = await registerPasskey(owner);
  const { challenge } = await startPasskeyVerification(deps);
  const response = authenticator.get({ challenge });
  expect(await verifyPasskey(deps, response)).not.toBeNull();
  expect(await verifyPasskey(deps, response)).toBeNull();
  expect(await verifyPasskey(deps, authenticator.get({ challenge: 'AAAA' }))).toBeNull();
  const late = await startPasskeyVerification(deps);
  const clock = createFixedClock(new Date(noon.getTime() + 601_000));
  expect(await verifyPasskey({ db, clock }, authenticator.get(late))).toBeNull();
  const registration = await startPasskeyRegistration(owner);
  expect(await verifyPasskey(deps, authenticator.get(registration))).toBeNull();
  const confirmation = await startPasskeyVerification(deps, getUserId(owner));
  expect(await verifyPasskey(deps, authenticator.get(confirmation))).toBeNull();
});

test('rejects a passkey that did not verify the user, another origin and a forged signature', async () => {
  const owner = await createOwner(db);
  const { authenticator } = await registerPasskey(owner);
  const verifyChanged = async (change: object) => {
    const { challenge } = await startPasskeyVerification(deps);
    return verifyPasskey(deps, authenticator.get({ challenge, ...change }));
  };
  expect(await verifyChanged({ isVerified: false })).toBeNull();
  expect(await verifyChanged({ origin: 'https://evil.example' })).toBeNull();
  expect(await verifyChanged({})).not.toBeNull();
  const { challenge } = await startPasskeyVerification(deps);
  const forged = {
    ...createAuthenticator().get({ challenge }),
    id: authenticator.id,
    rawId: authenticator.id,
  };
  expect(await verifyPasskey(deps, forged)).toBeNull();
  expect(await verifyPasskey(deps, { id: authenticator.id })).toBeNull();
  const unverified = await startPasskeyRegistration(owner);
  await expect(
    addPasskey(owner, {
      name: 'Key',
      response: createAuthenticator().create({ ...unverified, isVerified: false }),
    }),
  ).rejects.toThrow('could not be verified');
});

test('detects a copied authenticator by its signature count', async () => {
  const owner = await createOwner(db);
  const { authenticator } = await registerPasskey(owner, 'Key', 5);
  const verifyWithCount = async (signatureCount: number) => {
    const { challenge } = await startPasskeyVerification(deps);
    return verifyPasskey(deps, authenticator.get({ challenge, signatureCount }));
  };
  expect(await verifyWithCount(5)).toBeNull();
  expect(await verifyWithCount(7)).not.toBeNull();
  expect(await verifyWithCount(6)).toBeNull();
  expect(await verifyWithCount(7)).toBeNull();
});

test('only the user who started a registration can complete it, and a passkey can be registered only once', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const { challenge } = await startPasskeyRegistration(owner);
  const stolen = createAuthenticator().create({ challenge });
  await expect(addPasskey(other, { name: 'Stolen', response: stolen })).rejects.toThrow(
    'could not be verified',
  );
  const { authenticator } = await registerPasskey(owner);
  const again = await startPasskeyRegistration(other);
  await expect(addPasskey(other, { name: 'Copy', response: authenticator.create(again) })).rejects.toThrow(
    'already registered',
  );
});

test('users rename and remove their own passkeys only', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const { id, authenticator } = await registerPasskey(owner, 'Laptop');
  await registerPasskey(owner, 'Phone');
  await expect(renamePasskey(other, { id, name: 'Stolen' })).rejects.toThrow('Passkey not found.');
  await expect(removePasskey(other, { id })).rejects.toThrow('Passkey not found.');
  await renamePasskey(owner, { id, name: 'Work laptop' });
  expect((await listPasskeys(owner)).map(({ name }) => name).sort()).toEqual(['Phone', 'Work laptop']);
  await removePasskey(owner, { id });
  const { challenge } = await startPasskeyVerification(deps);
  expect(await verifyPasskey(deps, authenticator.get({ challenge }))).toBeNull();
  const { rows } = await db.$client.query(
    `SELECT after->>'change' AS change FROM audit_log WHERE target_id = $1 ORDER BY change`,
    [getUserId(owner)],
  );
  expect(rows.map(({ change }) => change)).toEqual([
    'The passkey “Laptop” is now “Work laptop”',
    'The passkey “Laptop” was added',
    'The passkey “Phone” was added',
    'The passkey “Work laptop” was removed',
  ]);
});

test('a passkey confirms the identity of its own user only', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const { authenticator } = await registerPasskey(owner);
  expect((await startReauthentication(other)).passkey).toBeNull();
  const { passkey } = await startReauthentication(owner);
  const challenge = passkey?.challenge ?? '';
  expect(passkey?.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.id]);
  expect(await verifyPasskey(deps, authenticator.get({ challenge }), getUserId(other))).toBeNull();
  expect(await verifyPasskey(deps, authenticator.get({ challenge }), getUserId(owner))).not.toBeNull();
});

test('users are notified by email when one of their own passkeys is added or removed', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  const { id } = await registerPasskey(owner, 'Phone');
  await expect(removePasskey(other, { id })).rejects.toThrow('Passkey not found.');
  await removePasskey(owner, { id });
  const { rows } = await db.$client.query(
    `SELECT subject FROM emails JOIN users ON users.email = emails.recipient
     WHERE users.id = ANY($1) AND subject LIKE '%passkey%' ORDER BY subject`,
    [[getUserId(owner), getUserId(other)]],
  );
  expect(rows.map(({ subject }) => subject)).toEqual([
    'The passkey “Phone” was added',
    'The passkey “Phone” was removed',
  ]);
});
