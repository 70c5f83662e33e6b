import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { resetAttempts } from '#lib/db/attempt-limits';
import type { AccountContext, Context } from '#lib/db/context';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import type { CountingContext } from '#lib/operations/define-operation';
import { recordAccountChange } from '#lib/service/users/account-audit';
import { consumeToken, deleteTokens, findToken } from '#lib/service/users/account-tokens';
import { emailSchema } from '#lib/service/users/email-address';
import { queueConfirmationEmail } from '#lib/service/users/email-verification';
import { type Client, notifyOfEmailChange, notifyOfEmailChangeRequest } from '#lib/service/users/notices';
import { recordFailedConfirmation } from '#lib/service/users/sessions';

type Deps = Pick<Context, 'db' | 'clock'>;

const takenMessage = 'This email address belongs to another account. Use a different one.';

/** @throws ServiceError VALIDATION_ERROR if the password is wrong; ReauthenticationRequired without a password */
export const requestEmailChange = defineAccountOperation({
  name: 'account.change-email',
  title: 'Change the email address',
  description:
    'Sends a link to a new email address, which replaces the current one once the user confirms it with the link, and notifies the current address. Only confirming the link reveals whether the new address has an account.',
  permission: 'account.edit',
  effect: 'write',
  input: z.object({
    email: emailSchema,
    password: z
      .string()
      .max(200)
      .default('')
      .describe('Empty for users without a password, who must have signed in recently.'),
  }),
  limits: [
    { name: 'verification', per: 'user' },
    { name: 'verification-recipient', per: 'address' },
    // Shared with changes of the password, because both let someone who has the session guess it.
    { name: 'password-change', per: 'user' },
  ],
  unaudited: 'The address changes only with the link in the email, which has an entry.',
  async run(context, { email, password }) {
    const { userId } = context.actor;
    const [user] = await context.db.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound('Your account no longer exists.');
    if (user.passwordHash === null) requirePermission(context.actor, 'account.secure');
    else await requirePassword(context, userId, { password, passwordHash: user.passwordHash });
    if (email === user.email) throw invalidField('email', 'This is already your email address.');
    await context.countCall('verification', userId);
    await context.countCall('verification-recipient', email);
    await transaction(context.db, async (db) => {
      const tx = { ...context, db };
      await deleteTokens(db, userId, 'email');
      await queueConfirmationEmail(tx, { userId, email, isNew: true });
      const { client } = context;
      await notifyOfEmailChangeRequest(tx, { to: user.email, newEmail: email, client });
    });
  },
});

/** Checks the password of a user. @throws ServiceError VALIDATION_ERROR if it is wrong; RATE_LIMIT_EXCEEDED */
async function requirePassword(
  context: AccountContext & CountingContext,
  userId: string,
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<void> {
  if (password === '') throw invalidField('password', 'Enter your password.');
  await context.countCall('password-change', userId);
  if (!(await verifyPassword(password, passwordHash))) {
    recordFailedConfirmation(context, 'password');
    throw invalidField('password', 'This is not your current password.');
  }
  await resetAttempts(context, 'password-change', userId);
}

/**
 * Returns the email address that a link confirms, its user, and whether it differs from the user's current address;
 * null if the link no longer works.
 */
export async function getEmailConfirmation(deps: Deps, token: string) {
  const found = await findToken(deps, token, 'email');
  return found && { userId: found.user.id, email: found.email, isNew: found.email !== found.user.email };
}

const confirmSchema = z.object({ token: z.string('Open the link in the email again.') });

/**
 * Confirms an email address with a link, which works once. The address becomes verified. If it is a new one, it replaces
 * the current one, which is notified, and the user's other links stop working. The user must be signed in: otherwise
 * the owner of an address could, by opening the link, confirm the account of a stranger who signed up with it.
 * @param options.userId the signed-in user
 * @throws ServiceError RESOURCE_NOT_FOUND if the link no longer works; INSUFFICIENT_PERMISSIONS without the session of
 * the user; RESOURCE_ALREADY_EXISTS if another account has the address
 */
export async function confirmEmail(
  deps: Deps,
  input: z.input<typeof confirmSchema>,
  { userId, client }: { userId: string | null; client: Client },
): Promise<{ email: string; isNew: boolean }> {
  const { token } = parseInput(confirmSchema, input);
  const invalidLink = notFound(
    'This link has been used or has expired. Ask for a new one on your account page.',
  );
  const found = await findToken(deps, token, 'email');
  if (!found) throw invalidLink;
  const { user, email } = found;
  const isNew = email !== user.email;
  if (user.id !== userId) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
      message: 'Sign in with the account that requested this link, then open the link again.',
    });
  }
  await transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    if (!(await consumeToken(tx, token, 'email'))) throw invalidLink;
    await db
      .update(users)
      .set({ email, emailVerifiedAt: deps.clock.now() })
      .where(eq(users.id, user.id))
      .catch((error: unknown) => {
        throw isUniqueViolation(error)
          ? new ServiceError('RESOURCE_ALREADY_EXISTS', { message: takenMessage })
          : error;
      });
    // With a new address, links to reset the password are deleted too: they were sent to the previous address.
    await deleteTokens(db, user.id, isNew ? undefined : 'email');
    if (!isNew) return;
    await notifyOfEmailChange(tx, { to: user.email, newEmail: email, client });
    await recordAccountChange({ ...tx, client }, user.id, {
      action: 'member.email-changed',
      before: { email: user.email },
      after: { email },
    });
  });
  return { email, isNew };
}

const uniqueViolation = '23505';

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === uniqueViolation;
}
