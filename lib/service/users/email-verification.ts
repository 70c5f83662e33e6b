import { eq } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { queueEmail } from '#lib/email/queue-email';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { createToken } from '#lib/service/users/account-tokens';

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

/** @throws ServiceError RATE_LIMIT_EXCEEDED; RESOURCE_ALREADY_EXISTS if the address has been verified */
export const resendVerification = defineAccountOperation({
  name: 'account.resend-verification',
  title: 'Send another link to verify the email address',
  description: 'Sends the user another link that verifies the email address.',
  permission: 'account.edit',
  effect: 'write',
  input: noInput,
  limits: [
    { name: 'verification', per: 'user' },
    { name: 'verification-recipient', per: 'address' },
  ],
  unaudited: 'It sends an email again.',
  async run(context) {
    const { userId } = context.actor;
    const { email, emailVerifiedAt } = users;
    const [user] = await context.db
      .select({ email, emailVerifiedAt })
      .from(users)
      .where(eq(users.id, userId));
    if (!user || user.emailVerifiedAt) {
      throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
        message: 'Your email address is already verified.',
      });
    }
    await context.countCall('verification', userId);
    await context.countCall('verification-recipient', user.email);
    await transaction(context.db, (db) =>
      queueConfirmationEmail({ ...context, db }, { userId, email: user.email }),
    );
  },
});
