import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type RouteName, routes } from '#lib/contract/routes';
import { buildRequestUrl } from '#lib/contract/service-routes';
import type { ApiChange, ApiMetric, ApiRate } from '#lib/contract/tables/metric-schemas';
import type { Change, MeanMetric, Metric, Rate } from '#lib/core/metric';
import { listDays, systemClock } from '#lib/core/time';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { createOperatorContext } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import {
  current,
  filterChoiceArbitrary,
  historyArbitrary,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { computeOverview } from '#tests/dashboard/analytics/support/reference-breakdowns';
import { buildScope } from '#tests/dashboard/analytics/support/reference-definitions';
import { computeDailyRates, roundNumbers } from '#tests/dashboard/analytics/support/reference-metrics';
import { findResponseProblems } from '#tests/support/openapi';
import { send, startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const { db } = testService;

async function createContext(clock = systemClock) {
  const { id } = await testService.createTenant();
  return { ...createOperatorContext(testService.service, id), clock };
}

/** Returns the query parameters that correspond to the filters of a page. */
function toQuery({ projectId, from, to, compare, comparedWith, ...filters }: MetricFilters) {
  return {
    project: projectId,
    from,
    to,
    compare,
    compareFrom: comparedWith?.from,
    compareTo: comparedWith?.to,
    engine: filters.engines,
    country: filters.countries,
    topic: filters.topics,
    tag: filters.tags,
    prompt: filters.promptIds,
    brand: filters.brandId,
    branded: filters.branded,
  };
}

type Query = NonNullable<Parameters<typeof buildRequestUrl>[2]['query']>;

/** Gets all rows as JSON, and checks that they match the OpenAPI document and that the CSV contains the same rows. */
async function readRows(secret: string, name: RouteName, query: Query) {
  const url = buildRequestUrl(testService.baseUrl, routes[name].path, { query }).href;
  const authorization = `Bearer ${secret}`;
  const { status, body } = await send(url, 'GET', undefined, { authorization });
  expect([status, findResponseProblems(name, status, body)]).toEqual([200, []]);
  const csv = await fetch(url, { headers: { authorization, accept: 'text/csv' } });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows: Record<string, string>[] = parse(await csv.text(), { columns: true });
  expect(rows).toEqual(body.data.map((row: object) => flatten(row)));
  return body;
}

/** Flattens a row into its CSV columns; the columns of an object that is null are empty. */
function flatten(row: object, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, string][] => {
      const key = path + name;
      if (name === 'change' && value === null) return changeFields.map((field) => [`${key}_${field}`, '']);
      if (['mentioned', 'gap'].includes(name) && value === null)
        return rateFields.map((field) => [`${key}_${field}`, '']);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return Object.entries(flatten(value, `${key}_`));
      return [[key, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    }),
  );
}
const rateNames = ['visibility', 'shareOfVoice', 'firstPlace', 'citationRate', 'citationShare'] as const;
const noRate: Rate = { value: null, low: null, high: null, numerator: 0, denominator: 0 };
const rateFields = ['value', 'low', 'high', 'numerator', 'denominator'];
const changeFields = [
  'previous',
  'current',
  'difference',
  'low',
  'high',
  'verdict',
  'result',
  'reason',
  'confidence',
  'judgedWith',
  'rows',
  'prompts',
  'segments',
  'previousAnswers',
  'currentAnswers',
  'excludedEngines',
];

function expectRate(found: ApiRate, expected: Rate & Partial<Metric>): void {
  const { value, numerator, denominator, low, high, clusteredInterval } = expected;
  const bounds = clusteredInterval ?? { low, high };
  const { value: foundValue, low: foundLow, high: foundHigh, ...counts } = found;
  expect(roundNumbers([foundValue, foundLow, foundHigh])).toEqual(
    roundNumbers([value, bounds.low, bounds.high]),
  );
  expect(counts).toMatchObject({ numerator, denominator });
}

function expectChange(found: ApiChange | null, expected: Change | null): void {
  if (!expected) {
    expect(found).toBeNull();
    return;
  }
  const { previous, current, difference, interval, verdict, segments } = expected;
  const { low = null, high = null } = interval ?? {};
  expect(roundNumbers(found)).toMatchObject(
    Object(
      roundNumbers({
        previous,
        current,
        difference,
        low,
        high,
        segments,
        result: verdict.replaceAll(' ', '_'),
      }),
    ),
  );
}

function expectMetric(found: ApiMetric, expected: Metric): void {
  expectRate(found, expected);
  expectChange(found.change, expected.change);
  expect(found.grade).toBe(expected.grade.replace('-', '_'));
}

/** Compares what is counted from answers; other tests compare intervals and verdicts with those of a reference. */
function expectCounts(found: ApiMetric, { value, numerator, denominator }: Rate): void {
  expect(roundNumbers(found.value)).toEqual(roundNumbers(value));
  expect(found).toMatchObject({ numerator, denominator });
}

function expectMean(found: ApiMetric, { mean, answers, clusteredInterval, change }: MeanMetric): void {
  const { low = null, high = null } = clusteredInterval ?? {};
  expect(roundNumbers([found.value, found.low, found.high])).toEqual(roundNumbers([mean, low, high]));
  expect(found.numerator).toBeCloseTo((mean ?? 0) * answers, 6);
  expect(found.denominator).toBe(answers);
  expectChange(found.change, change);
}

test('all metrics equal those of the dashboard and those counted from answers, for 50 filter sets, in JSON and CSV', async () => {
  let filterSetCount = 0;
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 5, maxLength: 5 }),
      async (history, choices) => {
        const ingested = await ingestProject({ createContext, db }, history);
        const { context } = ingested;
        const owner = createOperatorContext(testService.service, context.organizationId);
        const { secret } = await createApiKey(owner, { name: 'metrics', scopes: ['read'] });
        for (const chosen of choices) {
          filterSetCount += 1;
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested);
          const query = toQuery(filters);
          const { compare: _, compareFrom: _from, compareTo: _to, ...queryWithoutComparison } = query;

          const reference = computeOverview(scope);
          const overview = await getOverview(context, filters);
          const summary = await readRows(secret, 'getMetricsSummary', query);
          expect(summary.answers).toBe(scope.currentAnswers.length);
          expectRate(summary.triggerRate, overview.headline.triggerRate);
          expect(summary.data.map(({ brandId }: { brandId: string }) => brandId)).toEqual(
            overview.brandMetrics.map(({ brand }) => brand.id),
          );
          for (const row of summary.data) {
            const shown = overview.brandMetrics.find(({ brand }) => brand.id === row.brandId);
            const counted = reference.brands[ingested.brandIds.indexOf(row.brandId)];
            if (!shown || !counted) throw new Error('Unknown brand.');
            for (const name of rateNames) {
              expectMetric(row[name], shown[name]);
              expectCounts(row[name], counted[name]);
            }
            expectMean(row.position, shown.position);
            if (shown.trackedPosition) expectMean(row.trackedPosition, shown.trackedPosition);
            for (const { value, positive, neutral, negative } of [shown.sentiment, counted.sentiment])
              expect(roundNumbers(row.sentiment)).toMatchObject(
                Object(roundNumbers({ value, positive, neutral, negative })),
              );
            expectChange(row.sentiment.change, shown.sentiment.change);
          }

          const byEngine = await readRows(secret, 'getBreakdown', { ...query, by: 'engine' });
          const byPrompt = await readRows(secret, 'getBreakdown', { ...query, by: 'prompt' });
          const prompts = await getPromptBreakdown(context, filters);
          const shownRows = [
            [byEngine, new Map(overview.byEngine.map((row) => [row.engine, row]))],
            [byPrompt, prompts],
          ] as const;
          for (const row of byEngine.data)
            expectCounts(row.visibility, reference.byEngine.get(row.key)?.visibility ?? noRate);
          for (const [{ data, total }, shown] of shownRows) {
            expect([data.length, total]).toEqual([shown.size, shown.size]);
            for (const row of data) {
              const metrics = shown.get(row.key);
              if (!metrics) throw new Error('Unknown row.');
              expect(row.answers).toBe(metrics.answers);
              expectMetric(row.visibility, metrics.visibility);
              expectMetric(row.shareOfVoice, metrics.shareOfVoice);
              expectMean(row.position, metrics.position);
              if (metrics.trackedPosition) expectMean(row.trackedPosition, metrics.trackedPosition);
              expectMetric(row.citationRate, metrics.citationRate);
            }
          }

          const series = await readRows(secret, 'getTimeSeries', queryWithoutComparison);
          const days = listDays(current.from, current.to);
          for (const [brand, id] of ingested.brandIds.entries()) {
            const own = series.data.filter(({ brandId }: { brandId: string }) => brandId === id);
            expect(own.map(({ from }: { from: string }) => from)).toEqual(days);
            const rates = computeDailyRates(scope, { brand, name: 'visibility', ...current });
            for (const [index, rate] of rates.entries())
              expectCounts(own[index].visibility, { ...noRate, ...rate });
          }

          const sources = await readRows(secret, 'listSources', query);
          const shownSources = await getSources(context, filters, { size: 50, maxGaps: 0 });
          expect([sources.total, sources.citations]).toEqual([
            shownSources.matchingCount,
            shownSources.citations,
          ]);
          for (const [
            index,
            { domain, citationShare, place, citedWhenListed, gap },
          ] of shownSources.sources.entries()) {
            const row = sources.data[index];
            expect(row.domain).toBe(domain);
            expectMetric(row.citationShare, citationShare);
            expect([row.bestPlace, row.worstPlace]).toEqual([place?.first ?? null, place?.last ?? null]);
            expectRate(row.citedWhenListed, citedWhenListed);
            if (gap) expectRate(row.gap, gap);
          }

          const gaps = await readRows(secret, 'listGaps', queryWithoutComparison);
          const { mentionGaps } = await getCompetitors(context, filters);
          expect(gaps.data.map(({ promptId }: { promptId: string }) => promptId)).toEqual(
            mentionGaps.prompts.map(({ promptId }) => promptId),
          );
          const answers = await readRows(secret, 'listAnswers', { ...queryWithoutComparison, limit: 200 });
          expect([answers.total, answers.data.length]).toEqual([
            scope.currentAnswers.length,
            scope.currentAnswers.length,
          ]);
        }
      },
    ),
    { numRuns: 10, seed: 14 },
  );
  expect(filterSetCount).toBe(50);
});
