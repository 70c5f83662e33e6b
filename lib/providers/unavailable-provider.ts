import type { Engine } from '#lib/contract/engines';
import { targetingFields } from '#lib/contract/requests';
import { type Provider, ProviderError } from '#lib/providers/shared/provider';

/** Creates a provider that fails every request with the reason why the engine is unavailable. */
export function createUnavailableProvider<E extends Engine>(engine: E, reason: string): Provider<E> {
  return {
    name: 'unavailable',
    engine,
    timeoutMs: 120_000,
    targeting: targetingFields,
    query: () => Promise.reject(new ProviderError('unavailable', reason)),
  };
}
