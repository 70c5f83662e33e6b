import { targetingFields } from '#lib/contract/requests';
import type { Provider } from '#lib/providers/shared/provider';
import { answerRequest } from '#lib/sandbox/answer-request';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';

/** Creates the provider that serves an engine with answers from the sandbox's fictional market, without a network. */
export function createSandboxProvider<E extends SandboxEngine>(engine: E): Provider<E> {
  return {
    name: 'sandbox',
    engine,
    timeoutMs: 30_000,
    targeting: targetingFields,
    async query(request, { clock, signal }) {
      signal.throwIfAborted();
      return answerRequest(engine, request, clock.now());
    },
  };
}
