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

interface World {
  treated: number;
  control: number;
  /** Answers of a prompt in each window. */
  answers: number;
  /** How much each prompt's own rate wanders between the windows. */
  drift: number;
  /** What the change adds to the rate of treated prompts. */
  effect: number;
}

/** Prompts of very different rates, all of which rise together by a tenth, whatever is changed. */
function simulate({ treated, control, answers, drift, effect }: World, seed: number): EffectInput {
  const random = createRandom(seed);
  const count = (rate: number) => {
    let mentioned = 0;
    for (let index = 0; index < answers; index += 1) mentioned += random() < rate ? 1 : 0;
    return { numerator: mentioned, denominator: answers };
  };
  const prompt = (added: number): PairedCluster => {
    const rate = 0.2 + random() * 0.4;
    return { before: count(rate), now: count(rate + 0.1 + added + (random() - 0.5) * drift) };
  };
  return {
    treatment: Array.from({ length: treated }, () => prompt(effect)),
    control: Array.from({ length: control }, () => prompt(0)),
  };
}

const worlds: [string, World][] = [
  ['many prompts', { treated: 15, control: 40, answers: 20, drift: 0.2, effect: 0 }],
  ['the fewest prompts', { treated: 5, control: 6, answers: 30, drift: 0.3, effect: 0 }],
  ['few treated among many', { treated: 6, control: 60, answers: 12, drift: 0.2, effect: 0 }],
];
const seeds = 600;

describe('a difference in differences', () => {
  test.each(worlds)('of %s finds nothing in about 95 of 100 simulations without an effect', (_, world) => {
    let found = 0;
    for (let seed = 0; seed < seeds; seed += 1) {
      if (computeEffects([simulate(world, seed)])[0]?.verdict === 'moved') found += 1;
    }
    // Three standard errors of 5% over 600 worlds are 2.7 points.
    expect(found / seeds).toBeGreaterThan(0.015);
    expect(found / seeds).toBeLessThan(0.078);
  });

  test.each(worlds)(
    'of %s contains a known effect in its interval in about 95 of 100 simulations',
    (_, world) => {
      const effect = 0.15;
      let held = 0;
      for (let seed = 0; seed < seeds; seed += 1) {
        const interval = computeEffects([simulate({ ...world, effect }, seed)])[0]?.interval;
        if (interval && interval.low <= effect && effect <= interval.high) held += 1;
      }
      expect(held / seeds).toBeGreaterThan(0.922);
      expect(held / seeds).toBeLessThan(0.985);
    },
  );

  test('finds a known effect and ignores a drift of all prompts', () => {
    const world = { treated: 15, control: 40, answers: 20, drift: 0.1, effect: 0.2 };
    let found = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const [effect] = computeEffects([simulate(world, seed)]);
      if (effect?.verdict === 'moved' && (effect.difference ?? 0) > 0) found += 1;
    }
    expect(found).toBeGreaterThan(190);
  });

  test('has the variance of the published formula for ratios of clusters', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const trial = simulate({ treated: 12, control: 30, answers: 25, drift: 0.3, effect: 0.1 }, seed);
      const [effect] = computeEffects([trial]);
      const variance = linearizedVariance(trial.treatment) + linearizedVariance(trial.control);
      const half = effect?.interval ? (effect.interval.high - effect.interval.low) / 2 : 0;
      // Between the normal quantile and that of the fewest degrees of freedom, give or take the noise of resampling.
      expect(half).toBeGreaterThan(0.88 * 1.96 * Math.sqrt(variance));
      expect(half).toBeLessThan(1.12 * studentTQuantile95(11) * Math.sqrt(variance));
      expect(effect?.difference).toBeCloseTo(poolRatio(trial.treatment) - poolRatio(trial.control), 12);
    }
  });

  test('is not judged with fewer than five prompts or twenty answers in a group and period', () => {
    const group = (prompts: number, answers: number): PairedCluster[] =>
      Array.from({ length: prompts }, (_, index) => ({
        before: { numerator: index % 2, denominator: answers },
        now: { numerator: (index + 1) % 3, denominator: answers },
      }));
    const verdict = (treatment: PairedCluster[], control: PairedCluster[]) =>
      computeEffects([{ treatment, control }])[0]?.verdict;
    expect(verdict(group(5, 4), group(5, 4))).not.toBe('not enough data');
    expect(verdict(group(4, 50), group(50, 5))).toBe('not enough data');
    expect(verdict(group(50, 5), group(4, 50))).toBe('not enough data');
    expect(verdict(group(6, 3), group(50, 5))).toBe('not enough data');
    expect(verdict(group(50, 5), group(6, 3))).toBe('not enough data');
    expect(verdict([], group(50, 5))).toBe('not enough data');
  });

  test('uses the counts of answers when all prompts are equal', () => {
    const alike = (before: number, now: number): PairedCluster[] =>
      Array.from({ length: 8 }, () => ({
        before: { numerator: before, denominator: 10 },
        now: { numerator: now, denominator: 10 },
      }));
    const [still, all, little] = [
      computeEffects([{ treatment: alike(5, 5), control: alike(5, 5) }])[0],
      computeEffects([{ treatment: alike(0, 10), control: alike(0, 0) }])[0],
      computeEffects([{ treatment: alike(5, 6), control: alike(5, 5) }])[0],
    ];
    expect(still?.verdict).toBe('within noise');
    expect(all?.verdict).toBe('moved');
    expect(all?.interval?.low).toBeGreaterThan(0.8);
    expect(little?.verdict).toBe('within noise');
    expect(little?.interval?.low).toBeLessThan(0);
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

/** (now − before) over all prompts. */
function poolRatio(clusters: readonly PairedCluster[]): number {
  const sum = (period: 'before' | 'now', count: 'numerator' | 'denominator') =>
    clusters.reduce((total, cluster) => total + cluster[period][count], 0);
  return (
    sum('now', 'numerator') / sum('now', 'denominator') -
    sum('before', 'numerator') / sum('before', 'denominator')
  );
}

/** The variance of `pooled` by Taylor linearisation over clusters (Cochran, Sampling Techniques, 1977, 6.4). */
function linearizedVariance(clusters: readonly PairedCluster[]): number {
  const part = (period: 'before' | 'now') => {
    const numerator = clusters.reduce((total, cluster) => total + cluster[period].numerator, 0);
    const denominator = clusters.reduce((total, cluster) => total + cluster[period].denominator, 0);
    return clusters.map(
      (cluster) =>
        (cluster[period].numerator - (numerator / denominator) * cluster[period].denominator) / denominator,
    );
  };
  const [now, before] = [part('now'), part('before')];
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
  ])('of %i degrees of freedom is that of the tables', (freedom, quantile) => {
    expect(Math.abs(studentTQuantile95(freedom) / quantile - 1)).toBeLessThan(0.006);
  });

  test.each([
    // The same table at P = 0.01 and 0.001.
    [5, 4.032, 0.01],
    [10, 3.169, 0.01],
    [30, 2.75, 0.01],
    [10, 4.587, 0.001],
    [60, 3.46, 0.001],
  ])('with %i degrees of freedom has the p-value of the tables at t = %f', (freedom, t, p) => {
    expect(Math.abs(studentTPValue(t, freedom) / p - 1)).toBeLessThan(0.05);
  });

  test('has a p-value below 0.05 exactly beyond its quantile', () => {
    for (const freedom of [4, 9.5, 30, 400]) {
      expect(studentTPValue(studentTQuantile95(freedom) * 1.001, freedom)).toBeLessThan(0.05);
      expect(studentTPValue(studentTQuantile95(freedom) * 0.999, freedom)).toBeGreaterThan(0.05);
    }
  });
});

