import { eq } from 'drizzle-orm';
import { hmacSha256Hex, isSameSecret, randomToken } from '#lib/core/crypto';
import type { Database } from '#lib/db/database';
import { users } from '#lib/db/schema/organizations';

interface DeviceCookieOptions {
  /** The key that signs the cookie. */
  secret: string;
  email: string;
}

/**
 * Returns the value of the cookie that marks a browser as known to an account. It is valid until the password
 * changes, so that after a password reset, browsers of other people are no longer known.
 * @param id the ID of a known browser; a new one by default
 */
export async function createDeviceCookie(
  db: Database,
  { secret, email }: DeviceCookieOptions,
  id: string = randomToken(16),
): Promise<string> {
  const address = email.trim().toLowerCase();
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, address));
  return `${id}.${hmacSha256Hex(secret, 'device:', address, ':', user?.passwordHash ?? '', ':', id)}`;
}

/**
 * Verifies a cookie and returns the ID of the browser, if it is known to the account; undefined for any other cookie.
 */
export async function verifyDeviceCookie(
  db: Database,
  options: DeviceCookieOptions,
  cookie: string | undefined,
): Promise<string | undefined> {
  const [id] = cookie?.split('.', 1) ?? [];
  if (!id || !cookie) return undefined;
  return isSameSecret(cookie, await createDeviceCookie(db, options, id)) ? id : undefined;
}
