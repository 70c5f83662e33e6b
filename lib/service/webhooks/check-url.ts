import { hasNonPublicHost, isAllowedHost } from '#lib/core/public-address';
import { isStorableText } from '#lib/core/text';

const maxLength = 2048;

/** What `URL` mends in silence is refused: no host after two slashes, backslashes for slashes, white space. */
const wellFormed = /^https?:\/\/[^/\\?#\s][^\s\p{Cc}]*$/iu;

/**
 * Looks at a webhook address as it is given (decisions.md, "Webhooks"); what its name resolves to is checked at
 * every delivery.
 * @returns the address as `URL` spells it, or what is wrong with it
 */
export function checkWebhookUrl(
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
