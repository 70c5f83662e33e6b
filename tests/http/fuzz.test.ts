import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isObject, type Json } from '#lib/contract/openapi/json-schema';
import { getBodySchema, getParameters } from '#lib/contract/openapi/operation';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { arbitraryBrokenValue, arbitraryValue } from '#tests/support/generate';
import {
  findResponseProblems,
  findSchemaProblems,
  isDocumentedBody,
  listMissingHeaders,
  routeNames,
} from '#tests/support/openapi';
import { startService, type TestResponse } from '#tests/support/service';

// Set GENERATED_REQUESTS=1000 for a long run.
const numRuns = Number(process.env.GENERATED_REQUESTS ?? 60);
const testService = await startService();
afterAll(() => testService.stop());

interface GeneratedRequest {
  path: string;
  body: Json | undefined;
  /** True if the OpenAPI document allows the request. */
  isDocumented: boolean;
}

function arbitraryRequest(name: RouteName): fc.Arbitrary<GeneratedRequest> {
  const route: Route = routes[name];
  const parameters = getParameters(name);
  const validFields = Object.fromEntries(
    parameters.map(({ name, schema }) => [String(name), arbitraryValue(schema)]),
  );
  const fields = Object.fromEntries(
    Object.entries(validFields).map(([name, values]) => [name, makeSometimesInvalid(values)]),
  );
  const requiredKeys = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => String(parameter.name));
  const validBody = route.body ? arbitraryValue(getBodySchema(name)) : fc.constant(undefined);
  const bodies = validBody.chain((value) =>
    value === undefined ? fc.constant(value) : fc.oneof(fc.constant(value), arbitraryBrokenValue(value)),
  );
  const values = fc.oneof(fc.record(validFields, { requiredKeys }), fc.record(fields, { requiredKeys }));
  return fc.record({ values, body: bodies }).map(({ values, body }) => {
    const query = new URLSearchParams();
    let path: string = route.path;
    let isDocumented = body === undefined || isAllowed(name, body);
    for (const [index, { name: field, in: location, required, schema }] of parameters.entries()) {
      const value = values[String(field)];
      const isAbsent = value === undefined || (Array.isArray(value) && value.length === 0);
      const isInvalid = isAbsent
        ? required === true
        : !matchesSchema(toSchemaType(value, schema), name, index);
      if (isInvalid && schema !== undefined) isDocumented = false;
      if (location === 'path') path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
      else for (const item of [value ?? []].flat()) query.append(String(field), String(item));
    }
    return { path: `${path}?${query}`, body, isDocumented };
  });
}

const makeSometimesInvalid = (values: fc.Arbitrary<Json>) =>
  fc.oneof({ weight: 3, arbitrary: values }, arbitraryText);

/** Any text except `.` and `..`, because URL parsers remove these from paths. */
const arbitraryText = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((text) => text !== '.' && text !== '..');

/** Converts text from a URL to the type in the schema: an integer, or a list with one value. */
function toSchemaType(value: Json, schema: Json | undefined): Json {
  if (!isObject(schema) || typeof value !== 'string') return value;
  if (schema.type === 'array') return [value];
  return schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
}

/** Returns whether a value matches the schema of a parameter. */
function matchesSchema(value: Json, name: RouteName, index: number): boolean {
  const { path, method }: Route = routes[name];
  return (
    findSchemaProblems(value, 'paths', path, method.toLowerCase(), 'parameters', String(index), 'schema')
      .length === 0
  );
}

/** Returns whether a body is documented. Invalid tasks of a batch do not count: the response is 200 and has an error for each. */
function isAllowed(name: RouteName, body: Json): boolean {
  if (name === 'createTasks') return Array.isArray(body) && body.length >= 1 && body.length <= 500;
  return isDocumentedBody(name, body);
}

/**
 * Returns whether a request may break a rule that no schema expresses: public webhook hosts, cursors of an earlier
 * response, which languages and countries `hl` and `gl` can be, and that `gl` equals `country`.
 */
function mayBreakOtherRules({ path, body }: GeneratedRequest): boolean {
  return path.includes('cursor=') || /"(?:url|hl|gl)"/.test(JSON.stringify(body) ?? '');
}

/** Repeats a request until it is not rate-limited: a fast machine sends more than 500 requests per second. */
async function retryWhileRateLimited(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 429) return response;
  }
}

test.each(routeNames)(
  '%s: responds to generated valid and invalid requests as documented',
  { timeout: 600_000 },
  async (name) => {
    const { method, status: successStatus }: Route = routes[name];
    const createTenant = () => testService.createTenant({ credits: 1_000_000_000 });
    let organization = await createTenant();
    let sentCount = 0;
    const countByStatus = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(name), async (request) => {
        const { path, body, isDocumented } = request;
        const { status } = await retryWhileRateLimited(async () => {
          // /v1/run has an hourly limit, so long test runs switch to a new organization before they reach it.
          sentCount += 1;
          if (sentCount % 500 === 0) organization = await createTenant();
          const response = await organization.send(method, path, JSON.stringify(body));
          expect(findResponseProblems(name, response.status, response.body)).toEqual([]);
          expect(listMissingHeaders(name, response.status, response.headers)).toEqual([]);
          return response;
        });
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
        if (status >= 500) expect(status).toBe(502);
        if (!isDocumented) expect([400, 413]).toContain(status);
        else if (!mayBreakOtherRules(request)) expect([successStatus, 404, 409, 502]).toContain(status);
      }),
      { numRuns },
    );
    // Some requests were valid and, if the endpoint has a body, some were rejected.
    expect([...countByStatus.keys()].some((status) => status < 300 || status === 404 || status === 502)).toBe(
      true,
    );
    if (getBodySchema(name)) expect(countByStatus.get(400)).toBeGreaterThan(0);
  },
);
