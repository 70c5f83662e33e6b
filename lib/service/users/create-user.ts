import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { hashPassword } from '#lib/core/password';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { emailSchema, passwordSchema, personNameSchema } from '#lib/service/users/credentials';
import type { User } from '#lib/service/users/user';

export const newUserSchema = z.object({
  name: personNameSchema,
  email: emailSchema,
  password: passwordSchema,
});

/**
 * Makes a user who belongs to no organization yet.
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS when the address has an account
 */
export async function createUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: { name: string; email: string; password: string },
): Promise<User> {
  const { name, email, password } = parseInput(newUserSchema, input);
  const passwordHash = await hashPassword(password);
  const { rows } = await db.$client.query<{ id: string }>(
    `INSERT INTO users (email, name, password_hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [email, name, passwordHash, clock.now()],
  );
  const created = rows[0];
  if (created) return { id: created.id, email, name };
  throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
    message: 'This e-mail address already has an account. Sign in with it instead.',
  });
}
