import type { z } from 'zod';
import { exampleRequests } from '#lib/contract/examples/requests';
import { exampleResponses } from '#lib/contract/examples/responses';
import { getRequestName, getResultName, responseSchemas } from '#lib/contract/openapi/components';
import { describeSchema, isObject, type Json, type JsonObject, ref } from '#lib/contract/openapi/json-schema';
import { type HeaderTraits, listErrorCodes, listResponseHeaders } from '#lib/contract/openapi/responses';
import { limits } from '#lib/contract/plans';
import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { type ErrorCode, errorTable } from '#lib/core/errors';

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
  const known = route.engine ? getRequestName(route.engine) : bodyNames[name];
  return known ? ref(known) : describeSchema(route.body, 'input');
}

/** Returns the schema of an endpoint's successful response. */
function getOutputSchema(name: RouteName): JsonObject {
  const route: Route = routes[name];
  const known = Object.entries(responseSchemas).find(([, schema]) => schema === route.output)?.[0];
  if (known) return ref(known);
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
  return (['path', 'query'] as const).flatMap((place) => {
    const schema: z.ZodType | undefined = place === 'path' ? route.params : route.query;
    if (!schema) return [];
    const described = describeSchema(schema, 'input');
    const required = Array.isArray(described.required) ? described.required : [];
    const values = (place === 'path' ? example.params : example.query) ?? {};
    return Object.entries(isObject(described.properties) ? described.properties : {}).map(
      ([field, property]): JsonObject => ({
        name: field,
        in: place,
        required: place === 'path' || required.includes(field),
        schema: property,
        ...(values[field] === undefined ? {} : { example: values[field] }),
      }),
    );
  });
}

/** Returns whether an endpoint queries an engine synchronously, which charges credits and takes a slot. */
function chargesCredits(name: RouteName): boolean {
  const route: Route = routes[name];
  return route.engine !== undefined || route.path === '/v1/monitor' || hasHourlyLimit(name);
}

function hasHourlyLimit(name: RouteName): boolean {
  const { path }: Route = routes[name];
  return path === '/v1/run';
}

function getHeaderTraits(name: RouteName): HeaderTraits {
  const { deprecation }: Route = routes[name];
  return {
    chargesCredits: chargesCredits(name),
    hourly: hasHourlyLimit(name),
    deprecated: deprecation !== undefined,
  };
}

function buildHeaders(name: RouteName, status: number): JsonObject {
  const names = listResponseHeaders(status, getHeaderTraits(name));
  return Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

function buildErrorResponse(name: RouteName, status: number, codes: ErrorCode[]): JsonObject {
  const schema = {
    allOf: [ref('Error'), { properties: { error: { properties: { code: { enum: codes } } } } }],
  };
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: buildHeaders(name, status),
    content: { 'application/json': { schema, examples } },
  };
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
    },
  };
  const failures = [...listErrorCodes(name)].map(([status, codes]) => [
    status,
    buildErrorResponse(name, status, codes),
  ]);
  return {
    operationId: name.replaceAll(/[:/](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: route.summary,
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
    'x-rate-limit': hasHourlyLimit(name)
      ? { limit: limits.runRequestsPerHour, window: '1h' }
      : { limit: limits.requestsPerSecond, window: '1s' },
  };
}

/** Tags in display order. */
export const tags = ['Monitor', 'Async tasks', 'Account and places'] as const;

function getTag(name: RouteName): (typeof tags)[number] {
  if (chargesCredits(name)) return 'Monitor';
  return routes[name].path.startsWith('/v1/async/') ? 'Async tasks' : 'Account and places';
}
