import { defaultEngines } from '#lib/dashboard/schedules/offered-engines';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';

/** The schedule offered before there is one. */
export const proposedSchedule: ScheduleDraft = {
  engines: defaultEngines,
  countries: ['US'],
  samples: 1,
  addOns: true,
  cadence: 'daily',
  timeZone: 'UTC',
  hour: 6,
  weekday: 1,
  enabled: true,
};
