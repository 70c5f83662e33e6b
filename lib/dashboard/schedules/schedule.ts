import { z } from 'zod';
import { coverageSchema } from '#lib/dashboard/runs/coverage';

const cadences = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** When and where prompts are asked, as a form gives it. */
export const scheduleSchema = coverageSchema.extend({
  cadence: z.enum(cadences, 'Choose how often the prompts are asked.'),
  /** IANA name; hour and weekday are meant in it. */
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.'),
  hour: z.int().min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
  /** 0 Sunday to 6 Saturday, for weekly. */
  weekday: z.int().min(0, 'Choose a day of the week.').max(6, 'Choose a day of the week.'),
  /** Off keeps the settings and starts nothing. */
  enabled: z.boolean().default(true),
});
export type ScheduleDraft = z.output<typeof scheduleSchema>;

/** A stored schedule. */
export interface Schedule extends ScheduleDraft {
  id: string;
  projectId: string;
  /** Null while it is off. */
  nextRunAt: Date | null;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
