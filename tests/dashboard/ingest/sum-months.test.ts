import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, createFixedClock } from '#lib/core/time';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getMetricsOverTime } from '#lib/dashboard/analytics/overview/metrics-over-time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import { deleteProject } from '#lib/dashboard/projects/project';
import { deleteOldScorings } from '#lib/dashboard/rescoring/delete-old-scorings';
import type { Context } from '#lib/db/context';
import {
  buildFilters,
  createProjectWithObservations,
  observationsArbitrary,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandIds,
  countries,
  domains,
  engines,
  firstDay,
  type Observation,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { roundNumbers } from '#tests/dashboard/analytics/support/reference-metrics';
import { openTestDatabase } from '#tests/support/database';
import { countTenantRows } from '#tests/support/tenant-rows';

const db = await openTestDatabase({ max: 4 });

/** Observations are stored from March to June 2026. */
const lastDay = '2026-06-30';
const dayCount = 122;
/** A time at which the sums of all changed months are due. */
const afterDelay = new Date(Date.now() + 2 * 3_600_000);
const sumAllMonths = () => sumMonths({ db, clock: createFixedClock(afterDelay) });

/** Observations spread over the four months. */
const longObservationsArbitrary = fc
  .tuple(observationsArbitrary, fc.infiniteStream(fc.nat(dayCount - 1)))
  .map(([observations, days]) =>
    observations.map((observation): Observation => {
      const day = days.next().value ?? 0;
      return { ...observation, day, hasStructure: day % 3 > 0 };
    }),
  );

const periodArbitrary = fc
  .tuple(fc.nat(dayCount - 1), fc.nat(dayCount - 1))
  .map(([a, b]) => ({ from: addDays(firstDay, Math.min(a, b)), to: addDays(firstDay, Math.max(a, b)) }));

const filtersArbitrary: fc.Arbitrary<Partial<MetricFilters>> = fc
  .record({
    period: fc.oneof(fc.constant({ from: firstDay, to: lastDay }), periodArbitrary),
    compare: fc.constantFrom('previous' as const, 'year' as const, 'custom' as const, 'none' as const),
    comparedWith: periodArbitrary,
    branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
    engines: fc.subarray(engines),
    countries: fc.oneof(fc.constant<string[]>([]), fc.subarray(countries)),
    topics: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>(['alpha'])),
    brandId: fc.constantFrom(null, brandIds[1] ?? null),
  })
  .map(({ period, compare, comparedWith, ...filters }) => ({
    ...filters,
    ...period,
    compare,
    comparedWith: compare === 'custom' ? comparedWith : null,
  }));

/** Reads the metrics that pages show. */
async function readPages(context: Context, filters: MetricFilters): Promise<unknown> {
  const { latestAnswers, ...overview } = await getOverview(context, filters);
  return roundNumbers({
    overview,
    prompts: [...(await getPromptBreakdown(context, filters))].sort(),
    months: await getMetricsOverTime(context, filters, 'month'),
    competitors: await getCompetitors(context, filters),
    sources: await getSources(context, filters),
    domain: await getDomain(context, filters, { domain: domains[0] ?? '' }),
  });
}

/** Marks the months as not summed, so that pages read the daily rollups until they are summed again. */
async function invalidateSums({ organizationId }: Context): Promise<void> {
  const due = 'UPDATE rollup_months SET summed_to = NULL, due_at = now() WHERE organization_id = $1';
  await db.$client.query(due, [organizationId]);
}

test('pages show the same metrics with and without monthly sums, before and after late answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      longObservationsArbitrary,
      longObservationsArbitrary,
      fc.array(filtersArbitrary, { minLength: 3, maxLength: 3 }),
      async (observations, late, chosen) => {
        const { context, projectId, key } = await createProjectWithObservations(db, observations);
        const filters = chosen.map((overrides) => buildFilters(projectId, overrides));
        const readAll = async () => {
          const pages = [];
          for (const pageFilters of filters) pages.push(await readPages(context, pageFilters));
          return pages;
        };
        const before = await readAll();
        expect(await sumAllMonths()).toBeGreaterThan(0);
        expect(await readAll()).toEqual(before);
        await storeObservationRollups(db, key, late.slice(0, 5));
        const withLate = await readAll();
        await invalidateSums(context);
        expect(withLate).toEqual(await readAll());
        await sumAllMonths();
        expect(await readAll()).toEqual(withLate);
      },
    ),
    { numRuns: 8, interruptAfterTimeLimit: 30_000 },
  );
});

/** Creates an answer per prompt and engine on every second day. */
const observeEverySecondDay = (): Observation[] =>
  Array.from({ length: dayCount / 2 }, (_, index) => 2 * index).flatMap((day) =>
    prompts.flatMap((_, prompt) =>
      engines.map((engine) => ({
        day,
        prompt,
        engine,
        country: countries[prompt % 2] ?? '',
        status: 'answered' as const,
        ranks: [1, null, null],
        sources: [{ domain: domains[(day / 2) % 4] ?? '', citations: 1 }],
      })),
    ),
  );

