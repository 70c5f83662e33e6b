import { eq } from 'drizzle-orm';
import { hmacSha256Hex, isSameSecret, randomToken } from '#lib/core/crypto';
import type { Database } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';

interface DeviceOptions {
  /** Signs cookies. */
  secret: string;
  email: string;
}

/**
 * Returns the value of the cookie that marks a browser as known to an account. It is valid until the password
 * changes, so that after a reset, browsers of other people are no longer known.
 * @param id of a known browser; a new one by default
 */
export async function signDevice(
  db: Database,
  { secret, email }: DeviceOptions,
  id: string = randomToken(16),
): Promise<string> {
  const address = email.trim().toLowerCase();
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, address));
  return `${id}.${hmacSha256Hex(secret, 'device:', address, ':', user?.passwordHash ?? '', ':', id)}`;
}

/** Returns the ID of a browser that is known to an account; undefined for any other cookie. */
export async function readDevice(
  db: Database,
  options: DeviceOptions,
  cookie: string | undefined,
): Promise<string | undefined> {
  const [id] = cookie?.split('.', 1) ?? [];
  if (!id || !cookie) return undefined;
  return isSameSecret(cookie, await signDevice(db, options, id)) ? id : undefined;
}