describe('the windows of an experiment', () => {
  const clock = { now: () => new Date('2026-03-31T12:00:00Z') };
  const period = (from: string, to: string): MetricFilters => ({
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
  const preset = period('2026-03-04', '2026-03-31');

  test.each([
    // As many days as have passed, and as many before.
    [preset, '2026-03-31', ['2026-03-30', '2026-03-30', '2026-03-31', '2026-03-31']],
    [preset, '2026-03-22', ['2026-03-12', '2026-03-21', '2026-03-22', '2026-03-31']],
    // No more than the period has.
    [preset, '2026-01-01', ['2025-12-04', '2025-12-31', '2026-01-01', '2026-01-28']],
    [
      period('2026-03-25', '2026-03-31'),
      '2026-03-01',
      ['2026-02-22', '2026-02-28', '2026-03-01', '2026-03-07'],
    ],
    // Days by hand bound both sides.
    [
      period('2026-03-10', '2026-03-25'),
      '2026-03-20',
      ['2026-03-14', '2026-03-19', '2026-03-20', '2026-03-25'],
    ],
    [
      period('2026-03-18', '2026-03-25'),
      '2026-03-20',
      ['2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21'],
    ],
    [period('2026-03-20', '2026-03-25'), '2026-03-20', null],
    [period('2026-03-01', '2026-03-10'), '2026-03-20', null],
  ])('of %o and a change on %s', (filters, changedOn, expected) => {
    const windows = getExperimentWindows(filters, changedOn, clock);
    expect(windows && [windows.before.from, windows.before.to, windows.after.from, windows.after.to]).toEqual(
      expected,
    );
  });
});
