import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';

/** Returns whether cookies are sent over HTTPS only, which is the case if `APP_URL` uses HTTPS. */
export function hasSecureCookies(): boolean {
  return getEnv().APP_URL.startsWith('https://');
}

/**
 * Returns the name of a cookie that the server sets. Over HTTPS, the prefix `__Host-` makes browsers accept it only from
 * this host and over HTTPS, so that no subdomain can set it. Its path must then be `/` (see `getCookieOptions`).
 */
export function getCookieName(name: string): string {
  return hasSecureCookies() ? `__Host-${name}` : name;
}

/** Returns the options of a cookie that scripts cannot read. @param path ignored over HTTPS (see `getCookieName`) */
export function getCookieOptions(path = '/') {
  const secure = hasSecureCookies();
  return { httpOnly: true, sameSite: 'lax', secure, path: secure ? '/' : path } as const;
}

/** Returns the name of the cookie that holds the encrypted session token. */
export function getSessionCookieName(): string {
  return getCookieName('answerscope.session');
}

/** Returns the key that encrypts session cookies. @throws Error if `NEXTAUTH_SECRET` is not set */
export function getSessionSecret(): string {
  const secret = getEnv().NEXTAUTH_SECRET;
  if (secret) return secret;
  throw new Error('NEXTAUTH_SECRET is not set. Set it, or start with `npm start`, which generates one.');
}

const sessionTokenSchema = z.object({ sessionId: z.uuid() });

/** Returns the session ID of a session token; null if it is invalid, expired or from another instance. */
export async function getSessionId(token: string): Promise<string | null> {
  try {
    const decoded = await decode({ token, secret: getSessionSecret() });
    return sessionTokenSchema.safeParse(decoded).data?.sessionId ?? null;
  } catch {
    // A token that cannot be decrypted is not a session.
    return null;
  }
}
