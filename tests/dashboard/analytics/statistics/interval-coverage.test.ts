import { describe, expect, test } from 'vitest';
import { computeRate, type Interval } from '#lib/core/metric';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import {
  bootstrapDifference,
  bootstrapRatio,
  type Cluster,
  newcombeInterval,
} from '#lib/dashboard/analytics/statistics/uncertainty';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';

/*
 * Simulations of how often a 95% interval contains the true value, and how often an unchanged metric is judged as
 * moved. Seeds are fixed, so every run simulates the same data.
 */

const simulations = 2000;

/** Draws how many of `answers` mention a brand if each does so at `rate`. */
function drawMentions(random: () => number, answers: number, rate: number): number {
  let mentioned = 0;
  for (let index = 0; index < answers; index += 1) mentioned += random() < rate ? 1 : 0;
  return mentioned;
}

const contains = (interval: Interval | null, truth: number) =>
  interval !== null && interval.low <= truth && truth <= interval.high;

/** Returns the share of simulations in which `happens` is true. */
function measureShare(count: number, happens: (random: () => number) => boolean): number {
  const random = createRandom(count);
  let hits = 0;
  for (let index = 0; index < count; index += 1) hits += happens(random) ? 1 : 0;
  return hits / count;
}

describe('the true value is in about 95% of simulated intervals', () => {
  test.each([
    [30, 0.1],
    [50, 0.5],
    [200, 0.02],
    [400, 0.35],
  ])('Wilson intervals of %i answers at a rate of %f', (answers, rate) => {
    const share = measureShare(simulations, (random) => {
      const { low, high } = computeRate(drawMentions(random, answers, rate), answers);
      return contains({ low: low ?? 1, high: high ?? 0 }, rate);
    });
    // Its coverage oscillates around 95% with the rate (Brown, Cai and DasGupta, Statistical Science 16, 2001, figure 5).
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.985);
  });

  test.each([
    [40, 0.2, 60, 0.3],
    [100, 0.5, 100, 0.5],
    [25, 0.1, 200, 0.6],
  ])('Newcombe intervals of a difference: %i answers at %f, then %i at %f', (before, first, now, second) => {
    const share = measureShare(simulations, (random) =>
      contains(
        newcombeInterval({
          before: { numerator: drawMentions(random, before, first), denominator: before },
          now: { numerator: drawMentions(random, now, second), denominator: now },
        }),
        second - first,
      ),
    );
    expect(share).toBeGreaterThan(0.93);
    expect(share).toBeLessThan(0.98);
  });

  /** Simulates the answers of one prompt, whose rate varies around the mean rate. */
  const simulatePrompt = (random: () => number, answers: number, added = 0): Cluster => {
    const rate = 0.15 + 0.5 * random();
    return { numerator: drawMentions(random, answers, rate + added), denominator: answers };
  };

  test.each([5, 8, 15, 40])('intervals from resampling %i different prompts', (count) => {
    const simulateClusters = (random: () => number) =>
      Array.from({ length: count }, () => simulatePrompt(random, 20));
    const byPrompts = measureShare(500, (random) => contains(bootstrapRatio(simulateClusters(random)), 0.4));
    expect(byPrompts).toBeGreaterThan(0.92);
    expect(byPrompts).toBeLessThan(0.985);
    // Ignoring that prompts differ makes the interval too narrow.
    const byAnswers = measureShare(500, (random) => {
      const mentioned = simulateClusters(random).reduce((total, { numerator }) => total + numerator, 0);
      const { low, high } = computeRate(mentioned, count * 20);
      return contains({ low: low ?? 1, high: high ?? 0 }, 0.4);
    });
    expect(byAnswers).toBeLessThan(0.85);
  });

  test.each([5, 8, 15, 40])('intervals of a difference from resampling %i different prompts', (count) => {
    const share = measureShare(500, (random) => {
      const pairs = Array.from({ length: count }, () => {
        const rate = 0.15 + 0.5 * random();
        const simulatePeriod = (added: number) => ({
          numerator: drawMentions(random, 20, rate + added),
          denominator: 20,
        });
        return { before: simulatePeriod(0), now: simulatePeriod(0.1) };
      });
      return contains(bootstrapDifference(pairs)?.interval ?? null, 0.1);
    });
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.99);
  });
});

describe('without a change', () => {
  /** Simulates one row of a table: prompts with the same rates in both periods, plus `change`. */
  const simulateRow = (random: () => number, prompts: number, isClustered: boolean, change = 0) => {
    const clusters = Array.from({ length: prompts }, () => {
      const rate = 0.2 + 0.4 * random();
      const simulatePeriod = (added: number) => ({
        numerator: drawMentions(random, 25, rate + added),
        denominator: 25,
      });
      return { before: simulatePeriod(0), now: simulatePeriod(change) };
    });
    return {
      ...{
        kind: 'rate' as const,
        clusters,
        isClustered,
        segments: prompts,
        answersBefore: prompts * 25,
        answersNow: prompts * 25,
      },
      ...{ modelChanged: false, excludedEngines: [] },
    };
  };

  test.each([
    [12, false],
    [5, true],
    [8, true],
    [12, true],
    [40, true],
  ])(
    'one row of %i prompts is judged as moved in about 5% of simulations (prompts resampled: %s)',
    (prompts, clustered) => {
      const share = measureShare(
        600,
        (random) => comparePeriods([simulateRow(random, prompts, clustered)])[0]?.verdict === 'moved',
      );
      // Without resampling it is less often: answers to different prompts vary less than the pooled rate implies.
      expect(share).toBeGreaterThan(0.015);
      expect(share).toBeLessThan(0.08);
    },
  );

  test('ten unchanged rows are rarely judged as moved, and nearly all of ten changed rows are', () => {
    const countMoved = (random: () => number, change: number) =>
      comparePeriods(Array.from({ length: 10 }, () => simulateRow(random, 12, false, change))).filter(
        ({ verdict }) => verdict === 'moved',
      ).length;
    expect(measureShare(200, (random) => countMoved(random, 0) > 0)).toBeLessThan(0.09);
    expect(measureShare(60, (random) => countMoved(random, 0.2) >= 9)).toBeGreaterThan(0.95);
  });
});
