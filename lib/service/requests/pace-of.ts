import { createRatePacer, type RatePacer } from '#lib/providers/rate-pacer';
import { getCredentialId, type ProviderCredential } from '#lib/service/circuit-breaker/account';

/** The pace of every account this process asks; one that has not been asked for long is forgotten. */
const kept = new Map<string, RatePacer>();
const mostAccounts = 1_000;

/** How fast an account may be asked, as this process has heard. */
export function paceOf(account: ProviderCredential): RatePacer {
  const id = getCredentialId(account);
  const pace = kept.get(id) ?? createRatePacer();
  kept.delete(id);
  kept.set(id, pace);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostAccounts) break;
    kept.delete(oldest);
  }
  return pace;
}
