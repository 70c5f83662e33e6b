import { z } from 'zod';
import { hashPassword } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';

/** An email address in lower case. ASCII only, checked before lower-casing, so that no letter imitates another. */
export const emailSchema = z
  .string()
  .trim()
  .max(254, 'Use an email address of at most 254 characters.')
  .pipe(z.email('Enter an email address such as name@example.com.'))
  .transform((email) => email.toLowerCase());

const passwordSchema = z
  .string()
  .min(10, 'Use a password of at least 10 characters.')
  .max(200, 'Use a password of at most 200 characters.');

export const newUserSchema = z.object({
  name: singleLineSchema({ required: 'Enter your name.' }),
  email: emailSchema,
  password: passwordSchema,
});

export type User = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name'>;

/**
 * Creates a user without an organization.
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function createUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof newUserSchema>,
): Promise<User> {
  const { name, email, password } = parseInput(newUserSchema, input);
  const passwordHash = await hashPassword(password);
  const [created] = await db
    .insert(users)
    .values({ email, name, passwordHash, createdAt: clock.now() })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, email: users.email, name: users.name });
  if (created) return created;
  throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
    message: 'This email address already has an account. Sign in with it instead.',
  });
}
