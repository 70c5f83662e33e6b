import { isDatabaseUnavailable } from '#lib/core/database-errors';
import { ServiceError } from '#lib/core/errors';

/** Converts anything thrown to an error of the table: unknown errors become INTERNAL_SERVER_ERROR. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!isDatabaseUnavailable(error)) return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error });
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'Database temporarily unavailable. Try again in a moment.',
    cause: error,
  });
}

/** Builds the body of an error response; failed tasks carry its `error` too. */
export function toErrorResponse(error: ServiceError, now: Date) {
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
