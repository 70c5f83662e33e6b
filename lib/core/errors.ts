/**
 * The closed table of everything that can go wrong in the sight of a client: code → HTTP status, whether a
 * client may try again, and the sentence used when the thrower has none better. Responses, the reference page
 * and the tests derive from it (interface.md, "Errors").
 */
export const errorTable = {
  VALIDATION_ERROR: { status: 400, retryable: false, message: 'The request is not valid.' },
  MISSING_API_KEY: {
    status: 401,
    retryable: false,
    message: 'No API key was sent. Send it as "Authorization: Bearer <API_KEY>".',
  },
  INVALID_API_KEY_FORMAT: {
    status: 401,
    retryable: false,
    message: 'The Authorization header is not "Bearer <API_KEY>" with a well-formed key. Copy the key again.',
  },
  INVALID_OR_EXPIRED_API_KEY: {
    status: 401,
    retryable: false,
    message: 'This API key is unknown, revoked or expired. Create a new one in the dashboard.',
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    retryable: false,
    message: 'Your role does not allow this. Ask an owner or admin of the organization.',
  },
  INSUFFICIENT_CREDITS: {
    status: 403,
    retryable: false,
    message: 'There are not enough credits for this request. Credits renew on the first of the month.',
  },
  RESOURCE_NOT_FOUND: { status: 404, retryable: false, message: 'Not found.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'Method not allowed. See the Allow header for the allowed ones.',
  },
  RESOURCE_ALREADY_EXISTS: { status: 409, retryable: false, message: 'This already exists.' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message: 'Send the body as application/json.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    retryable: true,
    message: 'Too many requests in this window. Wait for the next one and try again.',
  },
  CONCURRENT_LIMIT_EXCEEDED: {
    status: 429,
    retryable: true,
    message: 'Too many requests at once. Try again when one of them has finished.',
  },
  QUEUE_LIMIT_EXCEEDED: {
    status: 429,
    retryable: true,
    message: 'The queue of this organization is full. Wait until tasks finish, or clear it.',
  },
  REQUEST_CANCELED: { status: 499, retryable: false, message: 'The client closed the request.' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    retryable: true,
    message: 'Something went wrong on our side. Try again in a moment.',
  },
  EXTERNAL_SERVICE_ERROR: {
    status: 502,
    retryable: true,
    message: 'The engine did not give an answer. Try again in a moment.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The service is starting or stopping. Try again in a moment.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One wrong field of a request: a dotted path and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

interface Options {
  /** The public sentence; by default the table's. */
  message?: string;
  /** Public, machine-readable context. */
  details?: Record<string, unknown>;
  /** The wrong fields, for VALIDATION_ERROR. */
  fields?: FieldError[];
  /** What a log may say and a response never does. */
  internal?: string;
  cause?: unknown;
}

/** A failure with a code of the table. Its `message` is safe to show; `internal` is for the log only. */
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

/** A VALIDATION_ERROR about one field. */
export function invalidField(field: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { message, fields: [{ field, message }] });
}

/** What a catch clause caught, as a sentence for the log. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
