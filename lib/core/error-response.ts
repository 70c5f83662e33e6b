import { ServiceError } from '#lib/core/errors';

/**
 * SQLSTATE classes of a database that is away or cannot take more, whatever it is asked: connection exception,
 * insufficient resources (disk, memory, connections), operator intervention (shutdown, start).
 */
const awayState = /^(?:08|53|57P)/;

/** What the socket below says of it, and what `pg` says in sentences alone. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const awaySentence =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed))/;

/** Whether a statement failed because of the database's absence, and not of what it said. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    awayCodes.has(code) ||
    (code.length === 5 && awayState.test(code)) ||
    awaySentence.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}

/** A failure as a client hears of it: one of the table as it is; what cannot be helped by the client as ours. */
export function toServiceError(caught: unknown): ServiceError {
  if (caught instanceof ServiceError) return caught;
  if (!isDatabaseUnavailable(caught)) return new ServiceError('INTERNAL_SERVER_ERROR', { cause: caught });
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'The database takes no requests just now. Try again in a moment.',
    cause: caught,
  });
}

/** The body of a failed response, whose `error` a failed task tells too (decisions.md, "Errors"). */
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
