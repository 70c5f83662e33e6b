import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import { computeEffects, type EffectInput } from '#lib/dashboard/experiments/effect';
import { getExperimentWindows } from '#lib/dashboard/experiments/experiment-result';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { buildMetricFilters } from '#tests/support/metric-filters';

interface Scenario {
  treatedPrompts: number;
  controlPrompts: number;
  /** The number of answers to a prompt in each window. */
  answers: number;
  /** The range of the random change of each prompt’s rate between the windows. */
  drift: number;
  /** The increase in the rate of treated prompts that the change causes. */
  effect: number;
}

/** Simulates prompts with different rates. All rates rise by 0.1, those of treated prompts also by `effect`. */
function simulate(
  { treatedPrompts, controlPrompts, answers, drift, effect }: Scenario,
  seed: number,
): EffectInput {
  const random = createRandom(seed);
  const count = (rate: number) => {
    let mentioned = 0;
    for (let index = 0; index < answers; index += 1) mentioned += random() < rate ? 1 : 0;
    return { numerator: mentioned, denominator: answers };
  };
  const simulatePrompt = (prompt: number, rateIncrease: number): ComparedSegment => {
    const rate = 0.2 + random() * 0.4;
    return {
      promptId: `${prompt}`,
      engine: 'chat',
      previous: count(rate),
      current: count(rate + 0.1 + rateIncrease + (random() - 0.5) * drift),
    };
  };
  return {
    treatment: Array.from({ length: treatedPrompts }, (_, prompt) => simulatePrompt(prompt, effect)),
    control: Array.from({ length: controlPrompts }, (_, prompt) => simulatePrompt(prompt, 0)),
  };
}

const scenarios: [string, Scenario][] = [
  ['many prompts', { treatedPrompts: 15, controlPrompts: 40, answers: 20, drift: 0.2, effect: 0 }],
  ['the fewest prompts', { treatedPrompts: 5, controlPrompts: 6, answers: 30, drift: 0.3, effect: 0 }],
  [
    'few treated prompts among many',
    { treatedPrompts: 6, controlPrompts: 60, answers: 12, drift: 0.2, effect: 0 },
  ],
];
const seeds = 600;

