import type { z } from 'zod';
import { exampleRequests, exampleResponses } from '#lib/contract/examples/examples';
import { getRequestName, getResultName, responseSchemas } from '#lib/contract/openapi/components';
import {
  describeSchema,
  isObject,
  type Json,
  type JsonObject,
  ref,
  removeNull,
} from '#lib/contract/openapi/json-schema';
import { limits } from '#lib/contract/plans';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { describeApiError, type ErrorCode, errorTable } from '#lib/core/errors';

/** Returns a copy as plain JSON. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

const bodyNames: Partial<Record<RouteName, string>> = {
  monitor: 'MonitorRequest',
  createTask: 'TaskBody',
  createTasks: 'TaskBatch',
};

/** Returns the schema of an endpoint's request body, if it has one. */
export function getBodySchema(name: RouteName): JsonObject | undefined {
  const route: Route = routes[name];
  if (!route.body) return undefined;
  const schemaName = route.engine ? getRequestName(route.engine) : bodyNames[name];
  return schemaName ? ref(schemaName) : describeSchema(route.body, 'input');
}

function getOutputSchema(name: RouteName): JsonObject {
  const route: Route = routes[name];
  const schemaName = Object.entries(responseSchemas).find(([, schema]) => schema === route.output)?.[0];
  if (schemaName) return ref(schemaName);
  if (name === 'listStates') return { type: 'array', items: ref('State') };
  const schema = describeSchema(route.output, 'output');
  if (!route.engine) return schema;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...properties, result: ref(getResultName(route.engine)) } };
}

/** Returns the path and query parameters of an endpoint. */
export function getParameters(name: RouteName): JsonObject[] {
  const route: Route = routes[name];
  const example = exampleRequests[name];
  return (['path', 'query'] as const).flatMap((location) => {
    const schema: z.ZodType | undefined = location === 'path' ? route.params : route.query;
    if (!schema) return [];
    const described = describeSchema(schema, 'input');
    const required = Array.isArray(described.required) ? described.required : [];
    const values = (location === 'path' ? example.params : example.query) ?? {};
    return Object.entries(isObject(described.properties) ? described.properties : {}).map(
      ([field, property]): JsonObject => ({
        name: field,
        in: location,
        required: location === 'path' || required.includes(field),
        // A parameter of a URL cannot be null.
        schema: isObject(property) ? removeNull(property) : property,
        ...(values[field] === undefined ? {} : { example: values[field] }),
      }),
    );
  });
}

/** Returns the query parameters that can be repeated. */
export function listRepeatedParameters({ query }: Route): Set<string> {
  const { properties } = query ? describeSchema(query, 'input') : {};
  const fields = Object.entries(isObject(properties) ? properties : {});
  return new Set(
    fields.flatMap(([name, field]) => (isObject(field) && field.type === 'array' ? [name] : [])),
  );
}

/** Returns whether an endpoint queries an engine and waits for the answer; such requests use a concurrency slot. */
function isSynchronous(name: RouteName): boolean {
  const route: Route = routes[name];
  return route.engine !== undefined || route.path === '/v1/monitor' || isRun(name);
}

/** Returns whether this is `/v1/run` (superseded by `/v1/monitor/chat`), which queries an engine and has an hourly limit. */
function isRun(name: RouteName): boolean {
  const { path }: Route = routes[name];
  return path === '/v1/run';
}

function buildHeaders(name: RouteName, status: number): JsonObject {
  const headers = listResponseHeaders(name, status);
  return Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

function buildErrorResponse(name: RouteName, status: number, codes: ErrorCode[]): JsonObject {
  const schema = {
    allOf: [ref('Error'), { properties: { error: { properties: { code: { enum: codes } } } } }],
  };
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${describeApiError(code)}`).join('\n\n'),
    headers: buildHeaders(name, status),
    content: { 'application/json': { schema, examples } },
  };
}

const csvSchema: JsonObject = {
  type: 'string',
  description:
    'The rows in `data`, with a column for each field. The names of nested fields are joined by `_`; lists are JSON. Text that a spreadsheet would read as a formula is prefixed with an apostrophe.',
};

const failureDescription = `A transient failure of the engine’s provider is retried on the server: up to 10 attempts within 300 seconds. Then, or after a permanent failure (a wrong key, an exhausted quota, a refused request), the response is 502 \`EXTERNAL_SERVICE_ERROR\` with \`details.service\` (the engine) and \`details.attempts\`, and nothing is charged.

A targeting field that the engine’s provider cannot send is a 400, and nothing is charged.`;

const taskDescription = `A task whose engine’s provider fails is sent again, up to 10 times in total. Then, or after a permanent failure, it is \`FAILED\`: its response is the error \`EXTERNAL_SERVICE_ERROR\`, its credits are released and its webhook is sent. An exhausted quota is a permanent failure of every task.

While a provider keeps failing, its circuit is open: tasks wait without using up attempts, for at most \`maxWaitSeconds\`, and then fail with the same error. A task that was already started is \`PROCESSING\` with \`waitingFor: "provider"\` meanwhile.

A targeting field in \`payload\` that the engine’s provider cannot send is a \`VALIDATION_ERROR\`, and nothing is charged.`;

/** Returns what can fail or wait, for endpoints that query engines. */
function describeOperation(name: RouteName): { description?: string } {
  if (isRun(name)) return { description: failureDescription.split('\n\n')[0] ?? '' };
  if (isSynchronous(name)) return { description: failureDescription };
  return name === 'createTask' || name === 'createTasks' ? { description: taskDescription } : {};
}

/** Builds the OpenAPI operation of an endpoint. */
export function buildOperation(name: RouteName): JsonObject {
  const route: Route = routes[name];
  const body = getBodySchema(name);
  const parameters = getParameters(name);
  const success = {
    description: route.summary,
    headers: buildHeaders(name, route.status),
    content: {
      'application/json': { schema: getOutputSchema(name), example: toJson(exampleResponses[name]) },
      ...(route.hasCsv ? { 'text/csv': { schema: csvSchema } } : {}),
    },
  };
  const failures = [...listErrorCodes(name)].map(([status, codes]) => [
    status,
    buildErrorResponse(name, status, codes),
  ]);
  return {
    operationId: name.replaceAll(/[:/](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: route.summary,
    ...describeOperation(name),
    tags: [getTag(name)],
    ...(route.deprecation ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: toJson(exampleRequests[name].body) } },
      },
    }),
    responses: Object.fromEntries([[route.status, success], ...failures]),
    'x-rate-limit': isRun(name)
      ? { limit: limits.runRequestsPerHour, window: '1h' }
      : { limit: limits.requestsPerSecond, window: '1s' },
  };
}

