import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField, ServiceError } from '#lib/core/errors';
import { reauthenticationMinutes } from '#lib/core/permissions';
import type { AccountContext } from '#lib/db/context';
import { passkeys } from '#lib/db/schema/authentication';
import { userSessions, users } from '#lib/db/schema/organizations';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { requestOptionsSchema } from '#lib/service/users/passkey-options';
import { getRelyingParty } from '#lib/service/users/relying-party';
import { recordFailedConfirmation } from '#lib/service/users/sessions';
import { acceptTotpCode, isTotpEnabled } from '#lib/service/users/totp';
import { startPasskeyVerification, verifyPasskey } from '#lib/service/users/verify-passkey';

/** The ways in which the acting member can confirm who they are. `passkey` holds the options for the browser. */
export type ReauthenticationMethods = Awaited<ReturnType<typeof startReauthentication>>;

export const startReauthentication = defineAccountOperation({
  name: 'account.start-confirmation',
  title: 'List the ways to confirm who one is',
  description:
    'Returns the ways in which the user can confirm who they are: the password, a code of the authenticator app, or a passkey with the options for the browser.',
  permission: 'account.edit',
  effect: 'write',
  input: noInput,
  output: z.object({
    password: z.boolean(),
    code: z.boolean(),
    passkey: requestOptionsSchema.nullable(),
  }),
  unaudited: 'It returns ways to confirm who one is.',
  async run(context) {
    const { userId } = context.actor;
    const [user] = await context.db
      .select({ passwordHash: users.passwordHash, passkeyId: passkeys.id })
      .from(users)
      .leftJoin(passkeys, eq(passkeys.userId, users.id))
      .where(eq(users.id, userId))
      .limit(1);
    return {
      password: Boolean(user?.passwordHash),
      code: await isTotpEnabled(context, userId),
      passkey: user?.passkeyId && getRelyingParty() ? await startPasskeyVerification(context, userId) : null,
    };
  },
});

const proofSchema = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('password'),
    password: z.string('Enter your password.').min(1, 'Enter your password.').max(200),
  }),
  z.object({
    method: z.literal('code'),
    code: z.string('Enter the code.').min(1, 'Enter the code.').max(40),
  }),
  z.object({ method: z.literal('passkey'), response: z.unknown() }),
]);

export type Proof = z.input<typeof proofSchema>;

/** @throws ServiceError VALIDATION_ERROR if the proof is wrong; INSUFFICIENT_PERMISSIONS without a session */
export const reauthenticate = defineAccountOperation({
  name: 'account.confirm',
  title: 'Confirm who one is',
  description: `Allows sensitive changes in the session of the browser for ${reauthenticationMinutes} minutes. A passkey also makes the session one with a second factor.`,
  permission: 'account.edit',
  effect: 'write',
  input: proofSchema,
  limits: [
    {
      name: 'reauthentication',
      per: 'user',
      getSubject: ({ actor }) => actor.userId,
      isResetOnSuccess: true,
    },
  ],
  unaudited: 'It confirms who one is; failures are security events.',
  async run(context, proof) {
    const {
      sessionId,
      actor: { userId },
    } = context;
    if (!sessionId) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
    await verifyProof(context, userId, proof).catch((error: unknown) => {
      if (error instanceof ServiceError) recordFailedConfirmation(context, proof.method);
      throw error;
    });
    const now = context.clock.now();
    await context.db
      .update(userSessions)
      .set({ authenticatedAt: now, ...(proof.method === 'passkey' && { passkeyVerifiedAt: now }) })
      .where(eq(userSessions.id, sessionId));
  },
});

/** Checks a password, code or passkey. @throws ServiceError VALIDATION_ERROR if it is wrong */
async function verifyProof(
  context: AccountContext,
  userId: string,
  proof: z.output<typeof proofSchema>,
): Promise<void> {
  if (proof.method === 'password') {
    const [user] = await context.db.select().from(users).where(eq(users.id, userId));
    if (await verifyPassword(proof.password, user?.passwordHash)) return;
    throw invalidField('password', 'This is not your password.');
  }
  if (proof.method === 'code') {
    if (await acceptTotpCode(context, userId, proof.code)) return;
    throw invalidField(
      'code',
      'This code is wrong, has expired or was already used. Enter the code that your app shows now.',
    );
  }
  if (await verifyPasskey(context, proof.response, userId)) return;
  throw new ServiceError('VALIDATION_ERROR', { message: 'The passkey was not accepted. Try again.' });
}
