/**
 * The network address attempts are counted by: the last one of X-Forwarded-For, which the nearest hop wrote; the
 * ones before it are what the visitor claims.
 */
export function addressOf(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',').at(-1)?.trim() || 'unknown';
}
