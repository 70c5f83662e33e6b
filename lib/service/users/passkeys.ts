import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type AccountContext, transaction } from '#lib/db/client';
import { passkeys } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { challengeMinutes, completeChallenge, createChallenge } from '#lib/service/users/challenges';
import { notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { requireRelyingParty } from '#lib/service/users/relying-party';
import { getActingUserId } from '#lib/service/users/sessions';
import { removeSignInMethod } from '#lib/service/users/sign-in-methods';

/** EdDSA, ES256 and RS256 (COSE algorithm registry); every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

/** Maximum number of passkeys per user. */
const maxPasskeys = 20;

export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

/** Lists the passkeys of the acting member, oldest first. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listPasskeys({ db, actor }: AccountContext) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, isSynced, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, getActingUserId(actor)))
    .orderBy(createdAt, id);
}

/**
 * Returns the options with which a browser creates a passkey for the acting member.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; ReauthenticationRequired; RESOURCE_NOT_FOUND if the account no longer
 *   exists; VALIDATION_ERROR if the member has too many passkeys, or if this instance has no domain name
 */
export async function startPasskeyRegistration(context: AccountContext) {
  requirePermission(context.actor, 'account.secure');
  const party = requireRelyingParty();
  const userId = getActingUserId(context.actor);
  const [user] = await context.db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound('Your account no longer exists.');
  const existing = await context.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  if (existing.length >= maxPasskeys) {
    throw new ServiceError('VALIDATION_ERROR', {
      message: `You have ${maxPasskeys} passkeys, the maximum. Remove one first.`,
    });
  }
  const challenge = await createChallenge(context, { purpose: 'passkey-registration', userId });
  return generateRegistrationOptions({
    rpName: 'Answerscope',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: toBytes(challenge),
    timeout: challengeMinutes * 60_000,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Decodes a base64url value. */
export const toBytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));

const base64url = z.string().regex(/^[\w-]+$/);

const registrationSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the passkey.', maxLength: 60 }),
  response: z.object(
    {
      id: base64url,
      rawId: base64url,
      type: z.literal('public-key'),
      clientExtensionResults: z.unknown().transform(() => ({})),
      response: z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(z.string().max(30)).max(10).optional(),
      }),
    },
    'The browser returned no passkey. Try again.',
  ),
});

export type NewPasskey = z.input<typeof registrationSchema>;

const failedMessage = 'The passkey could not be verified. Try again.';

/**
 * Stores a passkey that the browser of the acting member created. The authenticator must have verified the user, for
 * example with a fingerprint or a PIN.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; ReauthenticationRequired; VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if
 *   the passkey is already registered
 */
export async function addPasskey(context: AccountContext, input: NewPasskey): Promise<{ id: string }> {
  requirePermission(context.actor, 'account.secure');
  const party = requireRelyingParty();
  const userId = getActingUserId(context.actor);
  const { name, response } = parseInput(registrationSchema, input);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (token) =>
      (await completeChallenge(context, { purpose: 'passkey-registration', token, userId })) !== null,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new ServiceError('VALIDATION_ERROR', { message: failedMessage, cause });
  });
  if (!registrationInfo) throw new ServiceError('VALIDATION_ERROR', { message: failedMessage });
  const { credential, credentialDeviceType } = registrationInfo;
  const created = await transaction(context.db, async (tx) => {
    const [row] = await tx
      .insert(passkeys)
      .values({
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        signatureCount: credential.counter,
        transports: credential.transports ?? [],
        isSynced: credentialDeviceType === 'multiDevice',
        createdAt: context.clock.now(),
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    const change = `The passkey ${name} was added`;
    if (row) await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change });
    return row;
  });
  if (created) return created;
  throw new ServiceError('RESOURCE_ALREADY_EXISTS', { message: 'This passkey is already registered.' });
}

const idSchema = z.uuid('Invalid passkey ID.');
const renameSchema = z.object({
  id: idSchema,
  name: singleLineSchema({ required: 'Enter a name for the passkey.', maxLength: 60 }),
});
const isOwn = ({ actor }: AccountContext, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, getActingUserId(actor)));
const notFoundMessage = 'Passkey not found. It may have been removed.';

/**
 * Renames a passkey of the acting member.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, ReauthenticationRequired, VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function renamePasskey(
  context: AccountContext,
  input: { id: string; name: string },
): Promise<void> {
  requirePermission(context.actor, 'account.secure');
  const { id, name } = parseInput(renameSchema, input);
  const { rowCount } = await context.db.update(passkeys).set({ name }).where(isOwn(context, id));
  if (!rowCount) throw notFound(notFoundMessage, id);
}

/**
 * Removes a passkey of the acting member, who must have another way to sign in.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; ReauthenticationRequired; RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is
 *   the only way to sign in
 */
export async function removePasskey(context: AccountContext, input: { id: string }): Promise<void> {
  requirePermission(context.actor, 'account.secure');
  const { id } = parseInput(z.object({ id: idSchema }), input);
  await removeSignInMethod(context, async (tx) => {
    const [removed] = await tx.delete(passkeys).where(isOwn(context, id)).returning();
    if (!removed) throw notFound(notFoundMessage, id);
    return `The passkey ${removed.name} was removed`;
  });
}
