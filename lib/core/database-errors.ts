/**
 * SQLSTATE classes of an unavailable database: connection exception, insufficient resources (disk, memory,
 * connections), operator intervention (shutdown, start).
 */
const unavailableState = /^(?:08|53|57P)/;

const socketErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Errors that `pg` reports by message alone. */
const unavailableMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed))/;

/** Returns whether a statement failed because the database is unavailable, rather than because of its contents. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  return (
    socketErrorCodes.has(code) ||
    (code.length === 5 && unavailableState.test(code)) ||
    unavailableMessage.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}

/** Returns whether PostgreSQL rejected the values (SQLSTATE class 22, 23 or 54), so that a retry would fail too. */
export function isDataError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  return (code.length === 5 && /^(?:22|23|54)/.test(code)) || isDataError(error.cause);
}

function getCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
