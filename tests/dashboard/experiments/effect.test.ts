import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type PairedCluster,
  studentTPValue,
  studentTQuantile95,
} from '#lib/dashboard/analytics/statistics/uncertainty';
import { computeEffects, type EffectInput } from '#lib/dashboard/experiments/effect';
import { getExperimentWindows } from '#lib/dashboard/experiments/experiment-result';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';

interface Scenario {
  treatedPrompts: number;
  controlPrompts: number;
  /** Answers of a prompt in each window. */
  answers: number;
  /** How much the rate of each prompt varies at random between the windows. */
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
  const simulatePrompt = (rateIncrease: number): PairedCluster => {
    const rate = 0.2 + random() * 0.4;
    return { before: count(rate), now: count(rate + 0.1 + rateIncrease + (random() - 0.5) * drift) };
  };
  return {
    treatment: Array.from({ length: treatedPrompts }, () => simulatePrompt(effect)),
    control: Array.from({ length: controlPrompts }, () => simulatePrompt(0)),
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
      // Three standard errors of 5% over 600 simulations are 2.7 points.
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
      expect(coveredCount / seeds).toBeGreaterThan(0.922);
      expect(coveredCount / seeds).toBeLessThan(0.985);
    },
  );

  test('finds a known effect and ignores a drift of all prompts', () => {
    const scenario = { treatedPrompts: 15, controlPrompts: 40, answers: 20, drift: 0.1, effect: 0.2 };
    let movedCount = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const [effect] = computeEffects([simulate(scenario, seed)]);
      if (effect?.verdict === 'moved' && (effect.difference ?? 0) > 0) movedCount += 1;
    }
    expect(movedCount).toBeGreaterThan(190);
  });

  test('has the variance of the published formula for ratios of clusters', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const trial = simulate(
        { treatedPrompts: 12, controlPrompts: 30, answers: 25, drift: 0.3, effect: 0.1 },
        seed,
      );
      const [effect] = computeEffects([trial]);
      const variance = linearizedVariance(trial.treatment) + linearizedVariance(trial.control);
      const halfWidth = effect?.interval ? (effect.interval.high - effect.interval.low) / 2 : 0;
      // Between the normal quantile and Student's t with the fewest degrees of freedom, with a tolerance for resampling.
      expect(halfWidth).toBeGreaterThan(0.88 * 1.96 * Math.sqrt(variance));
      expect(halfWidth).toBeLessThan(1.12 * studentTQuantile95(11) * Math.sqrt(variance));
      expect(effect?.difference).toBeCloseTo(poolRatio(trial.treatment) - poolRatio(trial.control), 12);
    }
  });

  test('reports not enough data with fewer than five prompts or twenty answers in a group and period', () => {
    const createGroup = (prompts: number, answers: number): PairedCluster[] =>
      Array.from({ length: prompts }, (_, index) => ({
        before: { numerator: index % 2, denominator: answers },
        now: { numerator: (index + 1) % 3, denominator: answers },
      }));
    const getVerdict = (treatment: PairedCluster[], control: PairedCluster[]) =>
      computeEffects([{ treatment, control }])[0]?.verdict;
    expect(getVerdict(createGroup(5, 4), createGroup(5, 4))).not.toBe('not enough data');
    expect(getVerdict(createGroup(4, 50), createGroup(50, 5))).toBe('not enough data');
    expect(getVerdict(createGroup(50, 5), createGroup(4, 50))).toBe('not enough data');
    expect(getVerdict(createGroup(6, 3), createGroup(50, 5))).toBe('not enough data');
    expect(getVerdict(createGroup(50, 5), createGroup(6, 3))).toBe('not enough data');
    expect(getVerdict([], createGroup(50, 5))).toBe('not enough data');
  });

  test('uses the counts of answers when all prompts are equal', () => {
    const createEqualPrompts = (before: number, now: number): PairedCluster[] =>
      Array.from({ length: 8 }, () => ({
        before: { numerator: before, denominator: 10 },
        now: { numerator: now, denominator: 10 },
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

  test('does not depend on the order of prompts', () => {
    const cluster = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20)).map(
      ([a, b, c, d]): PairedCluster => ({
        before: { numerator: Math.min(a, b), denominator: Math.max(a, b) },
        now: { numerator: Math.min(c, d), denominator: Math.max(c, d) },
      }),
    );
    const group = fc.array(cluster, { maxLength: 20 });
    fc.assert(
      fc.property(group, group, (treatment, control) => {
        const [effect] = computeEffects([{ treatment, control }]);
        const [mirrored] = computeEffects([{ treatment: control, control: treatment }]);
        expect(mirrored?.verdict).toBe(effect?.verdict);
        expect(mirrored?.difference ?? null).toBe(
          effect?.difference === null || effect === undefined ? null : 0 - effect.difference,
        );
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

/** Computes now − before, pooled over all prompts. */
function poolRatio(clusters: readonly PairedCluster[]): number {
  const sum = (period: 'before' | 'now', count: 'numerator' | 'denominator') =>
    clusters.reduce((total, cluster) => total + cluster[period][count], 0);
  return (
    sum('now', 'numerator') / sum('now', 'denominator') -
    sum('before', 'numerator') / sum('before', 'denominator')
  );
}

/** Computes the variance of `poolRatio` by Taylor linearization over clusters (Cochran, Sampling Techniques, 1977, 6.4). */
function linearizedVariance(clusters: readonly PairedCluster[]): number {
  const listErrors = (period: 'before' | 'now') => {
    const numerator = clusters.reduce((total, cluster) => total + cluster[period].numerator, 0);
    const denominator = clusters.reduce((total, cluster) => total + cluster[period].denominator, 0);
    return clusters.map(
      (cluster) =>
        (cluster[period].numerator - (numerator / denominator) * cluster[period].denominator) / denominator,
    );
  };
  const [now, before] = [listErrors('now'), listErrors('before')];
  const errors = now.map((error, index) => error - (before[index] ?? 0));
  const count = errors.length;
  return (count / (count - 1)) * errors.reduce((sum, error) => sum + error ** 2, 0);
}

// Fisher and Yates, Statistical Tables (1963), table III, P = 0.05.
describe('Student’s t', () => {
  test.each([
    [4, 2.776],
    [5, 2.571],
    [8, 2.306],
    [10, 2.228],
    [15, 2.131],
    [20, 2.086],
    [30, 2.042],
    [60, 2.0],
    [120, 1.98],
    [1_000_000, 1.96],
  ])('with %i degrees of freedom has the published quantile', (degreesOfFreedom, quantile) => {
    expect(Math.abs(studentTQuantile95(degreesOfFreedom) / quantile - 1)).toBeLessThan(0.006);
  });

  test.each([
    // The same table at P = 0.01 and 0.001.
    [5, 4.032, 0.01],
    [10, 3.169, 0.01],
    [30, 2.75, 0.01],
    [10, 4.587, 0.001],
    [60, 3.46, 0.001],
  ])('with %i degrees of freedom has the published p-value at t = %f', (degreesOfFreedom, t, p) => {
    expect(Math.abs(studentTPValue(t, degreesOfFreedom) / p - 1)).toBeLessThan(0.05);
  });

  test('has a p-value below 0.05 exactly beyond its quantile', () => {
    for (const degreesOfFreedom of [4, 9.5, 30, 400]) {
      expect(studentTPValue(studentTQuantile95(degreesOfFreedom) * 1.001, degreesOfFreedom)).toBeLessThan(
        0.05,
      );
      expect(studentTPValue(studentTQuantile95(degreesOfFreedom) * 0.999, degreesOfFreedom)).toBeGreaterThan(
        0.05,
      );
    }
  });
});

describe('the windows of an experiment', () => {
  const clock = { now: () => new Date('2026-03-31T12:00:00Z') };
  const createFilters = (from: string, to: string): MetricFilters => ({
    projectId: '',
    from,
    to,
    compare: 'previous',
    comparedWith: null,
    engines: [],
    countries: [],
    topics: [],
    tags: [],
    promptIds: [],
    brandId: null,
    branded: 'without',
  });
  const preset = createFilters('2026-03-04', '2026-03-31');

  test.each([
    // As many days as have passed, and as many before.
    [preset, '2026-03-31', ['2026-03-30', '2026-03-30', '2026-03-31', '2026-03-31']],
    [preset, '2026-03-22', ['2026-03-12', '2026-03-21', '2026-03-22', '2026-03-31']],
    // At most as many days as the period has.
    [preset, '2026-01-01', ['2025-12-04', '2025-12-31', '2026-01-01', '2026-01-28']],
    [
      createFilters('2026-03-25', '2026-03-31'),
      '2026-03-01',
      ['2026-02-22', '2026-02-28', '2026-03-01', '2026-03-07'],
    ],
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
  ])('of %o and a change on %s', (filters, changedOn, expected) => {
    const windows = getExperimentWindows(filters, changedOn, clock);
    expect(windows && [windows.before.from, windows.before.to, windows.after.from, windows.after.to]).toEqual(
      expected,
    );
  });
});
