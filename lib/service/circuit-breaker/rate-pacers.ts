import type { LRUCache } from 'lru-cache';
import { createRatePacer, type RatePacer } from '#lib/providers/rate-pacer';
import { getCredentialId, type ProviderCredential } from '#lib/service/circuit-breaker/circuit-store';

/** Returns the pacer of this process for a credential, which is created at its first use. */
export function getPacer(pacers: LRUCache<string, RatePacer>, credential: ProviderCredential): RatePacer {
  const id = getCredentialId(credential);
  const pacer = pacers.get(id) ?? createRatePacer();
  pacers.set(id, pacer);
  return pacer;
}
