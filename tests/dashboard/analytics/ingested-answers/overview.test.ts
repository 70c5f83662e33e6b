import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { addDays, listDays } from '#lib/core/time';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import {
  current,
  filterChoiceArbitrary,
  historyArbitrary,
  previousPeriods,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { isFictional } from '#tests/dashboard/analytics/support/reference-answers';
import {
  computeOverview,
  computePromptBreakdown,
} from '#tests/dashboard/analytics/support/reference-breakdowns';
import { buildScope, defineMetrics } from '#tests/dashboard/analytics/support/reference-definitions';
import {
  computeDailyRates,
  computeTriggerRate,
  roundNumbers,
} from '#tests/dashboard/analytics/support/reference-metrics';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

test('all metrics of the overview, brands, engines, countries, prompts and days match a count of the individual answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 3, maxLength: 3 }),
      async (history, choices) => {
        const ingested = await ingestProject(dashboard, history);
        for (const chosen of choices) {
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested);
          const { currentAnswers, previousAnswers, definition } = scope;
          const overview = await getOverview(ingested.context, filters);
          const reference = computeOverview(scope);
          const expectMatch = (found: unknown, expected: object | undefined) =>
            expect(roundNumbers(found)).toMatchObject(Object(roundNumbers(expected)));

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
            [prompts, computePromptBreakdown(scope, ({ prompt }) => ingested.promptIds[prompt] ?? '')],
          ] as const) {
            expect(new Set(found.keys())).toEqual(new Set(expected.keys()));
            for (const [key, slice] of expected) expectMatch(found.get(key), slice);
          }

          const { byEngineAndCountry } = reference;
          for (const { engine, country, visibility } of overview.byEngineAndCountry) {
            expectMatch(visibility, byEngineAndCountry.get(`${engine} ${country}`));
          }
          expect(overview.byEngineAndCountry).toHaveLength(byEngineAndCountry.size);
          const moved = [...byEngineAndCountry.values()].flatMap(({ change }) =>
            change?.verdict === 'moved' ? [Math.abs(change.difference ?? 0)] : [],
          );
          const { largestChange } = overview.headline;
          expect(Math.abs(largestChange?.change.difference ?? 0)).toBeCloseTo(Math.max(0, ...moved), 9);
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
            const { visibility, shareOfVoice } = defineMetrics(scope, brand);
            const days = listDays(current.from, current.to);
            expect(visibilitySeries?.points).toEqual(computeDailyRates(visibility, days, currentAnswers));
            expect(shareOfVoiceSeries?.points).toEqual(computeDailyRates(shareOfVoice, days, currentAnswers));
            const period = previousPeriods[history.compare];
            expect(visibilitySeries?.previous ?? null).toEqual(
              period === null || brand !== chosen.brand
                ? null
                : computeDailyRates(visibility, listDays(period.from, period.to), previousAnswers),
            );
            expect(overview.visibilityOverTime.days).toEqual(days);
            expect(days.at(-1)).toBe(addDays(current.from, days.length - 1));
          }
        }
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 20_000 },
  );
});
