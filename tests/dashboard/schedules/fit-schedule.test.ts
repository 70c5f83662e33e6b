import { expect, test } from 'vitest';
import { fitSchedule, fitsCredits } from '#lib/dashboard/schedules/fit-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';

// One prompt costs 15 credits on the default engines with add-ons, 13 without.
test.each([
  ['daily', true, 3, 7_000, 14],
  // 31 scheduled runs and the first run: 13 × 32 = 416 credits are affordable, 15 × 32 = 480 are not.
  ['daily', false, 3, 470, 1],
  ['weekly', true, 3, 1_400, 14],
  ['weekly', false, 3, 1_100, 14],
  ['monthly', true, 3, 500, 14],
  ['monthly', false, 3, 190, 14],
  ['monthly', false, 2, 150, 14],
  ['monthly', false, 1, 100, 14],
  ['monthly', false, 1, 0, 14],
])(
  'chooses a %s cadence, add-ons %s and %i engines for %i credits and %i prompts',
  (cadence, addOns, engines, credits, promptCount) => {
    const fitted = fitSchedule(defaultSchedule, { promptCount, credits });
    expect([fitted.cadence, fitted.addOns, fitted.engines.length]).toEqual([cadence, addOns, engines]);
    expect(fitted.engines).toEqual(defaultSchedule.engines.slice(0, engines));
  },
);

test('keeps settings that do not affect the cost', () => {
  const draft = { ...defaultSchedule, addOns: false, timeZone: 'Asia/Tokyo', hour: 9 };
  expect(fitSchedule(draft, { promptCount: 14, credits: 500 })).toEqual({ ...draft, cadence: 'monthly' });
  expect(fitSchedule({ ...draft, engines: [] }, { promptCount: 14, credits: 0 }).engines).toEqual([]);
});

test.each([
  // 14 prompts on one engine without add-ons, 5 credits each.
  ['the price of the cheapest run', 70, true],
  ['one credit less than the cheapest run', 69, false],
  ['no credits left', 0, false],
])('returns whether the credits cover the fitted schedule: %s', (_, credits, fits) => {
  const fitted = fitSchedule(defaultSchedule, { promptCount: 14, credits });
  expect(fitsCredits(fitted, { promptCount: 14, credits })).toBe(fits);
});
