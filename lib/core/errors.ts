/** All codes of a `ServiceError`, with their HTTP status and default message. */
export const errorTable = {
  VALIDATION_ERROR: { status: 400, message: 'Invalid request.' },
  MISSING_API_KEY: { status: 401, message: 'Missing API key. Send it as "Authorization: Bearer <API_KEY>".' },
  INVALID_API_KEY_FORMAT: {
    status: 401,
    message: 'Invalid Authorization header. Send "Bearer <API_KEY>" with the complete API key.',
  },
  INVALID_OR_EXPIRED_API_KEY: {
    status: 401,
    message: 'API key unknown, revoked or expired. Create a new one in the dashboard.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    message: 'Your role does not allow this. Ask an owner or admin of the organization.',
  },
  INSUFFICIENT_CREDITS: {
    status: 403,
    message: 'Not enough credits for this request. Credits renew on the first day of the month.',
  },
  RESOURCE_NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Method not allowed. See the Allow header for the supported methods.',
  },
  RESOURCE_ALREADY_EXISTS: { status: 409, message: 'Already exists.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded. Try again in the next window.' },
  CONCURRENT_LIMIT_EXCEEDED: {
    status: 429,
    message: 'Concurrency limit exceeded. Try again when a request has finished.',
  },
  QUEUE_LIMIT_EXCEEDED: {
    status: 429,
    message: 'Queue limit exceeded. Wait for tasks to finish, or clear the queue.',
  },
  REQUEST_CANCELED: { status: 499, message: 'Client closed the request.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
  EXTERNAL_SERVICE_ERROR: {
    status: 502,
    message: 'The engine’s provider gave no answer or refused the request.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is starting or stopping. Try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Describes an error of an API request. The message of INSUFFICIENT_PERMISSIONS in the table addresses members. */
export function describeApiError(code: ErrorCode): string {
  return code === 'INSUFFICIENT_PERMISSIONS'
    ? 'The API key lacks the scope of the endpoint or does not allow the IP address, or its organization is scheduled for deletion.'
    : errorTable[code].message;
}

/** Returns whether a request that failed with this HTTP status can succeed when it is retried. */
export function isRetryableStatus(status: number): boolean {
  return status === 429 || status >= 500;
}

/** An invalid field of a request: its dotted path and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

interface Options {
  /** Public message; by default that of the code. */
  message?: string;
  /** Public, machine-readable context. */
  details?: Record<string, unknown>;
  /** Invalid fields of a VALIDATION_ERROR. */
  fields?: FieldError[];
  /** Logged, never sent. */
  internal?: string;
  cause?: unknown;
}

/** An error with a code of `errorTable`. Its `message` is public. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly fields: FieldError[] | undefined;
  readonly internal: string | undefined;

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.fields = options.fields;
    this.internal = options.internal;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Builds a VALIDATION_ERROR for one field; an empty `field` is the request as a whole. */
export function invalidField(field: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { message, fields: [{ field, message }] });
}

/** Builds a RESOURCE_NOT_FOUND error; `id` becomes part of its public details. */
export function notFound(message: string, id?: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message,
    ...(id === undefined ? {} : { details: { id } }),
  });
}

/** The error code of a sign-in with a correct password that also needs a second factor. */
export const secondStepRequired = 'SECOND_STEP_REQUIRED';

/** Why a run is paused or its items were not sent, in lower case for use within a sentence. */
export const pauseReasonLabels = {
  credits: 'out of credits',
  project_budget: 'project budget reached',
  schedule_budget: 'schedule budget reached',
} as const;

/** Describes a caught value for the log. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Converts any thrown value to a `ServiceError`. Returns a `ServiceError` unchanged; others become SERVICE_UNAVAILABLE
 * if the database is unavailable, and INTERNAL_SERVER_ERROR if not.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!isDatabaseUnavailable(error)) return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error });
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: 'Database temporarily unavailable. Try again in a moment.',
    cause: error,
  });
}

/** Builds the body of an error response. The response of a failed task has the same `error`. */
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
