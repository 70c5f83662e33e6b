import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { measureEffect } from '#lib/dashboard/experiments/effect';
import { getExperimentWindows } from '#lib/dashboard/experiments/experiment-result';
import type { ExperimentSegment } from '#lib/dashboard/experiments/prompt-rates';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { type SimulatedPrompts, simulatePrompts } from '#tests/dashboard/experiments/simulate-prompts';
import { buildMetricFilters } from '#tests/support/metric-filters';

const simulations = 600;

/** Measures simulated experiments, and counts their verdicts. */
function simulate(scenario: SimulatedPrompts, seed = 11) {
  const random = createRandom(seed);
  const assignment = scenario.choice === 'random' ? 'random' : 'chosen';
  const counts = { up: 0, down: 0, refused: 0, covered: 0, placebo: 0 };
  for (let index = 0; index < simulations; index += 1) {
    const { effect, placebo } = measureEffect(simulatePrompts(random, scenario), assignment);
    const { low, high } = effect.interval ?? { low: 1, high: -1 };
    const expected = scenario.effect ?? 0;
    counts.up += effect.verdict === 'up' ? 1 : 0;
    counts.down += effect.verdict === 'down' ? 1 : 0;
    counts.refused += effect.refusal ? 1 : 0;
    counts.covered += low <= expected && high >= expected ? 1 : 0;
    counts.placebo += placebo && (placebo.interval.low > 0 || placebo.interval.high < 0) ? 1 : 0;
  }
  const shares = Object.entries(counts).map(([name, count]) => [name, count / simulations] as const);
  return { ...counts, ...Object.fromEntries(shares), moved: (counts.up + counts.down) / simulations };
}

const base = { prompts: 30, treated: 10, answers: 28, drift: 0.3 };

describe.each<SimulatedPrompts>([
  { ...base, choice: 'random' },
  { ...base, prompts: 11, treated: 5, choice: 'random' },
  { ...base, prompts: 66, treated: 6, answers: 12, choice: 'random' },
  { ...base, choice: 'weakest' },
  { ...base, prompts: 40, treated: 8, answers: 10, drift: 0.4, choice: 'best' },
  { ...base, prompts: 40, treated: 8, answers: 10, drift: 0.4, choice: 'lost most' },
  { ...base, prompts: 48, treated: 8, topics: 8, topicShock: 0.5, choice: 'lost most' },
  { ...base, prompts: 64, treated: 8, topics: 8, topicShock: 0.5, choice: 'a topic' },
])('an experiment without an effect: %o', (scenario) => {
  const result = simulate(scenario);

  test('is clear in about 5% of simulations, and its interval contains 0 in the others', () => {
    // 5% plus three standard errors, 2.7 points over 600 simulations.
    expect(result.moved).toBeLessThan(0.078);
    expect(result.covered / (1 - result.refused)).toBeGreaterThan(0.922);
    // The prompts that lost most are sometimes whole topics.
    expect(result.refused).toBeLessThan(0.1);
  });

  test('rarely fails the check without a change, which uses the same method', () => {
    expect(result.placebo).toBeLessThan(0.078);
  });
});

test('an effect is found, and its interval contains it', () => {
  const found = simulate({ ...base, choice: 'random', effect: 0.2 });
  expect(found.up).toBeGreaterThan(0.9);
  expect(found.covered).toBeGreaterThan(0.922);
  const chosen = simulate({ ...base, prompts: 60, treated: 12, choice: 'weakest', effect: 0.3 });
  expect(chosen.up).toBeGreaterThan(0.9);
  expect(chosen.covered).toBeGreaterThan(0.9);
});

test('without matching and regression, the weakest prompts would seem to recover', () => {
  const random = createRandom(11);
  let moved = 0;
  for (let index = 0; index < 200; index += 1) {
    const segments = simulatePrompts(random, { ...base, answers: 10, drift: 0.4, choice: 'weakest' });
    moved += measureEffect(segments, 'random').effect.verdict === 'up' ? 1 : 0;
  }
  expect(moved / 200).toBeGreaterThan(0.15);
});

