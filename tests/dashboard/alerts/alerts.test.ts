import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { removeDates } from '#lib/dashboard/alerts/alerts';
import { describeCondition } from '#lib/dashboard/alerts/conditions/condition';

const clock = createFixedClock(new Date('2026-11-20T12:00:00Z'));

test.each(['period=this-month', 'days=7', 'from=2026-11-01&to=2026-11-02&compare=year'])(
  'removes the dates of %s from the filters of an alert',
  (dates) => {
    expect(removeDates({ clock }, { projectId: 'p', query: `country=JP&${dates}` })).toBe('country=JP');
  },
);

test.each([
  [1, 'Fewer than 1 credit is left this month'],
  [2_000, 'Fewer than 2,000 credits are left this month'],
])('describes a threshold of %i credits', (minCredits, sentence) => {
  const names = { brand: 'Acme', competitors: {} };
  expect(describeCondition({ kind: 'credits-low', minCredits }, names)).toBe(sentence);
});
