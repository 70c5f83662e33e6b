import { decode } from 'next-auth/jwt';
import { settings } from '#lib/core/settings';

/** Whether cookies are bound to https: where the instance's public address is. */
export function hasSecureCookies(): boolean {
  return settings().APP_URL.startsWith('https://');
}

/** The cookie that carries the session, an encrypted token. */
export function sessionCookieName(): string {
  return `${hasSecureCookies() ? '__Secure-' : ''}answerscope.session`;
}

/** What sessions are encrypted with. @throws Error when the setting is missing */
export function sessionSecret(): string {
  const secret = settings().NEXTAUTH_SECRET;
  if (secret) return secret;
  throw new Error(
    'Setting NEXTAUTH_SECRET is missing. Set it, or start through npm so that one is generated.',
  );
}

/** The user a session token is of; null when it is forged, expired or of another instance. */
export async function userOfToken(token: string): Promise<string | null> {
  try {
    const decoded = await decode({ token, secret: sessionSecret() });
    return decoded?.sub ?? null;
  } catch {
    // Whatever does not decrypt is no session; a visitor can send anything.
    return null;
  }
}
