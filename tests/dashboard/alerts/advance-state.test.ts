import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceState, type TimedState } from '#lib/dashboard/alerts/conditions/state';

const durations = { raiseHours: 24, clearHours: 72 };
const start = Date.parse('2026-03-01T00:00:00Z');
const at = (hours: number) => new Date(start + hours * 3_600_000);
const cleared: TimedState = { state: 'cleared', since: at(0) };

/** Evaluates a condition every few hours. @returns the state after each evaluation */
function evaluateRepeatedly(
  evaluations: readonly { hours: number; isMet: boolean | null }[],
  chosen = durations,
) {
  let current: TimedState = cleared;
  let hour = 0;
  return evaluations.map(({ hours, isMet }) => {
    hour += hours;
    const transition = advanceState(current, { isMet, now: at(hour) }, chosen);
    current = transition;
    return { ...transition, isMet, hour };
  });
}

const evaluationsArbitrary = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 60 }),
    isMet: fc.option(fc.boolean(), { freq: 5 }),
  }),
  { maxLength: 80 },
);
const durationsArbitrary = fc.record({ raiseHours: fc.nat(72), clearHours: fc.nat(72) });

describe('an alert', () => {
  test('is raised 24 hours after its condition is first met, and cleared 72 hours after it is no longer met', () => {
    const states = evaluateRepeatedly([
      { hours: 24, isMet: true },
      { hours: 23, isMet: true },
      { hours: 1, isMet: true },
      { hours: 24, isMet: false },
      { hours: 24, isMet: true },
      { hours: 24, isMet: false },
      { hours: 72, isMet: false },
    ]);
    expect(states.map(({ state, event }) => event ?? state)).toEqual([
      'pending',
      'pending',
      'raised',
      'recovering',
      'alerting',
      'recovering',
      'cleared',
    ]);
  });

  test('is raised and cleared alternately', () => {
    fc.assert(
      fc.property(evaluationsArbitrary, durationsArbitrary, (evaluations, chosen) => {
        const events = evaluateRepeatedly(evaluations, chosen).flatMap(({ event }) => event ?? []);
        for (const [index, event] of events.entries())
          expect(event).toBe(index % 2 === 0 ? 'raised' : 'cleared');
      }),
    );
  });

  test('is raised only if its condition was met for the minimum duration, and cleared only if it was not met for the minimum duration', () => {
    fc.assert(
      fc.property(evaluationsArbitrary, durationsArbitrary, (evaluations, chosen) => {
        const steps = evaluateRepeatedly(evaluations, chosen);
        for (const [index, { event, hour }] of steps.entries()) {
          if (event === null) continue;
          const isMet = event === 'raised';
          const opposite = steps.slice(0, index).findLastIndex((step) => step.isMet === !isMet);
          const since = steps.slice(opposite + 1).find((step) => step.isMet === isMet)?.hour ?? hour;
          expect(hour - since).toBeGreaterThanOrEqual(isMet ? chosen.raiseHours : chosen.clearHours);
        }
      }),
    );
  });

  test('does not change while it cannot be evaluated', () => {
    fc.assert(
      fc.property(evaluationsArbitrary, fc.integer({ min: 1, max: 500 }), (evaluations, hours) => {
        const before = evaluateRepeatedly(evaluations).at(-1) ?? { ...cleared, hour: 0 };
        const after = advanceState(before, { isMet: null, now: at(before.hour + hours) }, durations);
        expect(after).toEqual({ state: before.state, since: before.since, event: null });
      }),
    );
  });
});
