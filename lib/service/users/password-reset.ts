import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { notFound, ServiceError } from '#lib/core/errors';
import { toNetwork } from '#lib/core/ip-address';
import { hasMailServer } from '#lib/core/mail-server';
import { parseInput } from '#lib/core/validation';
import { countAttempt, resetAttempts } from '#lib/db/attempt-limits';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { passkeys, recoveryCodes, totpFactors, userIdentities } from '#lib/db/schema/authentication';
import { userSessions, users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { queueEmail } from '#lib/email/queue-email';
import { defineJob, enqueue } from '#lib/queue/jobs';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { consumeToken, createToken, deleteTokens, findToken } from '#lib/service/users/account-tokens';
import { emailSchema } from '#lib/service/users/email-address';
import { endEarlierAccess } from '#lib/service/users/end-earlier-access';
import { type Client, notifyOfPasswordChange } from '#lib/service/users/notices';
import { hashNewPassword, passwordSchema } from '#lib/service/users/passwords';
import { listOtherSignInMethods } from '#lib/service/users/sign-in-methods';

type Deps = Pick<Context, 'db' | 'clock'>;

const requestSchema = z.object({ email: emailSchema });

/** Sends the link in the background, so that the response takes as long without an account as with one. */
export const passwordResetJob = defineJob({ name: 'password-reset', schema: requestSchema });

/**
 * Requests a link to reset the password, for an address with or without an account.
 * @throws ServiceError VALIDATION_ERROR; RATE_LIMIT_EXCEEDED after too many requests from the IP address;
 *   SERVICE_UNAVAILABLE before the first start of a worker
 */
export async function requestPasswordReset(
  deps: Deps,
  input: { email: string },
  { ipAddress }: Pick<Client, 'ipAddress'>,
): Promise<void> {
  const request = parseInput(requestSchema, input);
  await countAttempt(deps, 'reset-ip', ipAddress);
  await enqueue(deps.db, passwordResetJob, request);
}

/**
 * Queues the email with the link, if the address has an account. Once the limit of the account is reached, it does
 * nothing: the earlier emails hold valid links, so strangers cannot keep the user from resetting the password.
 */
export async function sendPasswordReset(deps: Deps, { email }: { email: string }): Promise<void> {
  const { id } = users;
  const [user] = await deps.db.select({ id }).from(users).where(eq(users.email, email));
  if (!user) return;
  try {
    await countAttempt(deps, 'reset-account', email);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE_LIMIT_EXCEEDED') return;
    throw error;
  }
  await transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const subject = { userId: user.id, purpose: 'password-reset', email } as const;
    const { token, expiresAt } = await createToken(tx, subject);
    await queueEmail(tx, {
      to: email,
      subject: 'Reset your password',
      expiresAt,
      paragraphs: ['Choose a new password for your account. The link works once, within an hour.'],
      action: { label: 'Reset password', url: `${getEnv().APP_URL}/reset-password/${token}` },
      note: 'If you didn’t ask for this, ignore this email. Your password stays as it is.',
    });
  });
}

/** Returns the email address of the account that a link resets; null if the link no longer works. */
export async function getPasswordReset(deps: Deps, token: string): Promise<{ email: string } | null> {
  const found = await findToken(deps, token, 'password-reset');
  return found && found.email === found.user.email ? { email: found.email } : null;
}

const resetSchema = z.object({
  token: z.string('Open the link in the email again.'),
  password: passwordSchema,
});

/**
 * Sets a new password with a link that works once. Ends all sessions of the user and notifies the user by email. If the
 * address was not verified before, every other way to sign in is deleted and, if the instance sends emails, everything
 * ends that an earlier holder of the account set up (`endEarlierAccess`). Otherwise the passkeys and linked accounts
 * added in the last 24 hours are deleted, because someone who knew the password may have added them, and the email lists
 * the remaining ones.
 * @throws ServiceError VALIDATION_ERROR if the password is unsuitable; RESOURCE_NOT_FOUND if the link no longer works
 */
export async function resetPassword(
  deps: Deps,
  input: z.input<typeof resetSchema>,
  client: Client,
): Promise<void> {
  const { token, password } = parseInput(resetSchema, input);
  const invalidLink = notFound('This link has been used or has expired. Ask for a new one.');
  const found = await findToken(deps, token, 'password-reset');
  if (!found) throw invalidLink;
  const { email } = found;
  const { id } = found.user;
  const passwordHash = await hashNewPassword(password, found.user);
  await transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    if (!(await consumeToken(tx, token, 'password-reset'))) throw invalidLink;
    const [before] = await db.select().from(users).where(eq(users.id, id)).for('update');
    // The address may have changed since the link was sent.
    if (before?.email !== email) throw invalidLink;
    const isVerified = before.emailVerifiedAt !== null;
    await (isVerified ? deleteNewSignInMethods(tx, id) : deleteOtherSignInMethods(db, id));
    // Opening the link proves that the user owns this address.
    const verifiedAt = before.emailVerifiedAt ?? deps.clock.now();
    await db.update(users).set({ passwordHash, emailVerifiedAt: verifiedAt }).where(eq(users.id, id));
    await db.delete(userSessions).where(eq(userSessions.userId, id));
    await deleteTokens(db, id);
    // Without a mail server, the operator hands over links, and every address counts as verified.
    const ended = isVerified || !hasMailServer(getEnv()) ? [] : await endEarlierAccess({ ...tx, client }, id);
    if (ended.length > 0) await db.update(users).set({ resetNotice: ended }).where(eq(users.id, id));
    const otherMethods = await listOtherSignInMethods(db, id);
    await notifyOfPasswordChange(tx, email, client, { otherMethods, ended });
    await recordAccountChange({ ...tx, client }, id, { action: 'member.password-reset' });
  });
  await resetAttempts(deps, 'sign-in-account-network', `${email} ${toNetwork(client.ipAddress)}`);
}

/** Deletes all sign-in methods and second factors except the password: someone else may have added them. */
export async function deleteOtherSignInMethods(db: Database, userId: string): Promise<void> {
  for (const table of [passkeys, totpFactors, recoveryCodes, userIdentities]) {
    await db.delete(table).where(eq(table.userId, userId));
  }
}

/** Hours for which a sign-in method counts as new. */
const newMethodHours = 24;

async function deleteNewSignInMethods({ db, clock }: Deps, userId: string): Promise<void> {
  const since = new Date(clock.now().getTime() - newMethodHours * 3_600_000);
  for (const table of [passkeys, userIdentities]) {
    await db.delete(table).where(and(eq(table.userId, userId), gt(table.createdAt, since)));
  }
}
