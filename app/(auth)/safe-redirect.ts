/** Placeholder origin for resolving relative URLs. */
const placeholderOrigin = 'http://placeholder.invalid';

/**
 * Returns `requested` if it is a path of this site, otherwise `/`. It is parsed as a browser parses it (which drops
 * tabs and line breaks and treats `\` as `/`), so that no URL can redirect to another site.
 */
export function getSafeRedirectPath(requested: string | string[] | undefined): string {
  if (
    typeof requested !== 'string' ||
    !requested.startsWith('/') ||
    !URL.canParse(requested, placeholderOrigin)
  )
    return '/';
  const { origin, pathname, search, hash } = new URL(requested, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
