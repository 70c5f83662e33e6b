import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Metric, Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { formatFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { exportTable } from '#lib/dashboard/exports/export-table';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import {
  current,
  type FilterChoice,
  filterChoiceArbitrary,
  historyArbitrary,
  type ProjectHistory,
  prompts,
} from '#tests/dashboard/analytics/support/generated-answers';
import {
  type IngestedProject,
  ingestProject,
  toFilters,
} from '#tests/dashboard/analytics/support/ingest-project';
import { listMentionedBrands, matchesFilters } from '#tests/dashboard/analytics/support/reference-answers';
import { computeBreakdown, computeOverview } from '#tests/dashboard/analytics/support/reference-breakdowns';
import { buildScope } from '#tests/dashboard/analytics/support/reference-definitions';
import { computeDailyRates } from '#tests/dashboard/analytics/support/reference-metrics';
import { buildReferencePanel } from '#tests/dashboard/analytics/support/reference-panel';
import { computeDomains } from '#tests/dashboard/analytics/support/reference-sources';
import { startDashboard } from '#tests/support/dashboard';
import { openUnlocked, shareOverview } from '#tests/support/reports';
import { loadOracle, oracleTitleSuffix } from '#tests/support/statistics-oracle';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Returns the expected columns of a rate, whose names have the same suffixes in every table. */
function toRateColumns(
  key: string,
  rate: (Rate & Partial<Pick<Metric, 'clusteredInterval'>>) | Partial<Rate> | null | undefined,
) {
  const interval =
    rate && 'clusteredInterval' in rate && rate.clusteredInterval ? rate.clusteredInterval : rate;
  const expectClose = (value: number | null | undefined) => (value == null ? null : expect.closeTo(value, 5));
  return {
    [key]: expectClose(rate?.value),
    ...(oracle && {
      [`${key}_low`]: expectClose(interval?.low),
      [`${key}_high`]: expectClose(interval?.high),
    }),
    [`${key}_numerator`]: rate?.numerator ?? null,
    [`${key}_denominator`]: rate?.denominator ?? null,
  };
}

function toBreakdownColumns(
  slice: ReturnType<typeof computeBreakdown> extends Map<string, infer S> ? S : never,
) {
  return {
    answers: slice.answers,
    ...toRateColumns('visibility', slice.visibility),
    ...toRateColumns('share_of_voice', slice.shareOfVoice),
    ...toRateColumns('citation_rate', slice.citationRate),
    ...toRateColumns('trigger_rate', slice.triggerRate),
    position: slice.position.mean === null ? null : expect.closeTo(slice.position.mean, 5),
    position_answers: slice.position.answers,
    ...(oracle && { visibility_verdict: slice.visibility.change?.verdict ?? null }),
  };
}

async function createRowsReader(ingested: IngestedProject, history: ProjectHistory, chosen: FilterChoice) {
  const context: Context = { ...ingested.context, actor: { kind: 'operator' } };
  const parameters = formatFilters(toFilters(ingested, history.compare, chosen), context.clock);
  return async (table: string) => {
    const { body } = await exportTable(context, {
      projectId: ingested.projectId,
      table,
      format: 'json',
      parameters,
    });
    return JSON.parse((await buffer(body)).toString('utf8')) as ExportedRow[];
  };
}

const oracle = await loadOracle();

test(`exports match metrics recomputed from individual answers, and a shared report matches the overview${oracleTitleSuffix}`, async () => {
  await fc.assert(
    fc.asyncProperty(historyArbitrary, filterChoiceArbitrary, async (history, chosen) => {
      const ingested = await ingestProject(dashboard, history);
      const panel = oracle && buildReferencePanel(oracle, history, ingested.definition);
      const scope = buildScope(history, chosen, ingested, { oracle, panel });
      const { definition } = scope;
      const read = await createRowsReader(ingested, history, chosen);

      const reference = computeOverview(scope);
      const expectedHeadline = reference.brands[chosen.brand];
      if (!expectedHeadline) throw new Error('The chosen brand is not tracked.');
      const headline = await read('headline');
      const findMetric = (label: string) => headline.find((row) => row.metric === label);
      for (const [label, metric] of [
        ['Visibility', expectedHeadline.visibility],
        ['Share of voice', expectedHeadline.shareOfVoice],
        ['First-place rate', expectedHeadline.firstPlace],
        ['Citation rate', expectedHeadline.citationRate],
        ['Citation share', expectedHeadline.citationShare],
      ] as const) {
        const low = metric.clusteredInterval?.low ?? metric.low;
        expect(findMetric(label)).toMatchObject({
          numerator: metric.numerator,
          denominator: metric.denominator,
          ...(oracle && {
            low: low === null ? null : expect.closeTo(low, 5),
            value_verdict: metric.change?.verdict ?? null,
          }),
        });
      }
      expect(findMetric('Position')?.denominator).toBe(expectedHeadline.position.answers);
      expect(findMetric('Sentiment')?.value).toEqual(
        expectedHeadline.sentiment.value === null
          ? null
          : expect.closeTo(expectedHeadline.sentiment.value, 4),
      );

      const brandRows = await read('brands');
      for (const [brand, metrics] of reference.brands.entries()) {
        expect(brandRows.find((row) => row.brand === definition.brands[brand]?.name)).toMatchObject({
          ...toRateColumns('visibility', metrics.visibility),
          ...toRateColumns('share_of_voice', metrics.shareOfVoice),
          ...toRateColumns('first_place', metrics.firstPlace),
        });
      }
      for (const [table, key, expected] of [
        ['by-engine', 'engine', reference.byEngine],
        ['by-country', 'country', reference.byCountry],
      ] as const) {
        const rows = await read(table);
        expect(rows).toHaveLength(expected.size);
        for (const [value, slice] of expected) {
          expect(rows.find((row) => row[key] === value)).toMatchObject(toBreakdownColumns(slice));
        }
      }
      const promptRows = await read('prompts');
      const byPrompt = computeBreakdown(scope, ({ prompt }) => prompts[prompt]?.text ?? '');
      for (const [text, slice] of byPrompt) {
        expect(promptRows.find((row) => row.prompt === text)).toMatchObject(toBreakdownColumns(slice));
      }
      if (history.brands !== 'changing') {
        const matchingPrompts = prompts.flatMap(({ text }, prompt) =>
          matchesFilters(definition, { ...chosen, engines: [], countries: [] })({
            prompt,
            engine: 'chat',
            country: '',
          })
            ? [text]
            : [],
        );
        expect(new Set(promptRows.map((row) => row.prompt))).toEqual(new Set(matchingPrompts));
      }

      const days = await read('visibility-over-time');
      const shownDays = listDays(current.from, current.to);
      for (const brand of definition.brands.keys()) {
        const rates = computeDailyRates(scope, { brand, name: 'visibility', ...current });
        for (const [index, day] of shownDays.entries()) {
          const row = days.find(
            (candidate) =>
              candidate.day === day &&
              candidate.brand === definition.brands[brand]?.name &&
              candidate.period === 'current',
          );
          expect(row).toMatchObject(toRateColumns('visibility', rates[index] ?? null));
        }
      }

      const sources = await read('sources');
      const listed = sources.map(({ domain }) => String(domain));
      for (const [index, { citationShare, citationRate }] of computeDomains(scope, listed).entries()) {
        expect(sources[index]).toMatchObject(toRateColumns('citation_share', citationShare));
        expect(sources[index]?.cited_numerator).toBe(citationRate.numerator);
      }

      const answers = await read('answers');
      expect(answers).toHaveLength(scope.currentAnswers.length);
      const joinNames = (names: readonly unknown[]) => names.map(String).sort().join('\n');
      expect(
        answers.map(({ brands }) => joinNames(String(brands).split('\n').filter(Boolean))).sort(),
      ).toEqual(
        scope.currentAnswers
          .map((answer) =>
            joinNames(listMentionedBrands(definition, answer).map((brand) => definition.brands[brand]?.name)),
          )
          .sort(),
      );

      const operator: Context = { ...ingested.context, actor: { kind: 'operator' } };
      const filters = toFilters(ingested, history.compare, chosen);
      const { token } = await shareOverview(operator, {
        projectId: ingested.projectId,
        filters: formatFilters(filters, operator.clock).toString(),
      });
      const share = await openUnlocked(operator, { token });
      const report = await getReport(share.context, share);
      const sharedFilters = parseReportFilters(report, {}, operator.clock);
      const { overview } = await loadReportData(share.context, {
        filters: sharedFilters,
        blocks: report.blocks,
      });
      expect(overview).toEqual(await getOverview(ingested.context, filters));
    }),
    { numRuns: 10, interruptAfterTimeLimit: 40_000 },
  );
});
