import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import { type Context, transaction } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { deleteTokens } from '#lib/service/users/account-tokens';
import { countAttempt, resetAttempts } from '#lib/service/users/auth-limits';
import { queuePasswordChanged } from '#lib/service/users/notices';
import { hashNewPassword, passwordSchema } from '#lib/service/users/passwords';
import { endOtherSessions, getActingUser } from '#lib/service/users/sessions';

const changePasswordSchema = z.object({
  current: z.string('Enter your current password.').min(1, 'Enter your current password.').max(200),
  next: passwordSchema,
});

/**
 * Changes the password of the acting member, ends all other sessions and links sent by email, and notifies the user.
 * @param options.sessionId the session that stays
 * @throws ServiceError VALIDATION_ERROR if the current password is wrong; RATE_LIMIT_EXCEEDED,
 * INSUFFICIENT_PERMISSIONS
 */
export async function changePassword(
  context: Context,
  input: z.input<typeof changePasswordSchema>,
  { sessionId }: { sessionId: string | null },
): Promise<void> {
  const { current, next } = parseInput(changePasswordSchema, input);
  const userId = getActingUser(context.actor);
  await countAttempt(context, 'password-change', userId);
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!(await verifyPassword(current, user?.passwordHash)) || !user) {
    throw invalidField('current', 'This is not your current password.');
  }
  if (current === next) throw invalidField('next', 'Use a password that differs from the current one.');
  const passwordHash = await hashNewPassword(next, { ...user, field: 'next' });
  await transaction(context.db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endOtherSessions({ ...context, db: tx }, { except: sessionId });
    await deleteTokens(tx, userId);
    await queuePasswordChanged({ ...context, db: tx }, user.email, context.client);
  });
  await resetAttempts(context, 'password-change', userId);
}
