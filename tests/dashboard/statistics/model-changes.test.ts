import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/core/time';
import { findModelChanges, type ServedDay } from '#lib/dashboard/statistics/changes/find-model-changes';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';

const firstDay = '2026-03-02';
const changedAfter = 28;
const changedOn = addDays(firstDay, changedAfter);

/** Builds eight weeks of runs on which an engine serves the model `a` with a probability, and else `b`. */
function serve(
  getShare: (day: number) => number,
  { perDay = 12, isDayOfOneModel = false, seed = 1, runs = 56, daysBetween = 1 } = {},
): ServedDay[] {
  const random = createRandom(seed);
  return Array.from({ length: runs }, (_, run) => {
    const all = random();
    const a = Array.from({ length: perDay }, () => (isDayOfOneModel ? all : random())).filter(
      (value) => value < getShare(run),
    ).length;
    const answers = [['a', a] as const, ['b', perDay - a] as const].filter(([, count]) => count > 0);
    return { day: addDays(firstDay, run * daysBetween), answers: new Map(answers) };
  });
}

const change = { day: changedOn, before: 'a', now: 'b' };
const afterwards = (before: number, after: number) => (day: number) => (day < changedAfter ? before : after);

describe('a steady mix is no change', () => {
  test.each([0.5, 0.7, 0.9, 0.97])('of two models, of which one serves %d of the answers', (share) => {
    for (const perDay of [3, 12, 40]) {
      for (let seed = 1; seed <= 20; seed += 1) {
        expect(findModelChanges(serve(() => share, { perDay, seed }))).toEqual([]);
      }
    }
  });

  test('that changes with the weekday, or from day to day', () => {
    expect(findModelChanges(serve((day) => (day % 7 < 5 ? 1 : 0)))).toEqual([]);
    const seeds = Array.from({ length: 100 }, (_, index) => index + 1);
    const found = seeds.filter(
      (seed) => findModelChanges(serve(() => 0.5, { isDayOfOneModel: true, seed })).length > 0,
    );
    expect(found.length).toBeLessThan(30);
  });

  test('with one odd day on which another model served some answers', () => {
    expect(findModelChanges(serve((day) => (day === changedAfter ? 0.6 : 1)))).toEqual([]);
  });
});

describe('a change is found once, on its first day', () => {
  test.each([3, 6, 12, 40])('if another model replaces the one before, with %d answers a day', (perDay) => {
    expect(findModelChanges(serve(afterwards(1, 0), { perDay }))).toMatchObject([change]);
  });

  test('on that day with enough answers, and whatever follows', () => {
    const days = serve(afterwards(1, 0), { perDay: 20 });
    for (let length = changedAfter + 1; length <= days.length; length += 1) {
      expect(findModelChanges(days.slice(0, length))).toEqual([{ ...change, foundOn: changedOn }]);
    }
    expect(findModelChanges(days.slice(0, changedAfter))).toEqual([]);
  });

  test.each([
    [0.8, 0.2],
    [1, 0.5],
    [0.95, 0.4],
  ])('if the share of a model falls from %d to %d', (before, after) => {
    for (let seed = 1; seed <= 10; seed += 1) {
      expect(findModelChanges(serve(afterwards(before, after), { perDay: 40, seed }))).toMatchObject([
        change,
      ]);
    }
  });

  test('if it takes days until all answers come from the new model', () => {
    const found = findModelChanges(
      serve((day) => Math.max(0, Math.min(1, 1 - (day - changedAfter + 1) / 6)), { perDay: 40 }),
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.day && found[0].day >= changedOn && found[0].day <= addDays(changedOn, 2)).toBe(true);
  });

  test('with weekly runs', () => {
    const days = serve((run) => (run < 10 ? 1 : 0), { perDay: 40, runs: 16, daysBetween: 7 });
    expect(findModelChanges(days)).toMatchObject([{ day: addDays(firstDay, 70), before: 'a', now: 'b' }]);
  });

  test('and so is the change back', () => {
    const found = findModelChanges(serve((day) => (day < 20 || day >= 40 ? 1 : 0)));
    expect(found).toMatchObject([
      { day: addDays(firstDay, 20), before: 'a', now: 'b' },
      { day: addDays(firstDay, 40), before: 'b', now: 'a' },
    ]);
  });
});

test('finds nothing without answers, with one model, and with too few answers', () => {
  expect(findModelChanges([])).toEqual([]);
  expect(findModelChanges(serve(() => 1))).toEqual([]);
  expect(findModelChanges(serve((day) => (day < 5 ? 1 : 0), { perDay: 3, runs: 10 }))).toEqual([]);
});
