import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addDays, createFixedClock, type Period } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { noFilters } from '#lib/dashboard/counts/conditions';
import type { AnyCountQuery } from '#lib/dashboard/counts/count-query';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import type { Context } from '#lib/db/context';
import {
  buildFilters,
  createProjectWithObservations,
  observationsArbitrary,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandIds,
  countries,
  domains,
  engines,
  firstDay,
  insert,
  type Observation,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 4 });

/** Observations are stored from March to June 2026. */
const dayCount = 122;
const afterDelay = createFixedClock(new Date(Date.now() + 2 * 3_600_000));

const observations = fc
  .tuple(observationsArbitrary, fc.infiniteStream(fc.nat(dayCount - 1)))
  .map(([stored, days]) =>
    stored.map((observation): Observation => ({ ...observation, day: days.next().value ?? 0 })),
  );

const period = fc.tuple(fc.nat(dayCount - 1), fc.nat(dayCount - 1)).map(
  ([a, b]): Period => ({
    from: addDays(firstDay, Math.min(a, b)),
    to: addDays(firstDay, Math.max(a, b)),
  }),
);
const wholePeriod: Period = { from: firstDay, to: addDays(firstDay, dayCount - 1) };
const periods = fc.record({
  first: fc.oneof(fc.constant(wholePeriod), period),
  second: fc.option(period),
  third: period,
});

const segment = ['promptId', 'engine', 'country', 'day'] as const;
/** Queries of all keys and counts of a rollup. */
const queries = {
  answers: { of: 'answers', keys: segment, counts: ['answers', 'noAnswer', 'citations'] },
  brands: {
    of: 'brands',
    keys: [...segment, 'brandId'],
    counts: ['mentioned', 'mentions', 'rankSum', 'cited'],
  },
  brandsOfMonths: {
    of: 'brands',
    keys: [...segment, 'brandId'],
    counts: ['mentioned', 'ranked', 'citations'],
  },
  domains: { of: 'domains', keys: [...segment, 'domain'], counts: ['listed', 'cited', 'mentioned', 'gap'] },
} as const;

/** The columns of the counts in the daily rollups. */
const columns: Record<string, string> = {
  answers: 'answered',
  noAnswer: 'no_answer',
  rankSum: 'rank_sum',
  promptId: 'prompt_id',
  brandId: 'brand_id',
};
const toColumn = (name: string) => columns[name] ?? name;

/** Counts from the rows of a daily rollup, which are read as they are. */
async function recount(
  { organizationId }: Context,
  { of, by, counts, filters, periods: chosen, where = {} }: AnyCountQuery,
): Promise<Record<string, unknown>[]> {
  const { rows } = await db.$client.query<Record<string, string | number>>(
    `SELECT *, day::text AS day FROM daily_${of} WHERE organization_id = $1 AND scoring_version = 1`,
    [organizationId],
  );
  const isListed = (values: readonly string[], value: unknown) =>
    values.length === 0 || values.includes(String(value));
  const selected = rows.filter((row) => {
    const prompt = prompts.find(({ id }) => id === row.prompt_id);
    return (
      isListed(filters.engines, row.engine) &&
      isListed(filters.countries, row.country) &&
      isListed(filters.topics, prompt?.topic) &&
      (filters.branded !== 'only' || prompt?.isBranded) &&
      (where.brandId === undefined || row.brand_id === where.brandId) &&
      (where.domains === undefined || where.domains.includes(String(row.domain)))
    );
  });
  const sums = new Map<string, Record<string, unknown>>();
  for (const [name, days] of Object.entries(chosen)) {
    for (const row of selected) {
      if (!days || String(row.day) < days.from || String(row.day) > days.to) continue;
      const key = Object.fromEntries([['period', name], ...by.map((part) => [part, row[toColumn(part)]])]);
      const id = JSON.stringify(key);
      const sum = sums.get(id) ?? { ...key, ...Object.fromEntries(counts.map((count) => [count, 0])) };
      for (const count of counts) sum[count] = Number(sum[count]) + Number(row[toColumn(count)] ?? 0);
      sums.set(id, sum);
    }
  }
  return [...sums.values()];
}

const sortRows = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

const queryArbitrary = fc
  .record({
    name: fc.constantFrom(
      'answers' as const,
      'brands' as const,
      'brandsOfMonths' as const,
      'domains' as const,
    ),
    by: fc.subarray(['promptId', 'engine', 'country', 'day', 'subject'] as const),
    periods,
    filters: fc.record({
      engines: fc.subarray(engines),
      countries: fc.oneof(fc.constant<string[]>([]), fc.subarray(countries)),
      topics: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>(['alpha'])),
      branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
    }),
    where: fc.oneof(
      fc.constant({}),
      fc.constant({ brandId: brandIds[1] }),
      fc.constant({ domains: domains.slice(0, 2) }),
    ),
  })
  .map(({ name, by, where, ...rest }) => {
    const { of, keys, counts } = queries[name];
    const subject = keys[segment.length];
    return {
      ...rest,
      of,
      counts,
      by: by.flatMap((key) => (key !== 'subject' ? [key] : subject ? [subject] : [])),
      where: {
        brandId: of === 'brands' && 'brandId' in where ? where.brandId : undefined,
        domains: of === 'domains' && 'domains' in where ? where.domains : undefined,
      },
    };
  });

