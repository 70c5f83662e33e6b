import { hmacSha256Hex, isSameSecret, randomToken } from '#lib/core/crypto';

interface BrowserCookieOptions {
  /** The key that signs the cookie. */
  secret: string;
  /** The proof that `unlockShare` returned. It changes with the password of the link. */
  proof: string;
}

/**
 * Returns the value of the cookie that marks a browser in which the password of a link was entered before.
 * @param id the ID of a known browser; a new one by default
 */
export function createBrowserCookie(
  { secret, proof }: BrowserCookieOptions,
  id: string = randomToken(16),
): string {
  return `${id}.${hmacSha256Hex(secret, 'share-browser:', proof, ':', id)}`;
}

/** Verifies a cookie and returns the ID of the browser, if it is known to the link; undefined for any other cookie. */
export function verifyBrowserCookie(
  options: BrowserCookieOptions,
  cookie: string | undefined,
): string | undefined {
  const [id] = cookie?.split('.', 1) ?? [];
  if (!id || !cookie) return undefined;
  return isSameSecret(cookie, createBrowserCookie(options, id)) ? id : undefined;
}
