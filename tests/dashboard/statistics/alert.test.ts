import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { advanceState, type TimedState } from '#lib/dashboard/alerts/conditions/state';
import {
  type AlertTier,
  createShiftTest,
  type ShiftFinding,
} from '#lib/dashboard/statistics/alerts/test-shift';
import { watchSeries } from '#lib/dashboard/statistics/alerts/watched-metric';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import {
  fallTier,
  listRaisings,
  type SimulatedWatch,
  simulateWatched,
  strictTier,
} from '#tests/dashboard/statistics/support/simulate-watched';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

const inputSchema = z.object({
  day: z.int().optional(),
  from: z.int().default(0),
  to: z.int().default(0),
});

describe.runIf(hasVectors)(`alerts${vectorsTitleSuffix}`, () => {
  test.each(listVectors('alert'))('%s', (_, vector) => {
    const { day, from, to } = inputSchema.parse(vector.input);
    const { series, brands } = readVectorSeries(vector);
    const { find } = createShiftTest(watchSeries(series, brands.slice(1)), 0);
    const segments = [...series.panel.segments.keys()];
    const findOn = (on: number, tier: AlertTier) => find(on, { tier, direction: 'down', segments }).finding;
    const actual =
      day === undefined
        ? {
            fast: listRaisedDays(from, to, (on) => findOn(on, 'fast')),
            strict: listRaisedDays(from, to, (on) => findOn(on, 'strict')),
          }
        : { fast: summarize(findOn(day, 'fast')), strict: summarize(findOn(day, 'strict')) };
    expectResult(actual, vector);
    expect(actual).toHaveProperty('fast');
  });
});

const summarize = (finding: ShiftFinding | null) =>
  finding && {
    p: finding.pValue,
    difference: finding.difference,
    days: finding.current.to - finding.current.from,
  };

/** Returns the days on which an alert is raised. */
function listRaisedDays(from: number, to: number, find: (day: number) => ShiftFinding | null): number[] {
  const raised: number[] = [];
  const dayMs = 86_400_000;
  let timed: TimedState = { state: 'cleared', since: new Date(0) };
  for (let day = from; day < to; day += 1) {
    const isMet = find(day)?.isSignal ?? false;
    const next = advanceState(
      timed,
      { isMet, now: new Date(day * dayMs) },
      { raiseHours: 0, clearHours: 144 },
    );
    if (next.event === 'raised') raised.push(day);
    timed = next;
  }
  return raised;
}

describe('simulated years', () => {
  const random = createRandom(7);
  const project = { prompts: 10 };

  test('a loss of 15 points is found by the fast tier within days, and later by the strict one', () => {
    const delays = [fallTier, strictTier].map((tier) =>
      [84, 87, 90].flatMap((from) => {
        const to = from + 56;
        const metric = simulateWatched(random, { ...project, days: to, loss: { from, size: 0.15 } });
        return listRaisings(metric, tier, { from, to, max: 1 }).map((day) => day - from + 1);
      }),
    );
    const [fast = [], strict = []] = delays;
    expect([fast.length, strict.length]).toEqual([3, 3]);
    expect(Math.max(...fast)).toBeLessThanOrEqual(7);
    expect(Math.max(...strict)).toBeLessThanOrEqual(28);
  });

  test.each<SimulatedWatch>([project, { ...project, repeated: 0.75 }, { ...project, drift: 0.4 }])(
    'without a change, the strict tier is never raised, and the fast one rarely: %o',
    (quiet) => {
      const watched = { from: 56, to: 56 + 182 };
      const metric = simulateWatched(random, { ...quiet, days: watched.to });
      expect(listRaisings(metric, strictTier, watched)).toEqual([]);
      expect(listRaisings(metric, fallTier, watched).length).toBeLessThanOrEqual(2);
    },
  );
});
