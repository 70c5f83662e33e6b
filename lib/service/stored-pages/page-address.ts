import { hmacSha256Hex, isSameSecret } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';

type Signing = Pick<Env, 'NEXTAUTH_SECRET' | 'STORAGE_URL'>;

function signatureOf(settings: Signing, id: string, page: number, expires: number): string {
  const secret = settings.NEXTAUTH_SECRET;
  if (!secret) throw new Error('Setting NEXTAUTH_SECRET is missing. Set it, or start through npm.');
  return hmacSha256Hex(secret, `stored-page:${id}:${page}:${expires}`);
}

/** The signed address of a stored page; `page` counts from 1, the query names when it expires (Unix seconds). */
export function getSignedPageUrl(settings: Signing, id: string, page: number, expiresAt: Date): string {
  const expires = Math.ceil(expiresAt.getTime() / 1000);
  const signature = signatureOf(settings, id, page, expires);
  return `${settings.STORAGE_URL}/results/${id}/page-${page}.html?expires=${expires}&signature=${signature}`;
}

/** Whether a signature was made by `pageAddress` for this page and expiry. */
export function isValidPageSignature(
  settings: Signing,
  given: { id: string; page: number; expires: number; signature: string },
): boolean {
  return isSameSecret(given.signature, signatureOf(settings, given.id, given.page, given.expires));
}
