import type { JsonObject } from '#lib/contract/openapi/json-schema';
import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { type ErrorCode, errorTable } from '#lib/core/errors';

const integer = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });

/** The headers of responses by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in the request log',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': integer('Rate-limit ceiling'),
  'X-RateLimit-Remaining': integer('Requests left in the current window'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which the hourly window ends'),
  'X-Concurrent-Limit': integer('Maximum concurrent requests'),
  'X-Concurrent-Current': integer('Current concurrent requests'),
  'X-Concurrent-Remaining': integer('Remaining concurrent slots'),
  'X-Credits-Remaining': integer('Credits left in the account'),
  'X-Credits-Charged': integer('Credits charged for this request'),
  'X-Latency-Ms': integer('Processing time on the server in milliseconds, without network transit'),
  Deprecation: {
    description: 'When the deprecation took effect: `@` and Unix seconds (RFC 9745)',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the endpoint stops responding (RFC 8594)', schema: { type: 'string' } },
  Link: {
    description: 'Where the replacement is described, `rel="deprecation"`',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonObject>;

export type ResponseHeader = keyof typeof responseHeaders;

const monitor: ResponseHeader[] = [
  'X-Concurrent-Limit',
  'X-Concurrent-Current',
  'X-Concurrent-Remaining',
  'X-Credits-Remaining',
  'X-Credits-Charged',
  'X-Latency-Ms',
];

/** Properties of an endpoint that determine its headers. */
export interface HeaderTraits {
  /** Queries an engine: its 200s and 429s report concurrency and credits. */
  chargesCredits: boolean;
  hourly: boolean;
  deprecated: boolean;
}

/** Lists the headers of an endpoint's response. */
export function listResponseHeaders(
  status: number,
  { chargesCredits, hourly, deprecated }: HeaderTraits,
): ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (status !== 401) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status !== 401 && hourly) names.push('X-RateLimit-Reset');
  if (status !== 401 && deprecated) names.push('Deprecation', 'Sunset', 'Link');
  if (chargesCredits && (status === 200 || status === 429)) names.push(...monitor);
  return names;
}

const always: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];

const ofBodies: ErrorCode[] = ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Codes of monitor endpoints. */
const ofEngines: ErrorCode[] = [
  'INSUFFICIENT_PERMISSIONS',
  'INSUFFICIENT_CREDITS',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_ALREADY_EXISTS',
  'CONCURRENT_LIMIT_EXCEEDED',
  'REQUEST_CANCELED',
  'EXTERNAL_SERVICE_ERROR',
];

const particular: Partial<Record<RouteName, ErrorCode[]>> = {
  monitor: ofEngines,
  run: ofEngines,
  createTask: ['INSUFFICIENT_CREDITS', 'RESOURCE_ALREADY_EXISTS', 'QUEUE_LIMIT_EXCEEDED'],
  createTasks: ['QUEUE_LIMIT_EXCEEDED'],
  getTask: ['RESOURCE_NOT_FOUND'],
};

/** Lists the error codes of an endpoint by status, in ascending order. */
export function listErrorCodes(name: RouteName): Map<number, ErrorCode[]> {
  const route: Route = routes[name];
  const codes = new Set<ErrorCode>([
    ...always,
    ...(route.body ? ofBodies : []),
    ...(route.params || route.query ? (['VALIDATION_ERROR'] as const) : []),
    ...(route.engine ? ofEngines : []),
    ...(particular[name] ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