/** Builds prompts with the given numbers of answers that mention the brand before and after the change. */
function buildPrompts(
  rows: readonly (readonly [isTreatment: boolean, before: number, after: number])[],
  answers = 10,
  topics: readonly string[] = [],
): ExperimentSegment[] {
  const count = (numerator: number) => ({ numerator, denominator: answers });
  return rows.map(([isTreatment, before, after], index) => ({
    promptId: `${index}`,
    isTreatment,
    topic: topics[index] ?? null,
    counts: {
      earliest: count(before),
      preceding: count(before),
      before: count(before),
      after: count(after),
    },
  }));
}

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('is the difference of the mean changes of prompts drawn at random, by Welch’s t test', () => {
  const changes = { treated: [2, 3, 4, 3, 5, 1], control: [0, 1, 1, 2, 0, 3, 0] };
  const { effect } = measureEffect(
    buildPrompts([
      ...changes.treated.map((change) => [true, 3, 3 + change] as const),
      ...changes.control.map((change) => [false, 4, 4 + change] as const),
    ]),
    'random',
  );
  const summarize = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, error: squares / (values.length - 1) / values.length, count: values.length };
  };
  const [a, b] = [summarize(changes.treated), summarize(changes.control)];
  const error = a.error + b.error;
  const degrees = error ** 2 / (a.error ** 2 / (a.count - 1) + b.error ** 2 / (b.count - 1));
  expect(effect.difference).toBeCloseTo((a.mean - b.mean) / 10, 12);
  const halfWidth = (getQuantile(degrees) * Math.sqrt(error)) / 10;
  expect(effect.interval?.low).toBeCloseTo((a.mean - b.mean) / 10 - halfWidth, 9);
  expect(effect.treatment.change).toBeCloseTo(0.3, 12);
});

test('matches each chosen prompt with the three most similar unused prompts', () => {
  const { compared, effect } = measureEffect(
    buildPrompts([
      ...[1, 1, 1, 8, 8].map((rate) => [true, rate, rate] as const),
      ...[0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 5, 5, 7, 7, 8, 8, 9, 9].map((rate) => [false, rate, rate] as const),
    ]),
    'chosen',
  );
  const rates = compared?.control.map(({ before }) => before * 10).sort((a, b) => a - b);
  expect(rates).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 7, 7, 8, 8, 9, 9]);
  expect(effect).toMatchObject({ method: 'chosen', control: { promptCount: 15 } });
});

describe('topics', () => {
  const topics = ['a', 'b', 'c', 'd', 'e', 'f'];
  const buildTopics = (perTopic: number, treated: (topic: string, index: number) => boolean) => {
    const listed = topics.flatMap((topic, number) =>
      Array.from({ length: perTopic }, (_, index) => ({ topic, index, number })),
    );
    return buildPrompts(
      listed.map(({ topic, index, number }) => {
        const isTreated = treated(topic, index);
        return [isTreated, 4 + (index % 3), 4 + (index % 3) + (number % 3) + (isTreated ? 3 : 0)] as const;
      }),
      20,
      listed.map(({ topic }) => topic),
    );
  };

  test('that were chosen as a whole are compared with at least four other topics', () => {
    const { effect } = measureEffect(
      buildTopics(4, (topic) => topic === 'a' || topic === 'b'),
      'chosen',
    );
    expect(effect).toMatchObject({ method: 'topics', refusal: null, leftOut: 0 });
    // The treated topics change by 3 and 4 answers of 20, the other four by 2, 0, 1 and 2.
    expect(effect.difference).toBeCloseTo(3.5 / 20 - 1.25 / 20, 12);
    const three = measureEffect(
      buildTopics(4, (topic) => 'abc'.includes(topic)),
      'chosen',
    );
    expect(three.effect).toMatchObject({
      verdict: 'not comparable',
      refusal: { reason: 'whole topics', otherTopics: 3 },
      difference: null,
    });
  });

  test('that were chosen as a whole are left out if other prompts remain', () => {
    const { effect, compared } = measureEffect(
      buildTopics(6, (topic, index) => topic === 'a' || index < 2),
      'chosen',
    );
    expect(effect).toMatchObject({ method: 'chosen', leftOut: 6, treatment: { promptCount: 10 } });
    expect(compared?.treatment.some(({ topic }) => topic === 'a')).toBe(false);
    const few = measureEffect(
      buildTopics(6, (topic, index) => topic === 'a' || (topic === 'b' && index < 3)),
      'chosen',
    );
    expect(few.effect.refusal).toEqual({ reason: 'few prompts', leftOut: 6 });
  });

  test('do not matter for prompts drawn at random', () => {
    const { effect } = measureEffect(
      buildTopics(6, (topic) => topic === 'a'),
      'random',
    );
    expect(effect).toMatchObject({ method: 'random', refusal: null });
  });
});

test('is refused with fewer than five prompts in a group, or fewer than twenty answers in a period', () => {
  const getResult = (treated: number, controls: number, answers: number) => {
    const rows = [
      ...Array.from({ length: treated }, (_, index) => [true, index % 2, (index + 1) % 3] as const),
      ...Array.from({ length: controls }, (_, index) => [false, index % 2, (index + 1) % 3] as const),
    ];
    const { verdict, refusal } = measureEffect(buildPrompts(rows, answers), 'random').effect;
    return [verdict, refusal?.reason];
  };
  expect(getResult(5, 5, 4)[1]).toBe(undefined);
  expect(getResult(4, 50, 50)).toEqual(['not comparable', 'few prompts']);
  expect(getResult(50, 4, 50)).toEqual(['not comparable', 'few prompts']);
  expect(getResult(6, 50, 3)).toEqual(['too early', 'few answers']);
  expect(getResult(0, 50, 5)).toEqual(['too early', 'few answers']);
});

