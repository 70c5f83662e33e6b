import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isObject, type Json } from '#lib/contract/openapi/json-schema';
import { getBodySchema, getParameters } from '#lib/contract/openapi/operation';
import { type Route, type RouteName, routes } from '#lib/contract/routes';
import { arbitraryBrokenValue, arbitraryValue } from '#tests/support/generate';
import {
  findResponseProblems,
  findSchemaProblems,
  isDocumentedBody,
  listMissingHeaders,
  routeNames,
} from '#tests/support/openapi';
import { startService, type TestResponse } from '../support/service';

// GENERATED_REQUESTS=1000 is the long form.
const numRuns = Number(process.env.GENERATED_REQUESTS ?? 60);
const run = await startService();
afterAll(() => run.stop());

interface Generated {
  path: string;
  body: Json | undefined;
  /** Whether the document allows it. */
  documented: boolean;
}

function requestsTo(name: RouteName): fc.Arbitrary<Generated> {
  const route: Route = routes[name];
  const parameters = getParameters(name);
  const fields = Object.fromEntries(
    parameters.map((one) => [String(one.name), sometimesOdd(arbitraryValue(one.schema))]),
  );
  const requiredKeys = parameters.filter((one) => one.in === 'path').map((one) => String(one.name));
  const sound = route.body ? arbitraryValue(getBodySchema(name)) : fc.constant(undefined);
  const body = sound.chain((value) =>
    value === undefined ? fc.constant(value) : fc.oneof(fc.constant(value), arbitraryBrokenValue(value)),
  );
  return fc.record({ values: fc.record(fields, { requiredKeys }), body }).map(({ values, body: sent }) => {
    const query = new URLSearchParams();
    let path: string = route.path;
    let documented = sent === undefined || isAllowed(name, sent);
    for (const [index, { name: field, in: place, required, schema }] of parameters.entries()) {
      const value = values[String(field)];
      const fault = value === undefined ? required === true : !follows(value, name, index);
      if (fault && schema !== undefined) documented = false;
      if (place === 'path') path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
      else if (value !== undefined) query.set(String(field), String(value));
    }
    return { path: `${path}?${query}`, body: sent, documented };
  });
}

const sometimesOdd = (values: fc.Arbitrary<Json>) => fc.oneof({ weight: 3, arbitrary: values }, oddText);

/** `.` and `..` are steps of a path to whoever reads addresses, not values in it. */
const oddText = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((text) => text !== '.' && text !== '..');

function follows(value: Json, name: RouteName, index: number): boolean {
  const { path, method }: Route = routes[name];
  return (
    findSchemaProblems(value, 'paths', path, method.toLowerCase(), 'parameters', String(index), 'schema')
      .length === 0
  );
}

/** A batch's tasks fail one by one, inside a 200. */
function isAllowed(name: RouteName, body: Json): boolean {
  if (name === 'createTasks') return Array.isArray(body) && body.length >= 1 && body.length <= 500;
  return isDocumentedBody(name, withoutNull(body));
}

/** An explicit null counts as absent, below the body itself. */
function withoutNull(value: Json): Json {
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(present.map(([key, one]) => [key, withoutNull(one)]));
}

/** What a schema cannot say: NUL and lone surrogates are no text, and a webhook's host must be public. */
function isBeyondSchema(body: Json | undefined): boolean {
  return (
    /\\u0000|\\ud[89a-f]/i.test(JSON.stringify(body) ?? '') ||
    JSON.stringify(body)?.includes('"url"') === true
  );
}

/** Asks again while the window's limit is used up: a quick machine sends more than 500 requests a second. */
async function patiently(ask: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
  }
}

test.each(routeNames)(
  '%s: responds to generated valid and invalid requests as documented',
  { timeout: 600_000 },
  async (name) => {
    const { method, status: success }: Route = routes[name];
    const createTenant = () => run.newOrganization({ credits: 1_000_000_000 });
    let organization = await createTenant();
    let asked = 0;
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requestsTo(name), async ({ path, body, documented }) => {
        const { status } = await patiently(async () => {
          // /v1/run has its limit an hour: the long form goes on as another organization long before it.
          asked += 1;
          if (asked % 500 === 0) organization = await createTenant();
          const answer = await organization.send(method, path, JSON.stringify(body));
          expect(findResponseProblems(name, answer.status, answer.body)).toEqual([]);
          expect(listMissingHeaders(name, answer.status, answer.headers)).toEqual([]);
          return answer;
        });
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status >= 500) expect(status).toBe(502);
        if (!documented) expect([400, 413]).toContain(status);
        else if (!isBeyondSchema(body)) expect([success, 404, 409, 502]).toContain(status);
      }),
      { numRuns },
    );
    // Both kinds were among them, wherever there are two.
    expect([...seen.keys()].some((status) => status < 300 || status === 404 || status === 502)).toBe(true);
    if (getBodySchema(name)) expect(seen.get(400)).toBeGreaterThan(0);
  },
);
