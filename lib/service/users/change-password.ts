import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import type { AccountContext } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { deleteTokens } from '#lib/service/users/account-tokens';
import { notifyOfPasswordChange, notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { hashNewPassword, passwordSchema } from '#lib/service/users/passwords';
import { deleteOtherSessions, getActingUserId, recordFailedConfirmation } from '#lib/service/users/sessions';

/** @throws ServiceError VALIDATION_ERROR if the current password is wrong or the new one is not accepted */
export const changePassword = defineAccountOperation({
  name: 'account.change-password',
  title: 'Change the password',
  description:
    'Changes the password, ends all other sessions and invalidates links that were sent by email. The user gets an email about it.',
  permission: 'account.edit',
  effect: 'write',
  input: z.object({
    current: z.string('Enter your current password.').min(1, 'Enter your current password.').max(200),
    next: passwordSchema,
  }),
  limits: [
    { name: 'password-change', per: 'user', getSubject: ({ actor }) => actor.userId, isResetOnSuccess: true },
  ],
  audit: ['member.password-changed'],
  async run(context, { current, next }) {
    const { userId } = context.actor;
    const [user] = await context.db.select().from(users).where(eq(users.id, userId));
    if (!(await verifyPassword(current, user?.passwordHash)) || !user) {
      recordFailedConfirmation(context, 'password');
      throw invalidField('current', 'This is not your current password.');
    }
    if (current === next) throw invalidField('next', 'Use a password that differs from the current one.');
    const passwordHash = await hashNewPassword(next, { ...user, field: 'next' });
    await transaction(context.db, async (tx) => {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
      await deleteOtherSessions({ ...context, db: tx });
      await deleteTokens(tx, userId);
      await notifyOfPasswordChange({ ...context, db: tx }, user.email, context.client);
      await recordAccountChange({ ...context, db: tx }, userId, { action: 'member.password-changed' });
    });
  },
});

/** Returns whether the acting user has a password. Users who signed up with an identity provider have none at first. */
export async function hasPassword({ db, actor }: AccountContext): Promise<boolean> {
  const { id, passwordHash } = users;
  const [user] = await db
    .select({ id })
    .from(users)
    .where(and(eq(id, getActingUserId(actor)), isNotNull(passwordHash)));
  return user !== undefined;
}

/** @throws ServiceError RESOURCE_ALREADY_EXISTS if the user has a password; RESOURCE_NOT_FOUND without the account */
export const setPassword = defineAccountOperation({
  name: 'account.set-password',
  title: 'Set the first password',
  description:
    'Sets the password of a user without one, ends all other sessions and invalidates links that were sent by email. The user gets an email about it.',
  permission: 'account.secure',
  effect: 'write',
  input: z.object({ next: passwordSchema }),
  audit: ['member.sign-in-method-changed'],
  async run(context, { next }) {
    const { userId } = context.actor;
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
      await deleteOtherSessions({ ...context, db: tx });
      await deleteTokens(tx, userId);
      await notifyOfSignInMethodChange({ ...context, db: tx }, { userId, change: 'A password was set' });
    });
  },
});
