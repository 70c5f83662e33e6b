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
  Allow: { description: 'The methods this path takes', schema: { type: 'string' } },
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

/**
 * The headers of one response of an endpoint.
 * @param spends the endpoint asks an engine and waits: its 200s and 429s carry the figures of its account
 */
export function headersOf(status: number, { spends, hourly }: { spends: boolean; hourly: boolean }) {
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (status !== 401) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status !== 401 && hourly) names.push('X-RateLimit-Reset');
  if (spends && (status === 200 || status === 429)) names.push(...monitor);
  return names;
}
