import { execFile } from 'node:child_process';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { openDatabase } from '#lib/db/database';
import {
  getProviderCredential,
  instanceOwnerId,
  openCircuit,
} from '#lib/service/circuit-breaker/circuit-store';
import { listCheckedProviders } from '#lib/service/provider-checks/checked-engines';
import { createDatabase } from '#tests/support/database';
import { inheritedEnv, node, root } from '#tests/support/process';
import {
  type ChangeObject,
  rename,
  set,
  startChangingProviders,
} from '../service/provider-checks/changing-providers.ts';

// Every check is a process.
vi.setConfig({ testTimeout: 240_000 });

const database = await createDatabase();
const db = openDatabase(database.url);
const providers = await startChangingProviders();
const keep: ChangeObject = (object) => object;
const { openai, serpapi, dataforseo } = providers.settings;

afterEach(async () => {
  providers.setChange(keep);
  providers.setError(undefined);
  await db.$client.query('DELETE FROM provider_checks');
  await db.$client.query('DELETE FROM circuit_breakers');
});
afterAll(async () => {
  await db.$client.end();
  await providers.close();
  await database.drop();
});

/** Runs `providers check` in a separate process. */
function check(settings: Record<string, string>, ...words: string[]) {
  const args = ['lib/cli/main.ts', 'providers', 'check', ...words];
  const env = { ...process.env, ...inheritedEnv, ...settings, DATABASE_URL: database.url };
  return new Promise<{ code: number; lines: string[]; stderr: string; json: unknown }>((resolve) => {
    execFile(node, args, { cwd: root, env }, (error, stdout, stderr) => {
      const lines = stdout.trimEnd().split('\n');
      const json = stdout === '' ? undefined : JSON.parse(lines.at(-1) ?? '');
      resolve({ code: error ? Number(error.code) : 0, lines: lines.slice(0, -1), stderr, json });
    });
  });
}

const finding = (kind: string, path: unknown, fields: object = {}) =>
  expect.objectContaining({ kind, path, ...fields });

const resultPath = 'tasks[].result[organic].items[organic]';

describe.each([
  {
    provider: 'openai',
    title: 'OpenAI (chat)',
    settings: openai,
    renamed: {
      change: rename('annotations', 'text', 'body'),
      found: finding('missing', expect.stringMatching(/output\[\]\.content\[\]\.text$/)),
    },
    retyped: {
      change: set('incomplete_details', 'model', 5),
      found: finding('retyped', expect.stringMatching(/model$/), { types: ['number'] }),
    },
    added: {
      change: set('incomplete_details', 'cached_share', 0.5),
      found: expect.stringMatching(/cached_share$/),
    },
  },
  {
    provider: 'serpapi',
    title: 'SerpApi (search)',
    settings: serpapi,
    renamed: {
      change: rename('displayed_link', 'link', 'href'),
      found: finding('missing', 'organic_results[].link', { renamedTo: 'organic_results[].href' }),
    },
    retyped: {
      change: set('displayed_link', 'title', { text: 'A' }),
      found: finding('retyped', 'organic_results[].title', { types: ['object'] }),
    },
    added: { change: set('displayed_link', 'favicon', 'f'), found: 'organic_results[].favicon' },
  },
  {
    provider: 'dataforseo',
    title: 'DataForSEO (search)',
    settings: dataforseo,
    renamed: {
      change: rename('breadcrumb', 'url', 'link_url'),
      found: finding('missing', `${resultPath}.url`, { renamedTo: `${resultPath}.link_url` }),
    },
    retyped: {
      change: set('breadcrumb', 'title', 7),
      found: finding('retyped', 'tasks[].result[].items[].title', { types: ['number'] }),
    },
    added: { change: set('breadcrumb', 'is_video', false), found: `${resultPath}.is_video` },
  },
])('$provider', ({ provider, title, settings, renamed, retyped, added }) => {
  test('finds a renamed, a retyped and a new field, and passes without changes', async () => {
    const passed = await check(settings);
    expect(passed).toMatchObject({ code: 0, stderr: '', lines: [`${title}: response as expected.`] });
    expect(passed.json).toEqual({
      checks: [{ provider, engine: expect.any(String), status: 'passed', error: null, findings: [] }],
    });

    for (const { change, found } of [renamed, retyped]) {
      providers.setChange(change);
      const failed = await check(settings, '--provider', provider);
      expect(failed).toMatchObject({ code: 1, stderr: '' });
      expect(failed.lines).toEqual([expect.stringContaining(`${title}: failed. `)]);
      expect(failed.json).toEqual({
        checks: [
          expect.objectContaining({ provider, status: 'failed', findings: expect.arrayContaining([found]) }),
        ],
      });
    }

    providers.setChange(added.change);
    const { code, lines, json } = await check(settings);
    expect(code).toBe(0);
    expect(lines).toEqual([expect.stringContaining('response as expected. New fields: ')]);
    expect(json).toEqual({
      checks: [
        expect.objectContaining({
          status: 'passed',
          findings: expect.arrayContaining([
            expect.objectContaining({ kind: 'new', path: added.found, isFailure: false }),
          ]),
        }),
      ],
    });

    const { rows } = await db.$client.query('SELECT * FROM provider_checks');
    expect(rows).toMatchObject([{ provider, status: 'passed', error: null }]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toMatch(/secret|kayak|https?:|weather/i);
    expect(Object.keys(rows[0].shape).length).toBeLessThanOrEqual(400);
  });
});

test('a field with another type is found without an earlier check', async () => {
  providers.setChange(set('displayed_link', 'link', 5));
  expect(await check(serpapi)).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('organic_results[].link has the type number')],
  });
});

