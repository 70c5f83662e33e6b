import type { ErrorEnvelope } from '#lib/contract/errors';
import type { ServiceError } from '#lib/core/errors';

/** The body of a failed response (decisions.md, "Errors"). */
export function envelopeOf(error: ServiceError, now: Date): ErrorEnvelope {
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      timestamp: now.toISOString(),
    },
    ...(error.fields ? { details: error.fields } : {}),
  };
}
