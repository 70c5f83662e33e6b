import type { Engine } from '#lib/contract/engines';
import { type Provider, ProviderFailure } from '#lib/providers/provider';

/** A provider for an engine that cannot be had here; every question fails with the sentence that says why. */
export function unavailableProvider<E extends Engine>(engine: E, why: string): Provider<E> {
  return {
    name: 'unavailable',
    engine,
    timeoutMs: 120_000,
    answersPast: false,
    ask: () => Promise.reject(new ProviderFailure('unavailable', why)),
  };
}