test.each([
  [
    'a wrong key',
    {
      status: 401,
      body: {
        error: { code: 'invalid_api_key', message: 'Incorrect API key provided: sk-live-secret-key.' },
      },
    },
    'permanent',
    'OpenAI returned 401: invalid_api_key, Incorrect API key provided: [key].',
  ],
  [
    'an exhausted quota',
    { status: 429, body: { error: { code: 'insufficient_quota', message: 'You exceeded your quota.' } } },
    'quota',
    'OpenAI returned 429: insufficient_quota, You exceeded your quota.',
  ],
  [
    'an outage, without a second request',
    { status: 503, body: { error: { message: 'Overloaded.' } } },
    'transient',
    'OpenAI returned 503: Overloaded.',
  ],
])('%s is a failed check with the provider’s sentence', async (_, error, kind, message) => {
  const before = providers.countRequests();
  providers.setError(error);
  const { code, lines, json } = await check(openai);
  expect({ code, lines }).toEqual({ code: 1, lines: [`OpenAI (chat): failed. ${message}`] });
  expect(json).toMatchObject({ checks: [{ status: 'failed', error: { kind, message }, findings: [] }] });
  expect(providers.countRequests()).toBe(before + 1);
});

test('checks every provider once, with one request each', async () => {
  const before = providers.countRequests();
  const { code, lines } = await check({ ...openai, ...serpapi, ...dataforseo });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: ['OpenAI (chat)', 'SerpApi (search)', 'DataForSEO (gen)'].map(
      (subject) => `${subject}: response as expected.`,
    ),
  });
  expect(providers.countRequests()).toBe(before + 3);
});

test('sends nothing while the circuit of the key is open', async () => {
  await check(openai);
  const { rows } = await db.$client.query('SELECT checked_at FROM provider_checks');
  const settings = parseEnv(openai);
  const [checked] = listCheckedProviders(settings);
  const credential = checked && getProviderCredential(checked.choice, instanceOwnerId, settings);
  if (!credential) throw new Error('There is no credential.');
  await openCircuit(db, credential, 'quota');
  const before = providers.countRequests();
  expect(await check({ ...openai, ENCRYPTION_KEY: '' })).toMatchObject({
    code: 0,
    lines: ['OpenAI (chat): skipped, because its circuit breaker is open.'],
    json: { checks: [{ status: 'skipped' }] },
  });
  expect(providers.countRequests()).toBe(before);
  expect((await db.$client.query('SELECT checked_at FROM provider_checks')).rows).toEqual(rows);
});

test('says so if there is nothing to check, and names an unknown or missing provider', async () => {
  expect(await check({})).toMatchObject({
    code: 0,
    lines: ['No provider key is set, so there is nothing to check.'],
    json: { checks: [] },
  });
  expect(await check({}, '--provider', 'openai')).toMatchObject({
    code: 1,
    stderr: 'The key of openai is not set, or ENGINE_PROVIDERS excludes it.\n',
  });
  expect((await check({}, '--provider', 'nobody')).stderr).toContain(
    '--provider must be one of openai, gemini,',
  );
});
