import { eq, isNotNull, type SQL } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { hasMailServer } from '#lib/core/mail-server';
import type { Context } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';

/** Returns the condition that a user's address is verified. Without a mail server, every user counts as verified. */
export function isVerifiedUser(): SQL | undefined {
  return hasMailServer(getEnv()) ? isNotNull(users.emailVerifiedAt) : undefined;
}

/**
 * Requires that a member's email address is verified. Without `SMTP_URL`, the instance sends no emails, so nothing is
 * required.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function requireVerifiedEmail({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> {
  if (!hasMailServer(getEnv()) || actor.kind !== 'member') return;
  const { emailVerifiedAt } = users;
  const [user] = await db.select({ emailVerifiedAt }).from(users).where(eq(users.id, actor.userId));
  if (user?.emailVerifiedAt) return;
  throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
    message: 'Verify your email address first. Request a link on your account page.',
  });
}
