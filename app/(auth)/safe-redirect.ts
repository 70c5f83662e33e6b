/** Stands for this site, whatever its address is. */
const here = 'http://here.invalid';

/**
 * Where to go after signing in: a path of this site, or `/` for anything else. It is read as a browser reads it, which
 * drops tabs and line ends and takes `\` for `/`, so that no address leads elsewhere.
 */
export function getSafeRedirectPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
