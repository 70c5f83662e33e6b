import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#lib/core/permissions';
import { addDays, createFixedClock, listDays } from '#lib/core/time';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import {
  formatFilters,
  getPeriods,
  type MetricFilters,
  parseFilters,
} from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { addNote } from '#lib/dashboard/annotations/annotations';
import { updateBrand } from '#lib/dashboard/brands/edit-brands';
import { getProject } from '#lib/dashboard/projects/project';
import { exportReportTable } from '#lib/dashboard/reports/export-report';
import { getFrozenFilters, getFrozenReport, unfreezeReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import {
  getTableKey,
  getTableParameters,
  listReportTables,
  sectionKinds,
} from '#lib/dashboard/reports/report-blocks';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { createReport, getReport, saveReport } from '#lib/dashboard/reports/reports';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { createOperatorContext } from '#lib/db/context';
import { buildReportVariables, insertReportVariables } from '#lib/format/report-variables';
import { freezeReport } from '#lib/registry/freeze-report';
import {
  current,
  filterChoiceArbitrary,
  historyArbitrary,
} from '#tests/dashboard/analytics/support/generated-answers';
import {
  type IngestedProject,
  ingestProject,
  toFilters,
} from '#tests/dashboard/analytics/support/ingest-project';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

let ingested: IngestedProject;

beforeAll(async () => {
  const history = fc
    .sample(historyArbitrary, { numRuns: 20, seed: 1 })
    .toSorted((a, b) => b.answers.length - a.answers.length)[0];
  if (!history) throw new Error('There is no history.');
  ingested = await ingestProject(dashboard, { ...history, brands: 'first', compare: 'previous' });
});

const periodArbitrary = fc.tuple(fc.integer({ min: -3, max: 5 }), fc.nat(4)).map(([start, length]) => ({
  from: addDays(current.from, start),
  to: addDays(current.from, start + length),
}));

/** The filters of any page, and a period. */
const filtersArbitrary = fc.tuple(filterChoiceArbitrary, periodArbitrary);

test('filters in the URL narrow those of a report and never widen them', async () => {
  const { context, projectId } = ingested;
  const toQuery = ([chosen, period]: [Parameters<typeof toFilters>[2], { from: string; to: string }]) => {
    const filters: MetricFilters = { ...toFilters(ingested, 'previous', chosen), ...period };
    return formatFilters(filters, context.clock);
  };
  const listIds = async (filters: MetricFilters) =>
    (await listAnswers(context, filters, { limit: 2_000 })).answers.map(({ id }) => id);
  let narrowedCount = 0;
  await fc.assert(
    fc.asyncProperty(filtersArbitrary, filtersArbitrary, async (reportChoice, requestedChoice) => {
      const report = { projectId, timeZone: 'UTC', filters: toQuery(reportChoice).toString() };
      const whole = parseReportFilters(report, {}, context.clock);
      const narrowed = parseReportFilters(report, toQuery(requestedChoice), context.clock);
      const included = new Set(await listIds(whole));
      const shown = await listIds(narrowed);
      expect(shown.filter((id) => !included.has(id))).toEqual([]);
      const { headline } = await getOverview(context, narrowed);
      expect(headline.answers).toBe(shown.length);
      expect(narrowed).toMatchObject({
        brandId: whole.brandId,
        branded: whole.branded,
        compare: whole.compare,
      });
      if (shown.length < included.size) narrowedCount += 1;
    }),
    { numRuns: 50 },
  );
  expect(narrowedCount).toBeGreaterThan(5);
});

test.each([
  ['a calendar period inside the report', 'days=91', 'period=last-month', 'period=last-month'],
  ['a calendar period that ends with the report', 'days=28', 'period=this-month', 'period=this-month'],
  [
    'the part of a calendar period that is inside the report',
    'days=28',
    'period=last-month',
    'from=2026-10-24&to=2026-10-31',
  ],
  [
    'the days of a calendar period whose comparison would include days outside the report',
    'from=2026-10-30&to=2026-11-20',
    'period=this-month',
    'from=2026-11-01&to=2026-11-20',
  ],
  [
    'a month that is sent with its days, as the form sends it',
    'days=91',
    'period=last-month&from=2026-10-01&to=2026-10-31&engine=chat',
    'period=last-month&engine=chat',
  ],
  [
    'changed days that are sent with a month',
    'days=91',
    'period=last-month&from=2026-10-01&to=2026-10-30',
    'from=2026-10-01&to=2026-10-30',
  ],
  [
    'its whole period if the calendar period is outside the report',
    'period=this-month',
    'period=last-quarter',
    'period=this-month',
  ],
  [
    'unchanged days, as the form sends them',
    'period=this-month',
    'from=2026-11-01&to=2026-11-20',
    'period=this-month',
  ],
  [
    'days inside a month',
    'period=last-month',
    'from=2026-10-05&to=2026-10-09',
    'from=2026-10-05&to=2026-10-09',
  ],
])('narrows a report to %s', (_, filters, requested, expected) => {
  const clock = createFixedClock(new Date('2026-11-20T12:00:00Z'));
  const narrowed = parseReportFilters(
    { projectId: 'p', timeZone: 'UTC', filters },
    new URLSearchParams(requested),
    clock,
  );
  expect(formatFilters(narrowed, clock).toString()).toBe(expected);
});

test('a narrowed report is compared only with days of the report or of its comparison period', () => {
  const names = ['this-month', 'last-month', 'this-quarter', 'last-quarter', 'year-to-date'];
  const reports = fc.record({
    age: fc.nat(1_500),
    period: fc.constantFrom(...names),
    compare: fc.constantFrom('previous', 'year'),
  });
  const cuts = fc.record({ start: fc.nat(12), end: fc.nat(12) });
  fc.assert(
    fc.property(reports, cuts, ({ age, period, compare }, { start, end }) => {
      const clock = createFixedClock(new Date(addDays('2028-12-31', -age)));
      const report = { projectId: 'p', timeZone: 'UTC', filters: `period=${period}&compare=${compare}` };
      const whole = getPeriods(parseReportFilters(report, {}, clock));
      const reportDays = new Set(
        [whole.current, whole.previous].flatMap((part) => (part ? listDays(part.from, part.to) : [])),
      );
      const days = { from: addDays(whole.current.from, start), to: addDays(whole.current.to, -end) };
      for (const requested of [days, ...names.map((name) => ({ period: name }))]) {
        const narrowed = getPeriods(parseReportFilters(report, requested, clock));
        const compared = narrowed.previous ? listDays(narrowed.previous.from, narrowed.previous.to) : [];
        expect(compared.length).toBeGreaterThan(0);
        expect(compared.filter((day) => !reportDays.has(day))).toEqual([]);
        expect(narrowed.current.from >= whole.current.from).toBe(true);
        expect(narrowed.current.to <= whole.current.to).toBe(true);
      }
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test.each(['this-month', 'last-month', 'this-quarter', 'last-quarter', 'year-to-date'])(
  '%s has the metrics of its days, compared with those of the previous calendar period',
  async (period) => {
    const { context, projectId } = ingested;
    const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, { period }, context.clock);
    const { current: days, previous } = getPeriods(filters);
    const custom = { ...days, compare: 'custom', compareFrom: previous?.from, compareTo: previous?.to };
    expect(await getOverview(context, filters)).toEqual(
      await getOverview(context, parseFilters({ id: projectId, timeZone: 'UTC' }, custom, context.clock)),
    );
  },
);

test('a frozen report stays byte-identical after a rescoring that changes the current metrics', async () => {
  const { projectId } = ingested;
  const competitorIds = ingested.brandIds.slice(1);
  const context = createOperatorContext(ingested.context, ingested.context.organizationId);
  const filters = `from=${current.from}&to=${current.to}`;
  const blocks = [
    { id: 'text', kind: 'text' as const, markdown: '{{brand}}: {{visibility}}' },
    ...sectionKinds.map((kind) => ({ id: kind, kind, competitorId: null })),
    ...competitorIds.map((id) => ({ id, kind: 'head-to-head' as const, competitorId: id })),
  ];
  const { id: reportId } = await createReport(context, { projectId, name: 'March', filters, blocks });
  const report = { projectId, reportId };
  const readFrozen = async () => getFrozenReport(context, await getReport(context, report));
  const readLive = () =>
    loadReportData(context, {
      filters: parseReportFilters({ projectId, timeZone: 'UTC', filters }, {}, context.clock),
      blocks,
    });
  const exportAll = async (actor: Actor = context.actor) =>
    Object.fromEntries(
      await Promise.all(
        listReportTables(blocks).map(async (table) => [
          getTableKey(table),
          await text(
            (
              await exportReportTable(
                { ...context, actor },
                {
                  ...report,
                  table: table.name,
                  format: 'csv',
                  searchParameters: getTableParameters(table),
                },
              )
            ).body,
          ),
        ]),
      ),
    );
  await addNote(context, { projectId, day: current.from, text: 'Secret launch' });
  const viewer = { kind: 'share', shareId: reportId, reportId, allowsDownloads: true } as const;
  const viewerWithoutNotes = { ...viewer, showsNotes: false };
  const live = await readLive();
  const liveTablesWithoutNotes = await exportAll(viewerWithoutNotes);
  expect(JSON.stringify(liveTablesWithoutNotes)).not.toContain('Secret launch');
  const liveTables = await exportAll();
  const comparisons = competitorIds.map((id) => liveTables[`head-to-head:${id}`]);
  expect(new Set(comparisons).size).toBeGreaterThan(1);
  expect(await readFrozen()).toBe(undefined);
  expect(await getFrozenFilters(context, await getReport(context, report))).toBe(undefined);
  await freezeReport(context, report);
  const frozen = await readFrozen();
  expect(frozen?.data).toEqual(live);
  expect(await getFrozenFilters(context, await getReport(context, report))).toEqual(live.filters);
  const frozenTables = await exportAll();
  expect(frozenTables).toEqual(liveTables);
  expect(frozenTables['visibility-over-time']).toContain('Secret launch');
  expect(await exportAll({ ...viewer, showsNotes: true })).toEqual(liveTables);
  expect(await exportAll(viewerWithoutNotes)).toEqual(liveTablesWithoutNotes);
  await expect(
    saveReport(context, { ...report, revision: 2, name: 'April', filters, blocks }),
  ).rejects.toMatchObject({ message: expect.stringContaining('frozen') });

  const { own } = await getProject(context, { projectId });
  await updateBrand(context, {
    projectId,
    brandId: own.id,
    ...own,
    name: 'Unheard',
    aliases: [],
    domains: ['unheard.example'],
  });
  await rescoreProject(context, { projectId });
  const changed = await readLive();
  expect(changed.overview.headline).not.toEqual(live.overview.headline);
  expect(JSON.stringify(await readFrozen())).toBe(JSON.stringify(frozen));
  expect(await exportAll()).toEqual(frozenTables);
  expect(insertReportVariables('{{brand}}', buildReportVariables(frozen?.data ?? live))).toBe(own.name);

  // Earlier versions stored these fields under other names.
  await dashboard.db.$client.query(
    `UPDATE reports SET frozen_data = regexp_replace(regexp_replace(regexp_replace(regexp_replace(frozen_data::text,
      '"tablesWithNotes":', '"annotatedTables":', 'g'), '"citedWhenListed":', '"conversion":', 'g'),
      '"missingOnAllEnginesCount":', '"everywhereCount":', 'g'), '"isMissingOnAllEngines":', '"isEverywhere":', 'g')::jsonb
     WHERE id = $1`,
    [reportId],
  );
  expect(await readFrozen()).toEqual(frozen);
  expect(await exportAll()).toEqual(frozenTables);

  // Earlier versions stored only the tables without notes.
  await dashboard.db.$client.query(
    `UPDATE reports SET frozen_data = frozen_data - 'annotatedTables' WHERE id = $1`,
    [reportId],
  );
  expect(await exportAll()).toEqual(liveTablesWithoutNotes);

  await unfreezeReport(context, report);
  expect(await readFrozen()).toBe(undefined);
});