/** Tags in display order. */
export const tags = ['Monitor', 'Async tasks', 'Metrics', 'Organization and locations'] as const;

/** Returns the tag of an endpoint. */
export function getTag(name: RouteName): (typeof tags)[number] {
  if (isSynchronous(name)) return 'Monitor';
  const { path } = routes[name];
  if (path.startsWith('/v1/metrics/')) return 'Metrics';
  return path.startsWith('/v1/async/') ? 'Async tasks' : 'Organization and locations';
}

const describeInteger = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });

/** The headers of responses by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in the request log',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': describeInteger(
    'Maximum number of requests in the current second; on `/v1/run`, in the current hour',
  ),
  'X-RateLimit-Remaining': describeInteger(
    'Requests left in the current second; on `/v1/run`, in the current hour',
  ),
  'X-RateLimit-Reset': describeInteger('Unix time in seconds at which the hourly window ends'),
  'X-Concurrent-Limit': describeInteger('Maximum concurrent requests'),
  'X-Concurrent-Current': describeInteger('Concurrent requests, including this one unless it was rejected'),
  'X-Concurrent-Remaining': describeInteger('Concurrent requests that can still be started'),
  'X-Credits-Remaining': describeInteger(
    'Credit balance of the organization this month, including held credits',
  ),
  'X-Credits-Charged': describeInteger('Credits charged for this request'),
  'X-Next-Cursor': {
    description:
      'Cursor of the next page; JSON responses also contain it as `nextCursor`. Absent on the last page',
    required: false,
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'How long the response may be cached',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'A file name with the project, endpoint, period and filters, for CSV',
    required: false,
    schema: { type: 'string' },
  },
  'X-Latency-Ms': describeInteger('Processing time on the server in milliseconds, without network transit'),
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

const usageHeaders: ResponseHeader[] = [
  'X-Concurrent-Limit',
  'X-Concurrent-Current',
  'X-Concurrent-Remaining',
  'X-Credits-Remaining',
  'X-Credits-Charged',
];
const monitorHeaders: ResponseHeader[] = [...usageHeaders, 'X-Latency-Ms'];

function listResponseHeaders(name: RouteName, status: number): ResponseHeader[] {
  const { deprecation, hasCsv, cacheSeconds, status: successStatus }: Route = routes[name];
  const isAuthenticated = status !== 401;
  return [
    'X-Request-Id',
    ...(isAuthenticated ? (['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const) : []),
    ...(isAuthenticated && isRun(name) ? (['X-RateLimit-Reset'] as const) : []),
    ...(isAuthenticated && deprecation ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ...(isSynchronous(name) && (status === 200 || status === 429) ? monitorHeaders : []),
    ...(isSynchronous(name) && status === 502 ? usageHeaders : []),
    ...(cacheSeconds !== undefined && status === successStatus ? (['Cache-Control'] as const) : []),
    ...(hasCsv && status === 200 ? (['X-Next-Cursor', 'Content-Disposition'] as const) : []),
  ];
}

const commonErrors: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];

const bodyErrors: ErrorCode[] = ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

const engineErrors: ErrorCode[] = [
  'INSUFFICIENT_CREDITS',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_ALREADY_EXISTS',
  'CONCURRENT_LIMIT_EXCEEDED',
  'REQUEST_CANCELED',
  'EXTERNAL_SERVICE_ERROR',
];

const specificErrors: Partial<Record<RouteName, ErrorCode[]>> = {
  monitor: engineErrors,
  run: engineErrors,
  createTask: ['INSUFFICIENT_CREDITS', 'RESOURCE_ALREADY_EXISTS', 'QUEUE_LIMIT_EXCEEDED'],
  createTasks: ['QUEUE_LIMIT_EXCEEDED'],
  getTask: ['RESOURCE_NOT_FOUND'],
};

/** Lists the error codes of an endpoint by status, in ascending order. */
export function listErrorCodes(name: RouteName): Map<number, ErrorCode[]> {
  const route: Route = routes[name];
  const codes = new Set<ErrorCode>([
    ...commonErrors,
    ...(route.body ? bodyErrors : []),
    ...(route.params || route.query ? (['VALIDATION_ERROR'] as const) : []),
    ...(route.engine ? engineErrors : []),
    ...(route.hasCsv ? (['RESOURCE_NOT_FOUND'] as const) : []),
    ...(specificErrors[name] ?? []),
  ]);
  const sorted = (Object.keys(errorTable) as ErrorCode[])
    .filter((code) => codes.has(code))
    .toSorted((a, b) => errorTable[a].status - errorTable[b].status);
  return Map.groupBy(sorted, (code) => errorTable[code].status);
}
