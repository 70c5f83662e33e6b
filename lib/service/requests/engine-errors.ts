import type { Engine } from '#lib/contract/engines';
import { describeError, ServiceError } from '#lib/core/errors';
import type { ProviderCallError } from '#lib/providers/call-with-retries';
import { PromptTooLongError } from '#lib/providers/prompt-length';
import type { ProviderErrorKind } from '#lib/providers/shared/provider';
import type { CircuitReason } from '#lib/service/circuit-breaker/circuit-store';

/** The public messages of failures of providers. Only a transient failure may end by itself. */
const messages: Record<ProviderErrorKind, string> = {
  transient: 'The request to the engine failed. Try again in a moment.',
  permanent:
    'The engine’s provider refused the request and would refuse it again. Check the provider’s key and the request.',
  quota: 'The quota or credit at the engine’s provider is used up. Raise it at the provider, then try again.',
  retired:
    'The engine’s provider no longer offers what this instance requests. Its operator can update the instance.',
  unavailable: 'This instance has no provider for the engine. Its operator can set one up.',
};

/** Builds the error of a request to an engine whose provider failed. */
export function createEngineError(error: ProviderCallError): ServiceError {
  const { cause } = error;
  return new ServiceError('EXTERNAL_SERVICE_ERROR', {
    message: cause instanceof PromptTooLongError ? cause.message : messages[error.kind],
    details: {
      service: error.engine,
      attempts: error.attempts,
      ...(cause instanceof PromptTooLongError && { maxPromptLength: cause.maxLength }),
    },
    internal: describeError(error),
    cause: error,
  });
}

/**
 * Builds the error of a task that ended while the circuit of its provider was open.
 * @param finalReason why no request can succeed; null if the task waited for as long as it may
 */
export function createWaitError(
  finalReason: CircuitReason | null,
  { engine, attempts, maxWaitSeconds }: { engine: Engine; attempts: number; maxWaitSeconds: number },
): ServiceError {
  const waited = `The engine’s provider is not available, and the task waited for the ${maxWaitSeconds} seconds it may wait. Try again later, or send a higher maxWaitSeconds.`;
  return new ServiceError('EXTERNAL_SERVICE_ERROR', {
    message: finalReason === null ? waited : messages[finalReason === 'quota' ? 'quota' : 'retired'],
    details: { service: engine, attempts },
  });
}
