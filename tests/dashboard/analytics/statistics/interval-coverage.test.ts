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
 * How often an interval that claims 95% holds the truth, and how often nothing is called a change, over simulated
 * worlds. Seeds are fixed: the same worlds every time.
 */

const worlds = 2000;

/** Out of so many answers, those that mention a brand that is mentioned at a rate. */
function drawMentions(random: () => number, answers: number, rate: number): number {
  let mentioned = 0;
  for (let index = 0; index < answers; index += 1) mentioned += random() < rate ? 1 : 0;
  return mentioned;
}

const holds = (interval: Interval | null, truth: number) =>
  interval !== null && interval.low <= truth && truth <= interval.high;

/** The share of worlds in which something holds. */
function measureShare(count: number, happens: (random: () => number) => boolean): number {
  const random = createRandom(count);
  let times = 0;
  for (let world = 0; world < count; world += 1) times += happens(random) ? 1 : 0;
  return times / count;
}

describe('in about 95 of 100 simulations the true value is in', () => {
  test.each([
    [30, 0.1],
    [50, 0.5],
    [200, 0.02],
    [400, 0.35],
  ])('Wilson’s interval of %i answers at a rate of %f', (answers, rate) => {
    const share = measureShare(worlds, (random) => {
      const { low, high } = computeRate(drawMentions(random, answers, rate), answers);
      return holds({ low: low ?? 1, high: high ?? 0 }, rate);
    });
    // It swings around 95% with the rate (Brown, Cai and DasGupta, Statistical Science 16, 2001, figure 5).
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.985);
  });

  test.each([
    [40, 0.2, 60, 0.3],
    [100, 0.5, 100, 0.5],
    [25, 0.1, 200, 0.6],
  ])('Newcombe’s interval of a difference: %i answers at %f, then %i at %f', (before, first, now, second) => {
    const share = measureShare(worlds, (random) =>
      holds(
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

  /** A prompt's answers: each prompt has a rate of its own around the mean one. */
  const prompt = (random: () => number, answers: number, added = 0): Cluster => {
    const rate = 0.15 + 0.5 * random();
    return { numerator: drawMentions(random, answers, rate + added), denominator: answers };
  };

  test.each([5, 8, 15, 40])('the interval by prompts, of %i that differ', (count) => {
    const clusters = (random: () => number) => Array.from({ length: count }, () => prompt(random, 20));
    const byPrompts = measureShare(500, (random) => holds(bootstrapRatio(clusters(random)), 0.4));
    expect(byPrompts).toBeGreaterThan(0.92);
    expect(byPrompts).toBeLessThan(0.985);
    // Counting their answers as if they were of one kind promises too much.
    const byAnswers = measureShare(500, (random) => {
      const mentioned = clusters(random).reduce((total, { numerator }) => total + numerator, 0);
      const { low, high } = computeRate(mentioned, count * 20);
      return holds({ low: low ?? 1, high: high ?? 0 }, 0.4);
    });
    expect(byAnswers).toBeLessThan(0.85);
  });

  test.each([5, 8, 15, 40])('the interval of a difference by prompts, of %i that differ', (count) => {
    const share = measureShare(500, (random) => {
      const pairs = Array.from({ length: count }, () => {
        const rate = 0.15 + 0.5 * random();
        const at = (added: number) => ({
          numerator: drawMentions(random, 20, rate + added),
          denominator: 20,
        });
        return { before: at(0), now: at(0.1) };
      });
      return holds(bootstrapDifference(pairs)?.interval ?? null, 0.1);
    });
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.99);
  });
});

describe('without a change', () => {
  /** One row of a table: prompts before and now at the same rates. */
  const row = (random: () => number, prompts: number, isClustered: boolean, change = 0) => {
    const clusters = Array.from({ length: prompts }, () => {
      const rate = 0.2 + 0.4 * random();
      const at = (added: number) => ({ numerator: drawMentions(random, 25, rate + added), denominator: 25 });
      return { before: at(0), now: at(change) };
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
    'one row of %i prompts is called moved in about 5 of 100 worlds (by prompts: %s)',
    (prompts, clustered) => {
      const share = measureShare(
        600,
        (random) => comparePeriods([row(random, prompts, clustered)])[0]?.verdict === 'moved',
      );
      // By answers it is fewer: prompts that differ vary less than their pooled rate does.
      expect(share).toBeGreaterThan(0.015);
      expect(share).toBeLessThan(0.08);
    },
  );

  test('ten unchanged rows are rarely judged as moved, and nearly all of ten changed rows are', () => {
    const ten = (random: () => number, change: number) =>
      comparePeriods(Array.from({ length: 10 }, () => row(random, 12, false, change))).filter(
        ({ verdict }) => verdict === 'moved',
      ).length;
    expect(measureShare(200, (random) => ten(random, 0) > 0)).toBeLessThan(0.09);
    expect(measureShare(60, (random) => ten(random, 0.2) >= 9)).toBeGreaterThan(0.95);
  });
});
