import type { ServiceError } from '#lib/core/errors';

/** The body of a failed response, whose `error` a failed task tells too (decisions.md, "Errors"). */
export function envelopeOf(error: ServiceError, now: Date) {
  return {
    success: false as const,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
      timestamp: now.toISOString(),
    },
    ...(error.fields ? { details: error.fields } : {}),
  };
}
