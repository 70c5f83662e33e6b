import fc from 'fast-check';
import pLimit from 'p-limit';
import { afterAll, expect, test } from 'vitest';
import { type RouteName, routes } from '#lib/contract/routes';
import { buildRequestUrl } from '#lib/contract/service-routes';
import { listDays } from '#lib/core/time';
import { createOperatorContext } from '#lib/db/context';
import {
  createObservedProject,
  firstDay,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { createTestProject } from '#tests/support/dashboard';
import { findResponseProblems, routeNames } from '#tests/support/openapi';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { db } = testService;
const tenant = await testService.createTenant();
const { projectId } = await createObservedProject(db, tenant.id);
await createTestProject(createOperatorContext(testService.service, tenant.id));
const scope = { organizationId: tenant.id, projectId };
const observations = [...prompts.keys()].map(
  (prompt): Observation => ({
    day: prompt % 3,
    prompt,
    engine: 'chat',
    country: 'US',
    status: 'answered',
    ranks: prompt % 2 === 0 ? [1, null, null] : [null, 1, null],
    sources: [0, 1, 2].map((index) => ({ domain: `page${index}.example`, citations: index })),
  }),
);
await storeRollups(db, scope, observations);
await storeRuns(db, scope, listDays(firstDay, '2026-03-10'));
await storeAnswers(db, scope, observations);

type Query = Record<string, string | number | string[]>;
const period = { project: projectId, from: firstDay, to: '2026-03-10' };
const pagedRequests: [RouteName, Query][] = [
  ['listProjects', {}],
  ['listPrompts', { project: projectId }],
  ['getTimeSeries', period],
  ['getBreakdown', { ...period, by: 'prompt' }],
  ['listSources', period],
  ['listGaps', period],
  ['listAnswers', period],
  ['getTimeSeries', { project: projectId }],
];

/** Requests that are sent at once: refused ones of an organization wait for half a second when there are many. */
const atOnce = pLimit(6);

async function get(name: RouteName, query: Query) {
  const { pathname, search } = buildRequestUrl(testService.baseUrl, routes[name].path, { query });
  for (;;) {
    const response = await tenant.send('GET', pathname + search);
    if (response.status !== 429) return response;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Texts that are no dates, no numbers, or dates and numbers out of range. */
const malformedTexts = [
  '0000-01-01',
  '0999-12-31',
  '1000-01-01',
  '9999-12-31',
  '275760-09-13',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20',
  '2026-02-30',
  '2026-3-1',
  '2026-03-01T00:00:00Z',
  '-1',
  '0',
  '1e309',
  '1e3',
  'NaN',
  'Infinity',
  '99999999999999999999999',
  '0x10',
  ' ',
  '',
  'a\u0000b',
  'x'.repeat(5_000),
  '👩‍👩‍👧‍👦',
];
/** Values that replace a field of a decoded cursor. */
const malformedFields: unknown[] = [
  ...malformedTexts,
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  '9999-99-99T99:99:99.999999Z_00000000-0000-0000-0000-000000000000',
  '2026-02-30T12:00:00.000000Z_00000000-0000-0000-0000-000000000000',
  '0000-01-01T00:00:00.000000Z_00000000-0000-0000-0000-000000000000',
];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Lists cursors that differ from a valid one: changed, re-encoded, with other fields, or of another version without a checksum. */
function listTampered(cursor: string): string[] {
  const decoded: Record<string, unknown> = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const { checksum: _, ...unchecked } = decoded;
  const fields = ['fingerprint', 'checksum', 'from', 'to', 'after'];
  return [
    ...fields.flatMap((field) => malformedFields.map((value) => encode({ ...decoded, [field]: value }))),
    ...['from', 'to', 'after']
      .filter((field) => field in decoded)
      .flatMap((field) => malformedFields.map((value) => encode({ ...unchecked, [field]: value }))),
    ...malformedFields.map(encode),
    encode(unchecked).replace(/.$/, ''),
    Buffer.from(JSON.stringify(decoded)).toString('base64').replace(/=*$/, '=='),
    Buffer.from(JSON.stringify(decoded), 'utf16le').toString('base64url'),
    encodeURIComponent(`${cursor}%`),
    `${cursor}=`,
    ` ${cursor}`,
    cursor.toUpperCase(),
  ].filter((tampered) => tampered !== '');
}

async function expectInvalidCursor(name: RouteName, query: Query, cursor: string): Promise<void> {
  const { status, body } = await get(name, { ...query, cursor });
  expect([status, body.details?.[0]?.field, body.error?.code], `${name} ${cursor}`).toEqual([
    400,
    'cursor',
    'VALIDATION_ERROR',
  ]);
  expect(body.error.message).toMatch(/^cursor: (?:This cursor is invalid|Expected|The text contains)/);
}

test.each(pagedRequests)('%s %j rejects tampered cursors with 400', async (name, query) => {
  const cursors = await Promise.all(
    pagedRequests.map(async ([other, otherQuery]) => {
      const { status, body } = await get(other, { ...otherQuery, limit: 1 });
      expect(status).toBe(200);
      return String(body.nextCursor);
    }),
  );
  const index = pagedRequests.findIndex((request) => request[0] === name && request[1] === query);
  const own = cursors[index] ?? '';
  // Without answers in the default period, there is no next page.
  if (own === 'null') return;
  expect((await get(name, { ...query, cursor: own })).status).toBe(200);
  await atOnce.map([...listTampered(own), ...cursors.toSpliced(index, 1)], (tampered) =>
    expectInvalidCursor(name, query, tampered),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(own.length - 1),
      fc.constantFrom('', 'A', '_', '.', '%', '🙂'),
      async (at, replacement) => {
        const changed = own.slice(0, at) + replacement + own.slice(at + 1);
        if (changed !== own) await expectInvalidCursor(name, query, changed);
        if (at > 0) await expectInvalidCursor(name, query, own.slice(0, at));
      },
    ),
    { numRuns: 40 },
  );
});

const metricsRoutes = routeNames.filter((name) => routes[name].path.startsWith('/v1/metrics/'));
const parameters = [
  'from',
  'to',
  'compareFrom',
  'compareTo',
  'limit',
  'cursor',
  'interval',
  'order',
  'by',
  'compare',
  'brand',
  'run',
  'country',
];

test.each(metricsRoutes)('%s answers any date and number with 200 or a clear 400', async (name) => {
  const base: Query = name === 'listProjects' ? {} : { project: projectId };
  const needed: Query = name === 'getBreakdown' ? { ...base, by: 'engine' } : base;
  const check = async (query: Query) => {
    const { status, body } = await get(name, query);
    const isClear = status === 200 || (status === 400 && /^[\w.]+: ./.test(body.error.message));
    expect(isClear ? [] : [query, status, body]).toEqual([]);
    if (status !== 200) expect(findResponseProblems(name, 400, body)).toEqual([]);
  };
  const dates = ['1000-01-01', '1000-12-31', '9999-01-01', '9999-12-31', '2026-03-01'];
  const queries: Query[] = [
    ...parameters.flatMap((parameter) => malformedTexts.map((text) => ({ [parameter]: text }))),
    ...dates.flatMap((from) =>
      dates.flatMap((to): Query[] => [
        { from, to },
        { from, to, compare: 'year' },
        { compare: 'custom', compareFrom: from, compareTo: to },
        { compare: 'custom', compareFrom: from, compareTo: to, interval: 'month' },
      ]),
    ),
  ];
  await atOnce.map(queries, (query) => check({ ...needed, ...query }));
});
