import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { explainDifference } from '#lib/dashboard/statistics/changes/explain-difference';
import { type JudgedChange, judgeChange } from '#lib/dashboard/statistics/changes/judge-change';
import { createSetJudge } from '#lib/dashboard/statistics/changes/judge-set';
import { estimateLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { estimateRepeat } from '#lib/dashboard/statistics/levels/repeat';
import { spotCheck } from '#lib/dashboard/statistics/levels/spot-check';
import { getChangeSpans, getLevelSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise } from '#lib/dashboard/statistics/noise/noise';
import { total } from '#lib/dashboard/statistics/numeric/arrays';
import type { ComparedPeriods, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { buildBrands, type PanelOptions, reorder } from '#tests/dashboard/statistics/support/build-series';

const optionsArbitrary: fc.Arbitrary<PanelOptions> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  prompts: fc.integer({ min: 1, max: 5 }),
  engines: fc.integer({ min: 1, max: 3 }),
  days: fc.integer({ min: 2, max: 40 }),
  missing: fc.constantFrom(0, 0.2, 0.6, 0.95),
  effect: fc.constantFrom(-0.5, -0.1, 0, 0.15, 0.4),
});

const runs = { numRuns: 40 };

function getPeriods({ panel }: MetricSeries): ComparedPeriods {
  const middle = Math.ceil(panel.days.length / 2);
  return { previous: { from: 0, to: middle }, current: { from: middle, to: panel.days.length } };
}

/** Compares the first brand; null if it has no answers. */
function compare(brands: readonly MetricSeries[], changedEngines: readonly string[] = []) {
  const [series] = brands;
  if (!series) return null;
  const periods = getPeriods(series);
  const [fit] = fitNoise(brands, getChangeSpans(periods));
  if (!fit) return null;
  const noise = applyNoise(fit, series.panel);
  const comparison = createComparison(series, noise, periods, new Set(changedEngines));
  return { series, noise, comparison, judge: createSetJudge(comparison) };
}

/** All sets of segments that pages show, and some others. */
function listSets({ panel }: MetricSeries): number[][] {
  const indexes = [...panel.segments.keys()];
  const groups = [
    (index: number) => panel.segments[index]?.prompt ?? '',
    (index: number) => panel.segments[index]?.engine ?? '',
    (index: number) => panel.segments[index]?.topic ?? '',
    (index: number) => panel.segments[index]?.key ?? '',
    (index: number) => String(index % 3),
  ];
  return [indexes, ...groups.flatMap((getKey) => [...Map.groupBy(indexes, getKey).values()])];
}

function expectAgreement({ verdict, interval, reason }: JudgedChange): void {
  expect(reason !== null).toBe(verdict === 'too early' || verdict === 'not comparable');
  expect(interval !== null || reason !== null).toBe(true);
  if (!interval) return;
  expect(interval.low).toBeLessThanOrEqual(interval.high);
  if (verdict === 'up') expect(interval.low).toBeGreaterThanOrEqual(0);
  else if (verdict === 'down') expect(interval.high).toBeLessThanOrEqual(0);
  else expect(interval.low <= 0 && interval.high >= 0).toBe(true);
}

describe('changes', () => {
  test('no verdict contradicts its interval', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const compared = compare(buildBrands(options));
        if (!compared) return;
        for (const set of listSets(compared.series)) {
          expectAgreement(compared.judge(set));
          expectAgreement(judgeChange(compared.comparison, set));
        }
      }),
      runs,
    );
  });

  test('the verdict of a set does not depend on how it was chosen, and a row with all answers has that of the panel', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const compared = compare(buildBrands(options));
        if (!compared) return;
        const { series, comparison, judge } = compared;
        const all = [...series.panel.segments.keys()];
        const inCountry = all.filter((index) => series.panel.segments[index]?.country === 'US');
        expect(judge(inCountry)).toEqual(judge(all));
        expect(judge(all)).toEqual({ ...judgeChange(comparison), family: null, rows: 1 });
        for (const set of listSets(series)) {
          expect(createSetJudge(comparison)(set.toReversed())).toEqual(judge(set));
        }
      }),
      runs,
    );
  });

  test('the order of segments changes nothing', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const brands = buildBrands(options);
        const order = [...(brands[0]?.panel.segments.keys() ?? [])].toReversed();
        const [change, reordered] = [brands, brands.map((series) => reorder(series, order))].map((list) => {
          const compared = compare(list);
          return (
            compared && {
              ...compared.judge(compared.series.panel.segments.keys()),
              noise: compared.noise.fit,
            }
          );
        });
        expect(reordered?.verdict).toBe(change?.verdict);
        expect(reordered?.interval?.low ?? 0).toBeCloseTo(change?.interval?.low ?? 0, 9);
        expect(reordered?.precision?.degreesOfFreedom ?? 0).toBeCloseTo(
          change?.precision?.degreesOfFreedom ?? 0,
          5,
        );
        expect(reordered?.noise.inflation ?? 0).toBeCloseTo(change?.noise.inflation ?? 0, 9);
      }),
      runs,
    );
  });

  test('counting the answers without a mention mirrors the change', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const brands = buildBrands(options);
        const mirrored = brands.map((series) => ({
          ...series,
          sums: series.answers.map((count, index) => count - (series.sums[index] ?? 0)),
        }));
        const [change, mirror] = [brands, mirrored].map((list) => {
          const compared = compare(list);
          return compared && judgeChange(compared.comparison);
        });
        expect(mirror?.interval?.high ?? 0).toBeCloseTo(-(change?.interval?.low ?? 0), 7);
        const opposites = new Map([
          ['up', 'down'],
          ['down', 'up'],
        ]);
        expect(mirror?.verdict).toBe(opposites.get(change?.verdict ?? '') ?? change?.verdict);
      }),
      runs,
    );
  });

  test('the parts of an explanation add up exactly', () => {
    fc.assert(
      fc.property(optionsArbitrary, fc.subarray(['engine 0', 'engine 1']), (options, changedEngines) => {
        const compared = compare(buildBrands(options), changedEngines);
        if (!compared) return;
        const { series, comparison } = compared;
        for (const set of listSets(series)) {
          const explained = explainDifference(
            comparison,
            { parts: series.sums, wholes: series.answers },
            (index) => String(index % 4),
            set,
          );
          if (!explained) continue;
          const { standardized, added, removed, notComparable, answersPerSegment } = explained;
          expect(standardized + added + removed + notComparable + answersPerSegment).toBeCloseTo(
            explained.total,
            12,
          );
          expect(total(explained.parts, ({ difference }) => difference)).toBeCloseTo(standardized, 12);
        }
      }),
      runs,
    );
  });
});

