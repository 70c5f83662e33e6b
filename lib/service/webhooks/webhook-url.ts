import { hasNonPublicHost, isAllowedHost } from '#lib/core/public-address';
import { isStorableText } from '#lib/core/text';

const maxLength = 2048;

/** Rejects what `URL` would correct silently: more than two slashes, backslashes, white space. */
const wellFormed = /^https?:\/\/[^/\\?#\s][^\s\p{Cc}]*$/iu;

/**
 * Validates a webhook URL. The addresses of its host are checked at every delivery.
 * @returns the normalized URL, or why it is invalid
 */
export function parseWebhookUrl(
  text: string,
  allowedHosts: string,
): { ok: true; url: string } | { ok: false; message: string } {
  const refuse = (message: string) => ({ ok: false, message }) as const;
  if ([...text].length > maxLength) return refuse(`Expected at most ${maxLength} characters`);
  const url = URL.parse(text);
  if (!url || !isStorableText(text)) return refuse('Expected a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('Expected an http or https URL');
  if (url.username !== '' || url.password !== '')
    return refuse('The URL must not hold a user name or password');
  if (!wellFormed.test(text)) return refuse('Expected a URL');
  if (hasNonPublicHost(url) && !isAllowedHost(url, allowedHosts)) {
    return refuse('The URL must name a public host');
  }
  return { ok: true, url: url.href };
}
