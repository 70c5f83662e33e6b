import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField, ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import type { AccountContext } from '#lib/db/client';
import { passkeys } from '#lib/db/schema/authentication';
import { userSessions, users } from '#lib/db/schema/organizations';
import { countAttempt, resetAttempts } from '#lib/service/users/attempt-limits';
import { getRelyingParty } from '#lib/service/users/relying-party';
import { getActingUserId } from '#lib/service/users/sessions';
import { acceptTotpCode, isTotpEnabled } from '#lib/service/users/totp';
import { startPasskeyVerification, verifyPasskey } from '#lib/service/users/verify-passkey';

/** The ways in which the acting member can confirm who they are. `passkey` holds the options for the browser. */
export type ReauthenticationMethods = Awaited<ReturnType<typeof startReauthentication>>;

/** Returns the ways in which the acting member can confirm who they are. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function startReauthentication(context: AccountContext) {
  const userId = getActingUserId(context.actor);
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
}

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

/**
 * Confirms who the acting member is, which allows sensitive changes for `reauthenticationMinutes`.
 * @param options.sessionId the session of the browser
 * @throws ServiceError VALIDATION_ERROR if the proof is wrong; RATE_LIMIT_EXCEEDED, INSUFFICIENT_PERMISSIONS
 */
export async function reauthenticate(
  context: AccountContext,
  input: Proof,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const userId = getActingUserId(context.actor);
  const proof = parseInput(proofSchema, input);
  await countAttempt(context, 'reauthentication', userId);
  await verifyProof(context, userId, proof);
  await context.db
    .update(userSessions)
    .set({ authenticatedAt: context.clock.now() })
    .where(eq(userSessions.id, sessionId));
  await resetAttempts(context, 'reauthentication', userId);
}

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