// Pages read answers by day, which their intervals need.
test.each(['monthly_brands', 'monthly_domains'])('pages read long periods from %s', async (table) => {
  const { context, projectId } = await createProjectWithObservations(db, observeEverySecondDay());
  await sumAllMonths();
  const filters = buildFilters(projectId, { from: firstDay, to: lastDay, compare: 'none' });
  const before = await readPages(context, filters);
  await db.$client.query(`DELETE FROM ${table} WHERE organization_id = $1 AND month = '2026-04-01'`, [
    context.organizationId,
  ]);
  expect(await readPages(context, filters)).not.toEqual(before);
});

test('counts answers without structure, which are unknown for days of earlier releases', async () => {
  const observations = observeEverySecondDay().map((observation, index) => ({
    ...observation,
    hasStructure: index % 4 > 0,
  }));
  const { context, projectId, key } = await createProjectWithObservations(db, observations);
  const all = observations.length;
  const first = observations.find(({ day }) => day >= 31 && day < 61);
  if (!first) throw new Error('There is no observation in April.');
  const filters = buildFilters(projectId, { from: firstDay, to: lastDay, compare: 'none' });
  const readStructure = async () => (await getOverview(context, filters)).headline.structure;
  expect(await readStructure()).toEqual({ known: all, without: all / 4 });

  await db.$client.query(
    `UPDATE daily_answers SET without_structure = NULL WHERE organization_id = $1 AND day = '2026-04-02'`,
    [context.organizationId],
  );
  const onDay = observations.filter(({ day }) => day === 32);
  const withoutOnDay = onDay.filter(({ hasStructure }) => !hasStructure);
  const known = { known: all - onDay.length, without: all / 4 - withoutOnDay.length };
  expect(await readStructure()).toEqual(known);
  // An answer that is added to an unknown count leaves it unknown.
  await storeObservationRollups(db, key, [{ ...first, day: 32, hasStructure: false }]);
  expect(await readStructure()).toEqual(known);

  await sumAllMonths();
  expect(await readStructure()).toEqual(known);
});

async function listMonths({ organizationId }: Context) {
  const { rows } = await db.$client.query<{ month: string; to: string | null; due: string | null }>(
    `SELECT month::text AS month, summed_to::text AS to, (due_at AT TIME ZONE 'UTC')::text AS due
     FROM rollup_months WHERE organization_id = $1 ORDER BY month`,
    [organizationId],
  );
  return rows;
}

test('sums a month after each of its first three weeks and after its end, and again after a change of a summed day', async () => {
  const { context, key } = await createProjectWithObservations(
    db,
    observeEverySecondDay().filter(({ day }) => day >= 92),
  );
  const sumAt = async (instant: string) => {
    await db.$client.query("UPDATE rollup_months SET due_at = '2026-06-02' WHERE organization_id = $1", [
      context.organizationId,
    ]);
    await sumMonths({ db, clock: createFixedClock(new Date(instant)) });
    return listMonths(context);
  };
  const june = { month: '2026-06-01' };
  expect(await sumAt('2026-06-07T23:00:00Z')).toEqual([{ ...june, to: null, due: '2026-06-08 01:00:00' }]);
  expect(await sumAt('2026-06-08T02:00:00Z')).toEqual([
    { ...june, to: '2026-06-07', due: '2026-06-15 01:00:00' },
  ]);
  expect(await sumAt('2026-06-30T02:00:00Z')).toEqual([
    { ...june, to: '2026-06-21', due: '2026-07-01 01:00:00' },
  ]);
  const [unsummed] = observeEverySecondDay().filter(({ day }) => day === 120);
  const [summed] = observeEverySecondDay().filter(({ day }) => day === 100);
  if (!unsummed || !summed) throw new Error('There is no observation on these days.');
  await storeObservationRollups(db, key, [unsummed]);
  expect((await listMonths(context))[0]?.to).toBe('2026-06-21');
  await storeObservationRollups(db, key, [summed]);
  expect(await listMonths(context)).toEqual([{ ...june, to: null, due: expect.any(String) }]);
  expect(await sumAt('2026-07-01T02:00:00Z')).toEqual([{ ...june, to: '2026-06-30', due: null }]);
});

test('does not sum an unpublished scoring version, and deletes sums with their version and project', async () => {
  const { context, projectId } = await createProjectWithObservations(db, observeEverySecondDay());
  await sumAllMonths();
  const operator: Context = { ...context, actor: { kind: 'operator' } };
  const { organizationId } = context;
  await db.$client.query(
    `INSERT INTO rollup_months (organization_id, project_id, scoring_version, month, due_at)
     SELECT organization_id, project_id, 2, month, now() FROM rollup_months WHERE organization_id = $1`,
    [organizationId],
  );
  expect(await sumAllMonths()).toBe(0);
  const count = await countTenantRows(db, organizationId);
  expect(count.rollup_months).toBe(8);
  await db.$client.query('UPDATE projects SET scoring_version = 2 WHERE organization_id = $1', [
    organizationId,
  ]);
  await deleteOldScorings(operator, projectId);
  expect(await countTenantRows(db, organizationId)).not.toHaveProperty('monthly_brands');
  expect((await countTenantRows(db, organizationId)).rollup_months).toBe(4);
  await deleteProject(operator, { projectId });
  expect(await countTenantRows(db, organizationId)).not.toHaveProperty('rollup_months');
});
