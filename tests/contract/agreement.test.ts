import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineSpecs, engines } from '#lib/contract/engines';
import { exampleRequests } from '#lib/contract/examples/examples';
import type { Json } from '#lib/contract/openapi/json-schema';
import { getBodySchema } from '#lib/contract/openapi/operation';
import { requestSchemas } from '#lib/contract/requests';
import { parseEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { createSandboxProvider } from '#lib/providers/sandbox-provider';
import { createUnavailableProvider } from '#lib/providers/unavailable-provider';
import { isSandboxEngine } from '#lib/sandbox/request/engine-profile';
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

/** Returns whether an error is about what no schema says: which languages and countries exist, and that gl is country. */
const isAboutGlOrHl = (field: string) => /(?:^|\.)(?:gl|hl)$/.test(field);

test.each(engines)('the document and the service agree on generated requests to %s', (engine) => {
  const name = `monitor:${engine}` as const;
  fc.assert(
    fc.property(arbitraryBody(arbitraryValue(getBodySchema(name))), (body) => {
      const { error } = requestSchemas[engine].safeParse(body);
      fc.pre(!error?.issues.some(({ path }) => isAboutGlOrHl(path.join('.'))));
      expect(error === undefined).toBe(isDocumentedBody(name, body));
    }),
    { numRuns, endOnFailure: true },
  );
});

const settings = parseEnv({});

/** Returns the invalid fields of a task; none if the service accepts it. */
function listTaskErrors(body: unknown): { field: string; message: string }[] {
  try {
    parseTask(body, settings, (engine) =>
      isSandboxEngine(engine) ? createSandboxProvider(engine) : createUnavailableProvider(engine, ''),
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
      fc.pre(!errors.some(({ field }) => isAboutGlOrHl(field)));
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

test.each([
  ['fr', 'fr'],
  ['FR', 'fr'],
  ['pt-br', 'pt-BR'],
  ['zh-hant-hk', 'zh-Hant-HK'],
  ['es-419', 'es-419'],
  ['iw', 'he'],
])('%s is read as the language %s by every engine', (hl, language) => {
  for (const engine of engines) {
    const body = { [engineSpecs[engine].promptField]: prompt, country: 'BE', hl };
    expect([engine, requestSchemas[engine].safeParse(body).data]).toMatchObject([engine, { language }]);
    expect(isDocumentedBody(`monitor:${engine}`, body)).toBe(true);
  }
});

test.each([
  '',
  'xx',
  'fr-XX',
  'fr-ZZ',
  'french',
  'klingon',
  'pt_BR',
  'und',
  'mul',
  'en-u-ca-buddhist',
  ' fr',
  7,
  ['fr'],
  {},
])('%j is rejected as a language by every engine', (hl) => {
  for (const engine of engines) {
    const body = { [engineSpecs[engine].promptField]: prompt, country: 'BE', hl };
    const issues = requestSchemas[engine].safeParse(body).error?.issues;
    expect([engine, issues]).toMatchObject([engine, [{ path: ['hl'], message: 'Invalid language code' }]]);
  }
});

const searches = engines.filter((engine) => engineSpecs[engine].acceptsGl);

test.each([
  [{ gl: 'be' }, 'BE'],
  [{ gl: 'Be', country: 'BE' }, 'BE'],
  [{ gl: 'uk' }, 'GB'],
  [{ gl: 'gb', country: null }, 'GB'],
  [{ gl: null, country: 'CH' }, 'CH'],
  [{ gl: null }, 'US'],
])('searches read the country of %j as %s', (fields, country) => {
  expect(searches).toEqual(['searchai', 'overview', 'search', 'search/news']);
  for (const engine of searches) {
    const body = { [engineSpecs[engine].promptField]: prompt, ...fields };
    const { data } = requestSchemas[engine].safeParse(body);
    expect([engine, data?.country, Object.keys(data ?? {})]).toEqual([
      engine,
      country,
      ['prompt', 'country', 'include'],
    ]);
    expect(isDocumentedBody(`monitor:${engine}`, body)).toBe(true);
  }
});

test.each([
  [{ gl: 'xx' }, 'Invalid country code'],
  [{ gl: 'BEL' }, 'Invalid country code'],
  [{ gl: 1, country: 'BE' }, 'Invalid country code'],
  [{ gl: 'be', country: 'NL' }, 'gl is another country than country. Send one of them'],
])('searches reject %j and name gl', (fields, message) => {
  for (const engine of searches) {
    const body = { [engineSpecs[engine].promptField]: prompt, ...fields };
    const issues = requestSchemas[engine].safeParse(body).error?.issues;
    expect([engine, issues]).toMatchObject([engine, [{ path: ['gl'], message }]]);
  }
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
    const nulls = { hl: null, gl: null, state: null, location: null, uule: null, device: null, pages: null };
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
