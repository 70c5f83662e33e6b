import { eq } from 'drizzle-orm';
import { verifyPassword } from '#lib/core/crypto';
import type { Context } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { countAttempt, resetAttempts, undoAttempt } from '#lib/service/users/auth-limits';
import { emailSchema, type User } from '#lib/service/users/create-user';

export interface Login {
  email: string;
  password: string;
  /** The client's IP address. */
  ipAddress: string;
}

/**
 * Returns the user with this email address and password, or null. An unknown email address takes as long as a
 * wrong password.
 * @throws ServiceError RATE_LIMIT_EXCEEDED after too many attempts for the account or from the IP address
 */
export async function authenticate(
  context: Pick<Context, 'db' | 'clock'>,
  login: Login,
): Promise<User | null> {
  const parsed = emailSchema.safeParse(login.email);
  const email = parsed.success ? parsed.data : login.email;
  await countAttempt(context, 'login-address', login.ipAddress);
  await countAttempt(context, 'login-account', email);
  const [user] = parsed.success ? await context.db.select().from(users).where(eq(users.email, email)) : [];
  const matches = await verifyPassword(login.password, user?.passwordHash);
  if (!matches || !user) return null;
  await resetAttempts(context, 'login-account', email);
  await undoAttempt(context, 'login-address', login.ipAddress);
  return { id: user.id, email: user.email, name: user.name };
}
