import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineSpecs, engines } from '#lib/contract/engines';
import { exampleRequests } from '#lib/contract/examples/examples';
import type { Json } from '#lib/contract/openapi/json-schema';
import { getBodySchema } from '#lib/contract/openapi/operation';
import { requestSchemas } from '#lib/contract/requests';
import { parseEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { createUnavailableProvider } from '#lib/providers/registry';
import { createSandboxProvider } from '#lib/providers/sandbox-provider';
import { parseTask } from '#lib/service/tasks/parse-task';
import { arbitraryBrokenValue, arbitraryValue } from '#tests/support/generate';
import { isDocumentedBody } from '#tests/support/openapi';

// Set GENERATED_REQUESTS=1000 for a long run.
const numRuns = Number(process.env.GENERATED_REQUESTS ?? 100);

/** Generates values that the document allows, copies with one broken part, and copies with two. */
function arbitraryBody(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const broken = value.chain(arbitraryBrokenValue);
  return fc.oneof(value, broken, broken.chain(arbitraryBrokenValue));
}

test.each(engines)('the document and the service agree on generated requests to %s', (engine) => {
  const name = `monitor:${engine}` as const;
  fc.assert(
    fc.property(arbitraryBody(arbitraryValue(getBodySchema(name))), (body) => {
      expect(requestSchemas[engine].safeParse(body).success).toBe(isDocumentedBody(name, body));
    }),
    { numRuns, endOnFailure: true },
  );
});

const settings = parseEnv({});

/** Returns the invalid fields of a task; none if the service accepts it. */
function listTaskErrors(body: unknown): { field: string; message: string }[] {
  try {
    parseTask(body, settings, (engine) =>
      engine === 'social' ? createUnavailableProvider(engine, '') : createSandboxProvider(engine),
    );
    return [];
  } catch (error) {
    if (error instanceof ServiceError && error.fields) return error.fields;
    throw error;
  }
}

test('the document and the service agree on generated tasks', () => {
  const tasks = arbitraryBody(arbitraryValue(getBodySchema('createTask')));
  fc.assert(
    fc.property(tasks, (body) => {
      // No schema says which hosts are public.
      const errors = listTaskErrors(body).filter(({ field }) => field !== 'webhook.url');
      fc.pre(errors.length > 0 || listTaskErrors(body).length === 0);
      expect([body, errors.length === 0]).toEqual([body, isDocumentedBody('createTask', body)]);
    }),
    { numRuns: 5 * numRuns, endOnFailure: true },
  );
});

const prompt = 'Which kayak folds?';

test.each([
  [
    'chat',
    { state: 'ZZ', location: 'x', include: { html: 1 } },
    ['prompt', 'country', 'state', 'include.html', 'location'],
  ],
  ['gen', { prompt, country: 'DE', state: 'CA', device: 'mobile', pages: 2 }, ['device', 'pages', 'state']],
  [
    'searchai',
    { prompt: '', country: 'us', location: 'x', uule: 'y', state: 'CA' },
    ['prompt', 'country', 'location', 'uule', 'state', 'location'],
  ],
] as const)('%s: reports all errors of %j at once', (engine, body, fields) => {
  const { error } = requestSchemas[engine].safeParse(body);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(fields);
});

test('a task reports the errors of its own fields, its webhook and its payload at once', () => {
  const task = {
    taskType: 'CHAT',
    priority: 11,
    idempotencyKey: '',
    maxWaitSeconds: -1,
    webhook: { url: 'http://localhost/' },
    payload: { country: 'us', location: 'x' },
  };
  expect(listTaskErrors(task).map(({ field }) => field)).toEqual([
    'priority',
    'maxWaitSeconds',
    'idempotencyKey',
    'payload.prompt',
    'payload.country',
    'payload.location',
    'webhook.url',
  ]);
});

test.each([
  ['standard base64', 'w+CAIQICIfQ29sbGVjdGl2aXTDqQ=='],
  ['URL-safe base64', 'w+CAIQICI-_w=='],
  ['percent-encoded', 'w%2BCAIQICIfQ29sbGVjdGl2aXTDqQ%3D%3D'],
  ['percent-encoded in lower case, with a slash', 'w%2bCAIQICI%2fw%3d'],
  ['coordinates', 'a+cm9sZTox'],
])('accepts a uule in %s and passes it on in standard base64', (_, uule) => {
  const { data } = requestSchemas.searchai.safeParse({ prompt, uule });
  expect(data?.uule).toMatch(/^[wa]\+[A-Za-z0-9+/]+=*$/);
  const standard = decodeURIComponent(uule).slice(2);
  expect(Buffer.from(data?.uule?.slice(2) ?? '', 'base64')).toEqual(Buffer.from(standard, 'base64'));
  expect(isDocumentedBody('monitor:searchai', { prompt, uule })).toBe(true);
});

test.each(engines)(
  '%s: an explicit null for every optional field counts as absent, as documented',
  (engine) => {
    const { promptField, includeFlags } = engineSpecs[engine];
    const nulls = { state: null, location: null, uule: null, device: null, pages: null };
    const include = Object.fromEntries(includeFlags.map((flag) => [flag, null]));
    for (const input of [
      { ...nulls, include: null },
      { ...nulls, include },
    ]) {
      const request = { [promptField]: prompt, country: 'US', ...input };
      expect([
        requestSchemas[engine].safeParse(request).success,
        isDocumentedBody(`monitor:${engine}`, request),
      ]).toEqual([true, true]);
    }
    expect(requestSchemas[engine].safeParse(exampleRequests[`monitor:${engine}`].body).success).toBe(true);
  },
);