describe('a difference in differences', () => {
  test.each(scenarios)(
    'of %s is within noise in about 95% of simulations without an effect',
    (_, scenario) => {
      let movedCount = 0;
      for (let seed = 0; seed < seeds; seed += 1) {
        if (computeEffects([simulate(scenario, seed)])[0]?.verdict === 'moved') movedCount += 1;
      }
      // 5% ± three standard errors (2.7 points over 600 simulations); the lower limit is slightly looser.
      expect(movedCount / seeds).toBeGreaterThan(0.015);
      expect(movedCount / seeds).toBeLessThan(0.078);
    },
  );

  test.each(scenarios)(
    'of %s has an interval that contains a known effect in about 95% of simulations',
    (_, scenario) => {
      const effect = 0.15;
      let coveredCount = 0;
      for (let seed = 0; seed < seeds; seed += 1) {
        const interval = computeEffects([simulate({ ...scenario, effect }, seed)])[0]?.interval;
        if (interval && interval.low <= effect && effect <= interval.high) coveredCount += 1;
      }
      // 95% with the same limits.
      expect(coveredCount / seeds).toBeGreaterThan(0.922);
      expect(coveredCount / seeds).toBeLessThan(0.985);
    },
  );

  test('finds a known effect and ignores a rise that all prompts share', () => {
    const scenario = { treatedPrompts: 15, controlPrompts: 40, answers: 20, drift: 0.1, effect: 0.2 };
    let movedCount = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const [effect] = computeEffects([simulate(scenario, seed)]);
      if (effect?.verdict === 'moved' && (effect.difference ?? 0) > 0) movedCount += 1;
    }
    expect(movedCount).toBeGreaterThan(190);
  });

  test('has an interval that agrees with the published variance of a ratio over clusters', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const trial = simulate(
        { treatedPrompts: 12, controlPrompts: 30, answers: 25, drift: 0.3, effect: 0.1 },
        seed,
      );
      const [effect] = computeEffects([trial]);
      const variance = computeLinearizedVariance(trial.treatment) + computeLinearizedVariance(trial.control);
      const halfWidth = effect?.interval ? (effect.interval.high - effect.interval.low) / 2 : 0;
      // The half-width lies between those of the normal distribution and of Student's t with the fewest degrees of freedom.
      expect(halfWidth).toBeGreaterThan(0.99 * 1.96 * Math.sqrt(variance));
      expect(halfWidth).toBeLessThan(1.01 * getQuantile(11) * Math.sqrt(variance));
      expect(effect?.difference).toBeCloseTo(
        computePooledChange(trial.treatment) - computePooledChange(trial.control),
        12,
      );
    }
  });

  test('reports ‘not enough data’ if a group has fewer than five prompts, or fewer than twenty answers in a period', () => {
    const createGroup = (prompts: number, answers: number): ComparedSegment[] =>
      Array.from({ length: prompts }, (_, index) => ({
        promptId: `${index}`,
        engine: 'chat',
        previous: { numerator: index % 2, denominator: answers },
        current: { numerator: (index + 1) % 3, denominator: answers },
      }));
    const getVerdict = (treatment: ComparedSegment[], control: ComparedSegment[]) =>
      computeEffects([{ treatment, control }])[0]?.verdict;
    expect(getVerdict(createGroup(5, 4), createGroup(5, 4))).not.toBe('not enough data');
    expect(getVerdict(createGroup(4, 50), createGroup(50, 5))).toBe('not enough data');
    expect(getVerdict(createGroup(50, 5), createGroup(4, 50))).toBe('not enough data');
    expect(getVerdict(createGroup(6, 3), createGroup(50, 5))).toBe('not enough data');
    expect(getVerdict(createGroup(50, 5), createGroup(6, 3))).toBe('not enough data');
    expect(getVerdict([], createGroup(50, 5))).toBe('not enough data');
  });

  test('uses the variance of the answers when all prompts have the same rates', () => {
    const createEqualPrompts = (previous: number, current: number): ComparedSegment[] =>
      Array.from({ length: 8 }, (_, index) => ({
        promptId: `${index}`,
        engine: 'chat',
        previous: { numerator: previous, denominator: 10 },
        current: { numerator: current, denominator: 10 },
      }));
    const [unchanged, large, small] = [
      computeEffects([{ treatment: createEqualPrompts(5, 5), control: createEqualPrompts(5, 5) }])[0],
      computeEffects([{ treatment: createEqualPrompts(0, 10), control: createEqualPrompts(0, 0) }])[0],
      computeEffects([{ treatment: createEqualPrompts(5, 6), control: createEqualPrompts(5, 5) }])[0],
    ];
    expect(unchanged?.verdict).toBe('within noise');
    expect(large?.verdict).toBe('moved');
    expect(large?.interval?.low).toBeGreaterThan(0.8);
    expect(small?.verdict).toBe('within noise');
    expect(small?.interval?.low).toBeLessThan(0);
  });

  test('changes only its sign if treatment and control are swapped, and lies within its interval', () => {
    const cluster = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20)).map(([a, b, c, d]) => ({
      previous: { numerator: Math.min(a, b), denominator: Math.max(a, b) },
      current: { numerator: Math.min(c, d), denominator: Math.max(c, d) },
    }));
    const group = fc
      .array(cluster, { maxLength: 20 })
      .map((clusters) =>
        clusters.map((counts, index) => ({ promptId: `${index}`, engine: 'chat', ...counts })),
      );
    fc.assert(
      fc.property(group, group, (treatment, control) => {
        const [effect] = computeEffects([{ treatment, control }]);
        const [mirrored] = computeEffects([{ treatment: control, control: treatment }]);
        expect(mirrored?.verdict).toBe(effect?.verdict);
        expect(mirrored?.difference ?? 0).toBeCloseTo(0 - (effect?.difference ?? 0), 12);
        const { low, high } = effect?.interval ?? { low: 0, high: 0 };
        expect(low).toBeLessThanOrEqual(high);
        if (effect?.interval) {
          expect(effect.difference).toBeGreaterThanOrEqual(low);
          expect(effect.difference).toBeLessThanOrEqual(high);
          expect(effect.verdict === 'moved').toBe(low > 0 || high < 0);
        }
      }),
    );
  });
});

/** Computes the rate after the change minus the rate before it, pooled over all prompts. */
function computePooledChange(clusters: readonly ComparedSegment[]): number {
  const sum = (period: 'previous' | 'current', count: 'numerator' | 'denominator') =>
    clusters.reduce((total, cluster) => total + cluster[period][count], 0);
  return (
    sum('current', 'numerator') / sum('current', 'denominator') -
    sum('previous', 'numerator') / sum('previous', 'denominator')
  );
}

/**
 * Computes the variance of `computePooledChange` by Taylor linearization over prompts (Cochran, Sampling Techniques,
 * 1977, 6.4).
 */
function computeLinearizedVariance(clusters: readonly ComparedSegment[]): number {
  const listErrors = (period: 'previous' | 'current') => {
    const numerator = clusters.reduce((total, cluster) => total + cluster[period].numerator, 0);
    const denominator = clusters.reduce((total, cluster) => total + cluster[period].denominator, 0);
    return clusters.map(
      (cluster) =>
        (cluster[period].numerator - (numerator / denominator) * cluster[period].denominator) / denominator,
    );
  };
  const [current, previous] = [listErrors('current'), listErrors('previous')];
  const errors = current.map((error, index) => error - (previous[index] ?? 0));
  const count = errors.length;
  return (count / (count - 1)) * errors.reduce((sum, error) => sum + error ** 2, 0);
}

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
    expect(windows && [windows.before.from, windows.before.to, windows.after.from, windows.after.to]).toEqual(
      expected,
    );
  });
});
