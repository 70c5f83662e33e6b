import type { ErrorEnvelope } from '#lib/contract/errors';
import type { ServiceError } from '#lib/core/errors';

/** `response.error` of a FAILED task (decisions.md, "Async"). */
export function envelopeErrorOf(error: ServiceError, now: Date): ErrorEnvelope['error'] {
  return {
    code: error.code,
    message: error.message,
    ...(error.details ? { details: error.details } : {}),
    timestamp: now.toISOString(),
  };
}
