import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type AccountContext, transaction } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { deleteTokens } from '#lib/service/users/account-tokens';
import { countAttempt, resetAttempts } from '#lib/service/users/attempt-limits';
import { notifyOfPasswordChange, notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { hashNewPassword, passwordSchema } from '#lib/service/users/passwords';
import { deleteOtherSessions, getActingUserId } from '#lib/service/users/sessions';

const changePasswordSchema = z.object({
  current: z.string('Enter your current password.').min(1, 'Enter your current password.').max(200),
  next: passwordSchema,
});

/**
 * Changes the password of the acting member, ends all other sessions, invalidates links sent by email, and notifies the
 * user.
 * @param options.sessionId the session to keep; null ends all
 * @throws ServiceError VALIDATION_ERROR if the current password is wrong or the new one is not accepted;
 * RATE_LIMIT_EXCEEDED, INSUFFICIENT_PERMISSIONS
 */
export async function changePassword(
  context: AccountContext,
  input: z.input<typeof changePasswordSchema>,
  { sessionId }: { sessionId: string | null },
): Promise<void> {
  const { current, next } = parseInput(changePasswordSchema, input);
  const userId = getActingUserId(context.actor);
  await countAttempt(context, 'password-change', userId);
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!(await verifyPassword(current, user?.passwordHash)) || !user) {
    throw invalidField('current', 'This is not your current password.');
  }
  if (current === next) throw invalidField('next', 'Use a password that differs from the current one.');
  const passwordHash = await hashNewPassword(next, { ...user, field: 'next' });
  await transaction(context.db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await deleteOtherSessions({ ...context, db: tx }, { except: sessionId });
    await deleteTokens(tx, userId);
    await notifyOfPasswordChange({ ...context, db: tx }, user.email, context.client);
    await recordAccountChange({ ...context, db: tx }, userId, { action: 'member.password-changed' });
  });
  await resetAttempts(context, 'password-change', userId);
}

/** Returns whether the acting user has a password. Users who signed up with an identity provider have none at first. */
export async function hasPassword({ db, actor }: AccountContext): Promise<boolean> {
  const { id, passwordHash } = users;
  const [user] = await db
    .select({ id })
    .from(users)
    .where(and(eq(id, getActingUserId(actor)), isNotNull(passwordHash)));
  return user !== undefined;
}

const setPasswordSchema = z.object({ next: passwordSchema });

/**
 * Sets the first password of the acting user, ends all other sessions, invalidates links sent by email, and notifies
 * the user.
 * @param options.sessionId the session to keep; null ends all
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the user has a password; INSUFFICIENT_PERMISSIONS;
 * RESOURCE_NOT_FOUND if the account no longer exists; ReauthenticationRequired
 */
export async function setPassword(
  context: AccountContext,
  input: z.input<typeof setPasswordSchema>,
  { sessionId }: { sessionId: string | null },
): Promise<void> {
  requirePermission(context.actor, 'account.secure');
  const { next } = parseInput(setPasswordSchema, input);
  const userId = getActingUserId(context.actor);
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound('Your account no longer exists.');
  const passwordHash = await hashNewPassword(next, { ...user, field: 'next' });
  await transaction(context.db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), isNull(users.passwordHash)));
    if (!rowCount) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'Your account already has a password. Reload the page to change it.',
      });
    }
    await deleteOtherSessions({ ...context, db: tx }, { except: sessionId });
    await deleteTokens(tx, userId);
    await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change: 'A password was set' });
  });
}
