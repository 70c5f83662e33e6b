import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import { singleLineSchema } from '#lib/core/validation';
import type { AccountContext } from '#lib/db/context';
import { passkeys } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { quoteName } from '#lib/email/quote-text';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { challengeMinutes, completeChallenge, createChallenge } from '#lib/service/users/challenges';
import { notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { creationOptionsSchema } from '#lib/service/users/passkey-options';
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
 * @throws ServiceError RESOURCE_NOT_FOUND if the account no longer exists; VALIDATION_ERROR if the user has too many
 *   passkeys, or if this instance has no domain name
 */
export const startPasskeyRegistration = defineAccountOperation({
  name: 'passkeys.start',
  title: 'Start to add a passkey',
  description: 'Returns the options with which a browser creates a passkey.',
  permission: 'account.secure',
  effect: 'write',
  input: noInput,
  output: creationOptionsSchema,
  unaudited: 'Nothing changes before the passkey is added, which has an entry.',
  async run(context) {
    const party = requireRelyingParty();
    const { userId } = context.actor;
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
  },
});

/** Decodes a base64url value. */
export const toBytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));

const base64url = z.string().regex(/^[\w-]+$/);

const nameSchema = singleLineSchema({ required: 'Enter a name for the passkey.', maxLength: 60 });

const registrationSchema = z.object({
  name: nameSchema,
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

const failedMessage = 'The passkey could not be verified. Try again.';

/** @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the passkey is already registered */
export const addPasskey = defineAccountOperation({
  name: 'passkeys.add',
  title: 'Add a passkey',
  description:
    'Stores a passkey that the browser of the user created. The authenticator must have verified the user, for example with a fingerprint or a PIN.',
  permission: 'account.secure',
  effect: 'write',
  input: registrationSchema,
  output: z.object({ id: z.string() }),
  audit: ['member.sign-in-method-changed'],
  async run(context, { name, response }) {
    const party = requireRelyingParty();
    const { userId } = context.actor;
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
      const change = `The passkey ${quoteName(name)} was added`;
      if (row) await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change });
      return row;
    });
    if (created) return created;
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', { message: 'This passkey is already registered.' });
  },
});

const idSchema = z.uuid('Invalid passkey ID.');
const isOwn = ({ actor }: AccountContext, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, getActingUserId(actor)));
const notFoundMessage = 'Passkey not found. It may have been removed.';

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const renamePasskey = defineAccountOperation({
  name: 'passkeys.rename',
  title: 'Rename a passkey',
  description: 'Renames a passkey of the user.',
  permission: 'account.secure',
  effect: 'write',
  input: z.object({ id: idSchema, name: nameSchema }),
  audit: ['member.sign-in-method-changed'],
  async run(context, { id, name }) {
    await transaction(context.db, async (db) => {
      const isRenamed = isOwn(context, id);
      const [stored] = await db.select().from(passkeys).where(isRenamed).for('update');
      if (!stored) throw notFound(notFoundMessage, id);
      if (stored.name === name) return;
      await db.update(passkeys).set({ name }).where(isRenamed);
      const change = `The passkey ${quoteName(stored.name)} is now ${quoteName(name)}`;
      const entry = { action: 'member.sign-in-method-changed', after: { change } } as const;
      await recordAccountChange({ ...context, db }, context.actor.userId, entry);
    });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is the only way to sign in */
export const removePasskey = defineAccountOperation({
  name: 'passkeys.remove',
  title: 'Remove a passkey',
  description: 'Removes a passkey of the user, who must have another way to sign in.',
  permission: 'account.secure',
  effect: 'delete',
  input: z.object({ id: idSchema }),
  audit: ['member.sign-in-method-changed'],
  async run(context, { id }) {
    await removeSignInMethod(context, async (tx) => {
      const [removed] = await tx.delete(passkeys).where(isOwn(context, id)).returning();
      if (!removed) throw notFound(notFoundMessage, id);
      return `The passkey ${quoteName(removed.name)} was removed`;
    });
  },
});
