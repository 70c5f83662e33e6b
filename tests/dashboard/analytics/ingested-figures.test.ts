import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { addDays, listDays } from '#lib/core/time';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { startDashboard } from '#tests/support/dashboard';
import { filtersOf, ingestMarket } from './ingested-market';
import { chosenArbitrary, current, earlier, type MadeUp, pastArbitrary } from './made-up';
import { brandsNamed, isBranded, isFictional, isNamed } from './slow-answers';
import { scopeOf, sumOf, triggerRateOf } from './slow-figures';
import { headlineFigures, slices, standingFigures } from './slow-tables';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

test('every figure of the overview, of brands, engines, countries, prompts and days is what the answers say one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      pastArbitrary,
      fc.array(chosenArbitrary, { minLength: 3, maxLength: 3 }),
      async (past, choices) => {
        const market = await ingestMarket(dashboard, past);
        for (const chosen of choices) {
          const filters = filtersOf(market, past.compare, chosen);
          const scope = scopeOf(past, chosen, market);
          const { now, before, definition } = scope;
          const all = await getOverview(market.context, filters);

          expect(all.headline).toMatchObject({
            brand: { id: market.brandIds[chosen.brand], name: definition.brands[chosen.brand]?.name },
            runCount: market.runs,
            answers: now.length,
            answersBefore: scope.compared ? before.length : null,
            isFictional: now.length + before.length > 0 && [...now, ...before].every(isFictional),
            triggerRate: triggerRateOf(scope),
            ...headlineFigures(scope, chosen.brand),
          });

          const expectedStandings = standingFigures(scope);
          expect(all.brandMetrics).toHaveLength(definition.brands.length);
          for (const [brand, id] of market.brandIds.entries()) {
            const found = all.brandMetrics.find((one) => one.brand.id === id);
            expect(found).toMatchObject(expectedStandings[brand] ?? {});
            expect(found?.mentioned).toBe(expectedStandings[brand]?.visibility.numerator);
            expect(found?.sentiment).toEqual(expectedStandings[brand]?.sentiment);
          }

          const byKey = (rows: readonly object[], key: string) =>
            new Map(
              rows.map((row) => [String(Object.entries(row).find(([name]) => name === key)?.[1]), row]),
            );
          const prompts = await getPromptBreakdown(market.context, filters);
          for (const [found, expected] of [
            [byKey(all.byEngine, 'engine'), slices(scope, chosen.brand, ({ engine }) => engine)],
            [byKey(all.byCountry, 'country'), slices(scope, chosen.brand, ({ country }) => country)],
            [prompts, slices(scope, chosen.brand, ({ prompt }) => market.promptIds[prompt] ?? '')],
          ] as const) {
            expect(new Set(found.keys())).toEqual(new Set(expected.keys()));
            for (const [key, slice] of expected) expect(found.get(key)).toMatchObject(slice);
          }

          const places = slices(scope, chosen.brand, ({ engine, country }) => `${engine} ${country}`);
          for (const { engine, country, visibility } of all.byEngineAndCountry) {
            expect(visibility).toEqual(places.get(`${engine} ${country}`)?.visibility);
          }
          expect(all.byEngineAndCountry).toHaveLength(places.size);
          const moved = [...places.values()].flatMap(({ visibility: { change } }) =>
            change?.verdict === 'moved' ? [Math.abs(change.difference ?? 0)] : [],
          );
          const { largestChange } = all.headline;
          expect(Math.abs(largestChange?.change.difference ?? 0)).toBe(Math.max(0, ...moved));
          if (largestChange) {
            const { engine, country, change } = largestChange;
            expect(change).toEqual(places.get(`${engine} ${country}`)?.visibility.change);
          }

          for (const [brand, id] of market.brandIds.entries()) {
            const seen = all.visibilityOverTime.series.find((one) => one.brand.id === id);
            const voice = all.shareOfVoiceOverTime.series.find((one) => one.brand.id === id);
            const visibilityOn = (some: readonly MadeUp[], day: string) => {
              const answers = some.filter((one) => one.day === day);
              const named = answers.filter((one) => isNamed(definition, one, brand));
              return answers.length === 0 ? null : computeRate(named.length, answers.length);
            };
            const days = listDays(current.from, current.to);
            expect(seen?.points).toEqual(days.map((day) => visibilityOn(now, day)));
            expect(voice?.points).toEqual(
              days.map((day) => {
                const answers = now.filter(
                  (one) =>
                    one.day === day && (chosen.branded !== 'without' || !isBranded(definition, one.prompt)),
                );
                const mentions = sumOf(answers, (one) => brandsNamed(definition, one).length);
                const named = answers.filter((one) => isNamed(definition, one, brand));
                return mentions === 0 ? null : computeRate(named.length, mentions);
              }),
            );
            const period = earlier[past.compare];
            expect(seen?.previous ?? null).toEqual(
              period === null || brand !== chosen.brand
                ? null
                : listDays(period.from, period.to).map((day) => visibilityOn(before, day)),
            );
            expect(all.visibilityOverTime.days).toEqual(days);
            expect(days.at(-1)).toBe(addDays(current.from, days.length - 1));
          }
        }
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 20_000 },
  );
});
