import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { addDays, listDays, type Period } from '#lib/core/time';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import {
  current,
  filterChoiceArbitrary,
  historyArbitrary,
  previousPeriods,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { listDifferences } from '#tests/dashboard/analytics/support/list-differences';
import { isFictional } from '#tests/dashboard/analytics/support/reference-answers';
import { computeBreakdown, computeOverview } from '#tests/dashboard/analytics/support/reference-breakdowns';
import { buildScope } from '#tests/dashboard/analytics/support/reference-definitions';
import { computeDailyRates, computeTriggerRate } from '#tests/dashboard/analytics/support/reference-metrics';
import { buildReferencePanel } from '#tests/dashboard/analytics/support/reference-panel';
import { startDashboard } from '#tests/support/dashboard';
import { loadOracle, oracleTitleSuffix } from '#tests/support/statistics-oracle';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const oracle = await loadOracle();

test(`all metrics of the overview, brands, engines, countries, prompts and days match a count of the individual answers${oracleTitleSuffix}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 3, maxLength: 3 }),
      async (history, choices) => {
        const ingested = await ingestProject(dashboard, history);
        const panel = oracle && buildReferencePanel(oracle, history, ingested.definition);
        for (const chosen of choices) {
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested, { oracle, panel });
          const { currentAnswers, previousAnswers, definition } = scope;
          const overview = await getOverview(ingested.context, filters);
          const reference = computeOverview(scope);
          const expectMatch = (found: unknown, expected: object | undefined) =>
            expect(listDifferences(found, expected)).toEqual([]);

          expectMatch(overview.headline, {
            brand: { id: ingested.brandIds[chosen.brand], name: definition.brands[chosen.brand]?.name },
            runCount: ingested.runCount,
            answers: currentAnswers.length,
            previousAnswers: scope.hasComparison ? previousAnswers.length : null,
            isFictional:
              currentAnswers.length + previousAnswers.length > 0 &&
              [...currentAnswers, ...previousAnswers].every(isFictional),
            triggerRate: computeTriggerRate(scope),
            ...reference.brands[chosen.brand],
          });

          expect(overview.brandMetrics).toHaveLength(definition.brands.length);
          for (const [brand, id] of ingested.brandIds.entries()) {
            const found = overview.brandMetrics.find((metrics) => metrics.brand.id === id);
            expectMatch(found, reference.brands[brand]);
            expect(found?.mentioned).toBe(reference.brands[brand]?.visibility.numerator);
          }

          const mapByKey = (rows: readonly object[], key: string) =>
            new Map(
              rows.map((row) => [String(Object.entries(row).find(([name]) => name === key)?.[1]), row]),
            );
          const prompts = await getPromptBreakdown(ingested.context, filters);
          for (const [found, expected] of [
            [mapByKey(overview.byEngine, 'engine'), reference.byEngine],
            [mapByKey(overview.byCountry, 'country'), reference.byCountry],
            [prompts, computeBreakdown(scope, ({ prompt }) => ingested.promptIds[prompt] ?? '')],
          ] as const) {
            expect(new Set(found.keys())).toEqual(new Set(expected.keys()));
            for (const [key, slice] of expected) expectMatch(found.get(key), slice);
          }

          const { byEngineAndCountry } = reference;
          for (const { engine, country, visibility } of overview.byEngineAndCountry) {
            expectMatch(visibility, byEngineAndCountry.get(`${engine} ${country}`));
          }
          expect(overview.byEngineAndCountry).toHaveLength(byEngineAndCountry.size);
          const clear = [...byEngineAndCountry].filter(
            ([, { change }]) => change?.verdict === 'up' || change?.verdict === 'down',
          );
          const { largestChange } = overview.headline;
          if (oracle) {
            const sizes = clear.map(([, { change }]) => Math.abs(change?.difference ?? 0));
            expect(Math.abs(largestChange?.change.difference ?? 0)).toBeCloseTo(Math.max(0, ...sizes), 9);
          }
          if (largestChange) {
            const { engine, country, change } = largestChange;
            expectMatch(change, byEngineAndCountry.get(`${engine} ${country}`)?.change ?? undefined);
          }

          for (const [brand, id] of ingested.brandIds.entries()) {
            const visibilitySeries = overview.visibilityOverTime.series.find(
              (series) => series.brand.id === id,
            );
            const shareOfVoiceSeries = overview.shareOfVoiceOverTime.series.find(
              (series) => series.brand.id === id,
            );
            const days = listDays(current.from, current.to);
            const compute = (name: 'visibility' | 'shareOfVoice', period: Period) =>
              computeDailyRates(scope, { brand, name, ...period });
            expectMatch(visibilitySeries?.points, compute('visibility', current));
            expectMatch(shareOfVoiceSeries?.points, compute('shareOfVoice', current));
            const period = previousPeriods[history.compare];
            if (period === null || brand !== chosen.brand) expect(visibilitySeries?.previous).toBe(null);
            else expectMatch(visibilitySeries?.previous, compute('visibility', period).slice(0, days.length));
            expect(overview.visibilityOverTime.days).toEqual(days);
            expect(days.at(-1)).toBe(addDays(current.from, days.length - 1));
          }
        }
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 20_000 },
  );
});
