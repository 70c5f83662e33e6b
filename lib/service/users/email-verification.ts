import { eq } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import type { Actor } from '#lib/core/permissions';
import { type Context, transaction } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { createToken } from '#lib/service/users/account-tokens';
import { countAttempt } from '#lib/service/users/attempt-limits';

type Deps = Pick<Context, 'db' | 'clock'>;

/** Queues the email with the link that confirms an address: the user's current one, or a new one that replaces it. */
export async function queueConfirmationEmail(
  deps: Deps,
  { userId, email, isNew = false }: { userId: string; email: string; isNew?: boolean },
): Promise<void> {
  const { token, expiresAt } = await createToken(deps, { userId, purpose: 'email', email });
  await queueEmail(deps, {
    to: email,
    subject: isNew ? 'Confirm your new email address' : 'Verify your email address',
    expiresAt,
    paragraphs: [
      isNew
        ? 'Confirm that this is your new email address for Answerscope. The link works once, within 24 hours, in a browser that is signed in with your account.'
        : 'Verify your email address for Answerscope. The link works once, within 24 hours, in a browser that is signed in with your account.',
    ],
    action: {
      label: isNew ? 'Confirm email address' : 'Verify email address',
      url: `${getEnv().APP_URL}/confirm-email/${token}`,
    },
    note: 'If you don’t have an account, ignore this email.',
  });
}

/**
 * Sends a user another link that verifies the email address.
 * @throws ServiceError RATE_LIMIT_EXCEEDED; RESOURCE_ALREADY_EXISTS if it has been verified
 */
export async function resendVerification(deps: Deps, userId: string): Promise<void> {
  const { email, emailVerifiedAt } = users;
  const [user] = await deps.db.select({ email, emailVerifiedAt }).from(users).where(eq(users.id, userId));
  if (!user || user.emailVerifiedAt) {
    throw new ServiceError('RESOURCE_ALREADY_EXISTS', { message: 'Your email address is already verified.' });
  }
  await countAttempt(deps, 'verification', userId);
  await transaction(deps.db, (db) => queueConfirmationEmail({ ...deps, db }, { userId, email: user.email }));
}

/**
 * Requires that a member's email address is verified. Without `SMTP_URL`, the instance sends no emails, so nothing is
 * required.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function requireVerifiedEmail({ db, actor }: { db: Deps['db']; actor: Actor }): Promise<void> {
  if (getEnv().SMTP_URL === undefined || actor.kind !== 'member') return;
  const { emailVerifiedAt } = users;
  const [user] = await db.select({ emailVerifiedAt }).from(users).where(eq(users.id, actor.userId));
  if (user?.emailVerifiedAt) return;
  throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
    message: 'Verify your email address first. Request a link on your account page.',
  });
}