test('is refused for chosen prompts without answers in the period before those', () => {
  const segments = buildPrompts([...repeat(6, [true, 4, 6] as const), ...repeat(12, [false, 4, 5] as const)]);
  const none = { numerator: 0, denominator: 0 };
  const isNew = segments.map((segment) => ({ ...segment, counts: { ...segment.counts, preceding: none } }));
  expect(measureEffect(isNew, 'chosen').effect.refusal).toEqual({ reason: 'no history' });
  expect(measureEffect(isNew, 'random')).toMatchObject({ effect: { refusal: null }, placebo: null });
});

test('uses the variance of the answers when all prompts changed alike', () => {
  const measure = (before: number, after: number, changed: number) =>
    measureEffect(
      buildPrompts([
        ...repeat(8, [true, before, after] as const),
        ...repeat(8, [false, before, changed] as const),
      ]),
      'random',
    ).effect;
  expect(measure(5, 5, 5)).toMatchObject({ verdict: 'no clear change', difference: 0 });
  const large = measure(0, 10, 0);
  expect(large.verdict).toBe('up');
  expect(large.interval?.low).toBeGreaterThan(0.8);
  const small = measure(5, 6, 5);
  expect(small.verdict).toBe('no clear change');
  expect(small.interval?.low).toBeLessThan(0);
});

test('changes only its sign if the groups are swapped, lies within its interval, and agrees with its verdict', () => {
  const prompt = fc.tuple(fc.boolean(), fc.nat(10), fc.nat(10));
  fc.assert(
    fc.property(fc.array(prompt, { maxLength: 30 }), (rows) => {
      const { effect } = measureEffect(buildPrompts(rows), 'random');
      const swapped = rows.map(([isTreatment, ...counts]) => [!isTreatment, ...counts] as const);
      const mirrored = measureEffect(buildPrompts(swapped), 'random').effect;
      expect(mirrored.difference ?? 0).toBeCloseTo(0 - (effect.difference ?? 0), 12);
      expect(effect.interval === null).toBe(effect.refusal !== null);
      if (!effect.interval || effect.difference === null) return;
      const { low, high } = effect.interval;
      expect(low).toBeLessThanOrEqual(effect.difference);
      expect(high).toBeGreaterThanOrEqual(effect.difference);
      expect(effect.verdict).toBe(low > 0 ? 'up' : high < 0 ? 'down' : 'no clear change');
      expect(effect.difference).toBeCloseTo(
        (effect.treatment.change ?? 0) - (effect.control.change ?? 0),
        12,
      );
    }),
  );
});

describe('the windows of an experiment', () => {
  const clock = { now: () => new Date('2026-03-31T12:00:00Z') };
  const createFilters = (from: string, to: string): MetricFilters =>
    buildMetricFilters({
      projectId: '',
      from,
      to,
    });
  // A period of 7 or 28 days that ends today is a preset: only its length matters. Other days are custom and limit the windows.
  const last28Days = createFilters('2026-03-04', '2026-03-31');
  const last7Days = createFilters('2026-03-25', '2026-03-31');

  test.each([
    // All days since the change, and as many before it.
    [last28Days, '2026-03-31', ['2026-03-30', '2026-03-30', '2026-03-31', '2026-03-31']],
    [last28Days, '2026-03-22', ['2026-03-12', '2026-03-21', '2026-03-22', '2026-03-31']],
    // At most as many days as the period has.
    [last28Days, '2026-01-01', ['2025-12-04', '2025-12-31', '2026-01-01', '2026-01-28']],
    [last7Days, '2026-03-01', ['2026-02-22', '2026-02-28', '2026-03-01', '2026-03-07']],
    // Custom days limit both sides.
    [
      createFilters('2026-03-10', '2026-03-25'),
      '2026-03-20',
      ['2026-03-14', '2026-03-19', '2026-03-20', '2026-03-25'],
    ],
    [
      createFilters('2026-03-18', '2026-03-25'),
      '2026-03-20',
      ['2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21'],
    ],
    [createFilters('2026-03-20', '2026-03-25'), '2026-03-20', null],
    [createFilters('2026-03-01', '2026-03-10'), '2026-03-20', null],
  ])('are computed from the filters %o and a change on %s', (filters, changedOn, expected) => {
    const windows = getExperimentWindows(filters, changedOn, clock);
    if (windows) {
      expect(windows.preceding.to).toBe(addDays(windows.before.from, -1));
      expect(windows.earliest.to).toBe(addDays(windows.preceding.from, -1));
      const lengths = Object.values(windows).map(({ from, to }) => countDays(from, to));
      expect(new Set(lengths).size).toBe(1);
    }
    expect(windows && [windows.before.from, windows.before.to, windows.after.from, windows.after.to]).toEqual(
      expected,
    );
  });
});
