import { expect, test } from 'vitest';
import { formatExplanation } from '#components/sections/format-explanation';
import { type Change, computeRate, type Metric, type TrackedBrand } from '#lib/core/metric';
import { variableMetrics } from '#lib/core/report-variables';
import { type BrandStanding, rankBrands } from '#lib/dashboard/analytics/overview/place-brands';
import { toChange } from '#lib/dashboard/analytics/panel/panel-statistics';
import { createComparison } from '#lib/dashboard/statistics/changes/comparison';
import { explainDifference } from '#lib/dashboard/statistics/changes/explain-difference';
import { createSetJudge } from '#lib/dashboard/statistics/changes/judge-set';
import { compareBrands } from '#lib/dashboard/statistics/levels/compare-brands';
import { estimateLevel } from '#lib/dashboard/statistics/levels/estimate-level';
import { getChangeSpans, getLevelSpans } from '#lib/dashboard/statistics/noise/blocks';
import { fitNoise } from '#lib/dashboard/statistics/noise/fit-noise';
import { applyNoise } from '#lib/dashboard/statistics/noise/noise';
import type { MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { describeComparedLevels, formatChange } from '#lib/format/format-change';
import { formatPrecision } from '#lib/format/format-precision';
import { buildReportVariables } from '#lib/format/report-variables';
import { summarizeCompetitors, summarizeOverview, summarizePrompts } from '#lib/format/summary-sentences';
import { buildBrands } from '#tests/dashboard/statistics/support/build-series';

const names = ['Tarnhoof', 'Grumblefell', 'Mosswick'];
const periods = {
  current: { from: '2026-10-24', to: '2026-11-20' },
  previous: { from: '2026-09-26', to: '2026-10-23' },
};

interface StateBrand {
  brand: TrackedBrand;
  visibility: Metric;
  place: BrandStanding['place'];
  standing: BrandStanding['standing'];
}

/** Changes the counts of the days of some segments. */
function mapCounts(
  series: MetricSeries,
  map: (count: { sum: number; answers: number }, segment: number, isLater: boolean) => number[],
): MetricSeries {
  const days = series.panel.days.length;
  const counts = [...series.sums].map((sum, index) =>
    map(
      { sum, answers: series.answers[index] ?? 0 },
      Math.floor(index / days),
      index % days >= Math.ceil(days / 2),
    ),
  );
  return {
    ...series,
    sums: Float64Array.from(counts, ([sum = 0]) => sum),
    answers: Float64Array.from(counts, ([, answers = 0]) => answers),
  };
}

/** Builds a state of a project: ties, few answers, one prompt, one engine, drift, a new prompt and changed models. */
function buildState(seed: number) {
  const options = {
    seed: seed + 1,
    prompts: 1 + (seed % 6),
    engines: 1 + (seed % 3),
    days: [4, 14, 28, 56][seed % 4] ?? 28,
    missing: [0, 0.2, 0.8][seed % 3] ?? 0,
    effect: [0, 0, 0.05, -0.2, 0.4][seed % 5] ?? 0,
  };
  const [first, second] = buildBrands(options);
  if (!first || !second) throw new Error('There are no brands.');
  const hasTie = seed % 7 === 0;
  const third = mapCounts(second, ({ sum, answers }) => [hasTie ? sum : answers - sum, answers]);
  const lastPrompt = Math.max(...first.panel.promptIndexes);
  const hasNewPrompt = seed % 4 === 1 && options.prompts > 1;
  const hasDrift = seed % 5 === 0;
  const series = [first, second, third].map((brand) =>
    mapCounts(brand, ({ sum, answers }, segment, isLater) => {
      if (hasNewPrompt && !isLater && brand.panel.promptIndexes[segment] === lastPrompt) return [0, 0];
      return hasDrift && isLater && brand.panel.engineIndexes[segment] === 0
        ? [answers, answers]
        : [sum, answers];
    }),
  );
  const changedEngines = new Set(seed % 11 === 0 ? ['engine 0'] : []);
  const brands = series.map((own, index) =>
    measureBrand([own, ...series.filter((other) => other !== own)], changedEngines, index),
  );
  const measured = brands.flatMap((brand) => brand ?? []);
  return { measured: measured.length === series.length ? measured : null };
}

function measureBrand(series: readonly MetricSeries[], changedEngines: ReadonlySet<string>, index: number) {
  const [own] = series;
  if (!own) return null;
  const middle = Math.ceil(own.panel.days.length / 2);
  const days = { previous: { from: 0, to: middle }, current: { from: middle, to: own.panel.days.length } };
  const [changeFit] = fitNoise(series, getChangeSpans(days));
  const [levelFit] = fitNoise(series, getLevelSpans(days.current));
  if (!changeFit || !levelFit) return null;
  const levelNoise = applyNoise(levelFit, own.panel);
  const comparison = createComparison(own, applyNoise(changeFit, own.panel), days, changedEngines);
  const level = estimateLevel(own, levelNoise, days.current);
  if (!level) return null;
  const judge = createSetJudge(comparison);
  const explanation = explainDifference(comparison, { parts: own.sums, wholes: own.answers }, () => 'all');
  const visibility: Metric = {
    ...computeRate(level.numerator, level.answers),
    clusteredInterval: level.interval,
    effectiveAnswers: level.independentAnswers ?? 0,
    grade: 'exploratory',
    change: toChange(judge(own.panel.segments.keys())),
  };
  const engines = [...Map.groupBy(own.panel.segments.keys(), (segment) => own.panel.engineIndexes[segment])];
  const brand: TrackedBrand = {
    id: String(index),
    name: names[index] ?? '',
    role: index === 0 ? 'own' : 'competitor',
    colorIndex: index,
  };
  return {
    brand,
    visibility,
    explanation,
    rows: engines.map(([, segments]) => toChange(judge(segments))),
    compare: (other: MetricSeries) =>
      compareBrands(own, other, { both: null, noise: levelNoise, period: days.current })?.standing ?? 'tied',
    series: own,
  };
}

const parseNumber = (text: string | undefined) => Number(text?.replace('−', '-').replace('+', ''));

/** Checks that the words and numbers of a change say what its interval and its difference are. */
function expectHonestChange(change: Change, level: number): void {
  const formatted = formatChange(change);
  if (!formatted) throw new Error('The change is not formatted.');
  const { sentence, explanation, text } = formatted;
  const { interval, difference } = change;
  const isClear = /^(Up|Down) /.test(sentence);
  expect(isClear).toBe(change.verdict === 'up' || change.verdict === 'down');
  if (sentence.startsWith('Up ')) expect(interval?.low).toBeGreaterThan(0);
  if (sentence.startsWith('Down ')) expect(interval?.high).toBeLessThan(0);
  if (sentence.startsWith('No clear change')) {
    expect(interval?.low).toBeLessThanOrEqual(0);
    expect(interval?.high).toBeGreaterThanOrEqual(0);
  }
  const shown = /^([+−]?)<?([\d.]+) points?$/.exec(text);
  if (shown && difference !== null) {
    expect(Math.abs(Math.abs(difference) * 100 - parseNumber(shown[2]))).toBeLessThanOrEqual(0.500_001);
    if (isClear) expect(shown[1]).toBe(difference > 0 ? '+' : '−');
  }
  const ends = /between ([+−]?[\d.]+) and ([+−]?[\d.]+) points/.exec(explanation);
  if (ends) {
    const [low, high] = [parseNumber(ends[1]), parseNumber(ends[2])];
    expect(low > 0 || high < 0).toBe(isClear);
  }
  const compared = describeComparedLevels(change, level);
  const levels = /: ([\d.]+)% → ([\d.]+)%$/.exec(compared);
  expect(levels !== null).toBe(compared !== '');
  if (!levels) return;
  expect(change.reason).toBe(null);
  const step = parseNumber(levels[2]) - parseNumber(levels[1]);
  expect(Math.abs(step - parseNumber(text.split(' ')[0]))).toBeLessThan(0.001);
  expect(Math.abs(parseNumber(levels[2]) - 100 * (change.current ?? 0))).toBeLessThan(1.001);
}

/** Checks that what is said to be the precision contains the interval, up to rounding. */
function expectHonestPrecision({ value, clusteredInterval }: Metric): void {
  const precision = formatPrecision(value, clusteredInterval);
  if (value === null || clusteredInterval === null) throw new Error('There is no value.');
  const margin = /^±([\d.]+) points?$/.exec(precision ?? '');
  const range = /^([\d.]+)(?: to ([\d.]+))?%$/.exec(precision ?? '');
  expect(Boolean(margin) || Boolean(range)).toBe(true);
  const [low, high] = margin
    ? [value * 100 - parseNumber(margin[1]), value * 100 + parseNumber(margin[1])]
    : [parseNumber(range?.[1]), parseNumber(range?.[2] ?? range?.[1])];
  expect(low - clusteredInterval.low * 100).toBeLessThanOrEqual(0.501);
  expect(clusteredInterval.high * 100 - high).toBeLessThanOrEqual(0.501);
}

/** Checks places, and what is said to be ahead or tied. */
function expectHonestOrder(sentence: string, brands: readonly StateBrand[]): void {
  const find = (name: string | undefined) => {
    const found = brands.find(({ brand }) => brand.name === name);
    if (!found) throw new Error(`There is no brand ${name}.`);
    return found;
  };
  const own = find(names[0]);
  const ahead = /(\w+) is mentioned (most, )?in [<>]?([\d.]+)% of .* ahead of (\w+) with [<>]?([\d.]+)%/.exec(
    sentence,
  );
  if (ahead) {
    const [, firstName, most, firstShare, secondName, secondShare] = ahead;
    const [first, second] = [find(firstName), find(secondName)];
    expect(first === own ? second.standing : first.standing).toBe(first === own ? 'behind' : 'ahead');
    expect(parseNumber(firstShare)).toBeGreaterThan(parseNumber(secondShare));
    if (most) expect(first.place).toMatchObject({ first: 1, last: 1 });
  }
  const tied = /(\w+) and (\w+) are tied/.exec(sentence);
  if (tied) {
    const other = tied[1] === names[0] ? find(tied[2]) : find(tied[1]);
    expect(other.standing).toBe('tied');
  }
  const place = /You’re (\d)\w\w(?: to (\d)\w\w)? of 3 brands(?:, behind ([^.]+))?\./.exec(sentence);
  if (!place) {
    expect(sentence).toContain('You’re tied with all 2 other brands.');
    expect(own.place).toMatchObject({ first: 1, last: 3 });
    return;
  }
  const [, first, last = first, behind = ''] = place;
  expect(own.place).toEqual({ first: Number(first), last: Number(last), of: 3 });
  const aheadOfOwn = brands.filter(({ standing }) => standing === 'ahead');
  expect(aheadOfOwn).toHaveLength(Number(first) - 1);
  expect(aheadOfOwn.every(({ brand }) => behind.includes(brand.name))).toBe(true);
  expect(brands.filter(({ standing }) => standing === 'behind')).toHaveLength(3 - Number(last));
}

test('every claim of a sentence agrees with the numbers behind it, in 200 states of projects', () => {
  const verdicts = new Set<string>();
  const standings = new Set<string>();
  for (let seed = 0; seed < 200; seed += 1) {
    const { measured } = buildState(seed);
    if (!measured) continue;
    const ranks = rankBrands(
      measured.map(({ brand }) => brand.id),
      '0',
      (id, other) => {
        const series = measured[Number(other)]?.series;
        return (series && measured[Number(id)]?.compare(series)) ?? 'tied';
      },
    );
    const brands = measured
      .map(({ brand, visibility }): StateBrand => {
        const { place = null, standing = null } = ranks.get(brand.id) ?? {};
        return { brand, visibility, place, standing };
      })
      .sort((a, b) => b.visibility.numerator - a.visibility.numerator);
    const [own] = measured;
    const selected = brands.find(({ brand }) => brand.role === 'own');
    const change = selected?.visibility.change;
    if (!own || !selected || !change) throw new Error('There is no own brand.');
    const { visibility } = selected;
    for (const { visibility: metric, rows } of measured) {
      expectHonestPrecision(metric);
      for (const one of [metric.change, ...rows]) if (one) expectHonestChange(one, metric.value ?? 0);
    }
    const largest = own.rows.find(({ verdict }) => verdict === 'up' || verdict === 'down');
    const overview = summarizeOverview({
      brand: selected.brand,
      visibility,
      answers: visibility.denominator,
      periods,
      largestChange: largest ? { engine: 'gen', country: 'JP', change: largest } : null,
      place: selected.place,
      brandsAhead: brands.flatMap(({ brand, standing }) => (standing === 'ahead' ? [brand.name] : [])),
    });
    verdicts.add(change.verdict);
    const [beforeLargest = '', largestClause = ''] = overview.split('; on Gemini in Japan, ');
    const [headline = ''] = beforeLargest.split(' You’re ');
    expect(/, (up|down) [<\d]/.exec(headline)?.[1] ?? change.verdict).toBe(change.verdict);
    if (change.verdict === 'up' || change.verdict === 'down')
      expect(headline).toContain(`, ${change.verdict} `);
    expect(headline.includes('no clear change')).toBe(change.verdict === 'no clear change');
    if (largest) expect(largestClause.startsWith(largest.verdict)).toBe(true);
    expectHonestOrder(overview, brands);
    const prompts = summarizePrompts(
      {
        brand: selected.brand,
        visibility,
        periods,
        place: selected.place,
        brandsAhead: brands.flatMap(({ brand, standing }) => (standing === 'ahead' ? [brand.name] : [])),
      },
      { prompts: 4, topics: 2, answered: 3, mentioning: 1 },
    );
    // The same claim as on the overview, and the counts.
    expect(prompts.startsWith(`${headline.replace(/\.?$/, '.')} `)).toBe(true);
    expect(prompts).toContain('4 prompts in 2 topics; 1 of 3 prompts answered in this period has answers');
    expectHonestOrder(prompts, brands);
    expectHonestVariables(selected);
    const competitors = summarizeCompetitors({
      brand: selected.brand,
      brandMetrics: brands,
      mentionGaps: { missingOnAllEnginesCount: 0, promptCount: 1 },
    });
    if (competitors.includes('You’re')) expectHonestOrder(competitors, brands);
    for (const { standing } of brands) standings.add(standing ?? 'none');
    expectHonestSum(own);
  }
  expect([...verdicts].sort()).toEqual(['down', 'no clear change', 'not comparable', 'too early', 'up']);
  expect([...standings].sort()).toEqual(['ahead', 'behind', 'none', 'tied']);
});

/** Checks that what the text of a report says about a change is its verdict. */
function expectHonestVariables({ brand, visibility }: StateBrand): void {
  const { value, change } = visibility;
  const mean = { mean: value, answers: visibility.denominator, clusteredInterval: null, change };
  const variables = buildReportVariables({
    overview: {
      headline: {
        brand,
        periods,
        answers: visibility.denominator,
        promptCount: 1,
        runCount: 1,
        visibility,
        shareOfVoice: visibility,
        firstPlace: visibility,
        citationRate: visibility,
        citationShare: visibility,
        position: { ...mean, effectiveAnswers: 0, grade: 'exploratory' },
        sentiment: {
          ...visibility,
          positive: 0,
          neutral: 0,
          negative: 0,
          classifier: null,
          coverage: visibility,
        },
      },
      brandMetrics: [{ brand }],
      topSources: { sources: [] },
    },
    asOf: new Date(0),
  });
  for (const metric of variableMetrics) {
    const text = variables[`${metric}.change`] ?? '';
    expect(text.endsWith('no clear change'), text).toBe(change?.verdict === 'no clear change');
    expect(/^[+−]/.test(text) && !text.includes(', '), text).toBe(
      change?.verdict === 'up' || change?.verdict === 'down',
    );
    if (change?.verdict === 'up') expect(text.startsWith('+')).toBe(true);
    if (change?.verdict === 'down') expect(text.startsWith('−')).toBe(true);
  }
  expectHonestPrecision(visibility);
}

/** Checks that the parts of an explanation add up to the difference of the values that are shown. */
function expectHonestSum({ explanation, visibility }: NonNullable<ReturnType<typeof measureBrand>>): void {
  if (!explanation || visibility.value === null) return;
  const { standardized, added, removed, notComparable, answersPerSegment, total } = explanation;
  const { summary, rows } = formatExplanation({
    previous: visibility.value - total,
    current: visibility.value,
    parts: [
      { cause: 'change', difference: standardized },
      { cause: 'added', difference: added },
      { cause: 'removed', difference: removed },
      { cause: 'models', difference: notComparable },
      { cause: 'answers', difference: answersPerSegment },
    ],
    groups: [],
    addedPrompts: 0,
    removedPrompts: 0,
    addedEngineCountries: [],
    removedEngineCountries: [],
    models: [],
    sources: [],
  });
  const [, before, after, difference] =
    /^(−?[\d.]+)% before, ([\d.]+)% now: ([+−]?[\d.]+) points/.exec(summary) ?? [];
  const sum = rows.reduce((all, { value }) => all + parseNumber(value.split(' ')[0]), 0);
  expect(parseNumber(after) - parseNumber(before)).toBeCloseTo(parseNumber(difference), 6);
  expect(sum).toBeCloseTo(parseNumber(difference), 6);
}
