import { verifyPassword } from '#lib/core/password';
import type { Context } from '#lib/db/context';
import { emailSchema } from '#lib/service/users/credentials';
import { countAttempt, forgetAttempts, forgiveAttempt } from '#lib/service/users/throttle';
import type { User } from '#lib/service/users/user';

export interface Login {
  email: string;
  password: string;
  /** The network address it comes from. */
  address: string;
}

/**
 * Who signs in with an address and a password; null when they do not match. An unknown address takes the same
 * path at the same cost as a wrong password.
 * @throws ServiceError RATE_LIMIT_EXCEEDED after too many failures of the account or the network address
 */
export async function authenticate(
  place: Pick<Context, 'db' | 'clock'>,
  { email: typed, password, address }: Login,
): Promise<User | null> {
  const parsed = emailSchema.safeParse(typed);
  const email = parsed.success ? parsed.data : typed;
  await countAttempt(place, 'login-address', address);
  await countAttempt(place, 'login-account', email);
  const { rows } = await place.db.$client.query<User & { password_hash: string }>(
    'SELECT id, email, name, password_hash FROM users WHERE email = $1',
    [parsed.success ? email : ''],
  );
  const found = rows[0];
  const matches = await verifyPassword(password, found?.password_hash);
  if (!matches || !found) return null;
  await forgetAttempts(place, 'login-account', email);
  await forgiveAttempt(place, 'login-address', address);
  return { id: found.id, email: found.email, name: found.name };
}
