/**
 * The network address attempts are counted by: the last one of X-Forwarded-For. The web process writes the
 * visitor's there (lib/web/visitor-address); whatever stands before it is what the visitor claims.
 */
export function addressOf(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',').at(-1)?.trim() || 'unknown';
}