describe('levels', () => {
  test('an interval contains its level and stays between 0 and 1; chances add up to 1', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const brands = buildBrands(options);
        const [series] = brands;
        if (!series) return;
        const period = { from: 0, to: options.days };
        const [fit] = fitNoise(brands, getLevelSpans(period));
        if (!fit) return;
        const noise = applyNoise(fit, series.panel);
        for (const set of listSets(series)) {
          const level = estimateLevel(series, noise, period, { segments: set });
          if (!level) continue;
          expect(level.interval.low).toBeGreaterThanOrEqual(0);
          expect(level.interval.low).toBeLessThanOrEqual(level.value);
          expect(level.interval.high).toBeGreaterThanOrEqual(level.value);
          expect(level.interval.high).toBeLessThanOrEqual(1);
          const spot = spotCheck(series, noise, period, { segments: set, tries: 3 });
          expect(total(spot?.chances ?? [], (chance) => chance)).toBeCloseTo(1, 9);
        }
        expect(estimateRepeat(series, noise, period)?.deviation).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });
});

describe('small panels', () => {
  const base = { seed: 5, prompts: 2, engines: 2, days: 30, missing: 0, effect: 0 };

  test('without answers there is no noise, level or change', () => {
    const [series] = buildBrands({ ...base, missing: 1 });
    expect(series && fitNoise([series], getLevelSpans({ from: 0, to: 30 }))).toEqual([null]);
  });

  test('one day tells a level, and is too early for a change', () => {
    const brands = buildBrands({ ...base, days: 2 });
    const compared = compare(brands);
    expect(compared && judgeChange(compared.comparison)).toMatchObject({
      verdict: 'too early',
      reason: 'few answers',
      interval: null,
    });
    const level = compared && estimateLevel(compared.series, compared.noise, { from: 1, to: 2 });
    expect(level?.value).toBeGreaterThanOrEqual(0);
  });

  test('a single segment is judged by itself, and with shifts of its engine unknown', () => {
    const compared = compare(buildBrands({ ...base, prompts: 1, engines: 1, days: 80, effect: 0.2 }));
    expect(compared?.judge([0])).toMatchObject({ family: null, rows: 1, basis: 'all days', prompts: 1 });
  });

  test('an empty set of segments cannot be compared', () => {
    const compared = compare(buildBrands(base));
    expect(compared?.judge([])).toMatchObject({ verdict: 'not comparable', reason: 'no common segments' });
  });

  test('noise that was stored as JSON gives the same verdict, on a panel with fewer segments, too', () => {
    const compared = compare(buildBrands({ ...base, effect: 0.3 }));
    if (!compared) throw new Error('The brand has no answers.');
    const { series, noise, comparison } = compared;
    const stored = applyNoise(JSON.parse(JSON.stringify(noise.fit)), series.panel);
    expect(judgeChange({ ...comparison, getNoise: () => stored })).toEqual(judgeChange(comparison));
    const [first = 0] = series.panel.segments.keys();
    const part = reorder(series, [first]);
    const alone = createComparison(part, applyNoise(noise.fit, part.panel), comparison.periods);
    expect(judgeChange(alone)).toEqual(judgeChange(comparison, [first]));
  });
});
