/**
 * Returns whether the answers of a provider are fictional: only those of the sandbox are. Answers whose provider is
 * unknown count as real.
 */
export function isFictional(provider: unknown): boolean {
  return provider === 'sandbox';
}
