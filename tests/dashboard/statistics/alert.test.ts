import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { advanceState, type TimedState } from '#lib/dashboard/alerts/conditions/state';
import {
  type AlertTier,
  createShiftTest,
  type ShiftFinding,
} from '#lib/dashboard/statistics/alerts/test-shift';
import { watchSeries } from '#lib/dashboard/statistics/alerts/watched-metric';
import { readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
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
            fast: listRaisings(from, to, (on) => findOn(on, 'fast')),
            strict: listRaisings(from, to, (on) => findOn(on, 'strict')),
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
function listRaisings(from: number, to: number, find: (day: number) => ShiftFinding | null): number[] {
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