test('counts are the sums of the daily rows, with and without monthly sums, in one round trip', async () => {
  await fc.assert(
    fc.asyncProperty(
      observations,
      fc.array(queryArbitrary, { minLength: 4, maxLength: 4 }),
      async (stored, chosen) => {
        const { context, projectId, key } = await createProjectWithObservations(db, stored);
        await insert(db, 'daily_answers', [
          { ...(await readOneRow(context)), scoring_version: 2, organization_id: key.organizationId },
        ]);
        const named = Object.fromEntries(
          chosen.map(({ filters, ...query }, index) => [
            `query ${index}`,
            { ...query, filters: buildFilters(projectId, filters) } as AnyCountQuery,
          ]),
        );
        const expected = await Promise.all(
          Object.values(named).map(async (query) => sortRows(await recount(context, query))),
        );
        const read = () =>
          withMetricsTransaction(context, async (tx) =>
            Object.values(await readCounts(tx, named)).map((rows) => sortRows(rows)),
          );
        expect(await read()).toEqual(expected);
        await sumMonths({ db, clock: afterDelay });
        expect(await read()).toEqual(expected);
      },
    ),
    { numRuns: 20, interruptAfterTimeLimit: 10_000 },
  );
});

async function readOneRow({ organizationId }: Context): Promise<Record<string, unknown>> {
  const { rows } = await db.$client.query<Record<string, unknown>>(
    'SELECT *, day::text AS day FROM daily_answers WHERE organization_id = $1 LIMIT 1',
    [organizationId],
  );
  return rows[0] ?? {};
}

test('answers of models are counted by day and engine, whatever their prompt and country', async () => {
  const observe = (engine: string, model: string | null, rest: Partial<Observation> = {}): Observation => ({
    day: 0,
    prompt: 0,
    engine,
    country: 'US',
    status: 'answered',
    ranks: [],
    sources: [],
    model,
    ...rest,
  });
  const { context, projectId } = await createProjectWithObservations(db, [
    observe('chat', 'a'),
    observe('chat', 'a', { prompt: 1, country: 'JP' }),
    observe('chat', 'b', { day: 1 }),
    observe('chat', 'b', { status: 'no_answer' }),
    observe('chat', null),
    observe('gen', 'c'),
  ]);
  const source = { of: 'models', periods: { all: wholePeriod }, counts: ['answers'] } as const;
  const { byDay, byEngine } = await readCounts(context, {
    byDay: {
      ...source,
      by: ['day', 'engine', 'model'],
      filters: { ...noFilters, projectId, engines: ['chat'] },
    },
    byEngine: { ...source, by: ['engine'], filters: { ...noFilters, projectId } },
  });
  expect(byDay.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual([
    { period: 'all', day: firstDay, engine: 'chat', model: 'a', answers: 2 },
    { period: 'all', day: addDays(firstDay, 1), engine: 'chat', model: 'b', answers: 1 },
  ]);
  expect(byEngine.toSorted((a, b) => (a.engine < b.engine ? -1 : 1))).toEqual([
    { period: 'all', engine: 'chat', answers: 3 },
    { period: 'all', engine: 'gen', answers: 1 },
  ]);
});

test('several queries are read in one statement, those of the same rows in one scan', async () => {
  const { context, projectId } = await createProjectWithObservations(db, fc.sample(observations, 3).flat());
  const filters = buildFilters(projectId);
  const source = { of: 'brands', filters, periods: { all: wholePeriod }, counts: ['mentioned'] } as const;
  const texts = await withMetricsTransaction(context, async (tx) => {
    const query = vi.spyOn(tx.db.$client, 'query');
    const { byEngine, byDay, again } = await readCounts(tx, {
      byEngine: { ...source, by: ['engine'], summedMonths: [] },
      byDay: { ...source, by: ['day'], summedMonths: [] },
      again: { ...source, by: ['engine'], counts: ['cited', 'mentioned'], summedMonths: [] },
    });
    const sum = (rows: readonly { mentioned: number }[]) =>
      rows.reduce((total, { mentioned }) => total + mentioned, 0);
    expect(sum(byEngine)).toBeGreaterThan(0);
    expect([sum(byDay), sum(again)]).toEqual([sum(byEngine), sum(byEngine)]);
    const sent = query.mock.calls.map(([text]) => String(text));
    query.mockRestore();
    return sent;
  });
  expect(texts).toHaveLength(1);
  expect(texts[0]?.match(/FROM daily_brands/g)).toHaveLength(1);
});
