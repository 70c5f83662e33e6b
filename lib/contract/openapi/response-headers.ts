import type { JsonObject } from '#lib/contract/openapi/json-schema';

const integer = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });

/** The headers of responses by name (interface.md, "Monitor endpoints"). */
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

/** What an endpoint's headers depend on. */
export interface Bearing {
  /** It asks an engine and waits: its 200s and 429s carry the figures of its account. */
  spends: boolean;
  /** It has a limit by the hour. */
  hourly: boolean;
  deprecated: boolean;
}

/** The headers of one response of an endpoint. */
export function headersOf(status: number, { spends, hourly, deprecated }: Bearing): ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (status !== 401) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status !== 401 && hourly) names.push('X-RateLimit-Reset');
  if (status !== 401 && deprecated) names.push('Deprecation', 'Sunset', 'Link');
  if (spends && (status === 200 || status === 429)) names.push(...monitor);
  return names;
}
