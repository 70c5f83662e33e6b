import { z } from 'zod';
import { type Engine, engineSpecs } from '#lib/contract/engines';
import { getAddOnCredits, runOptionsSchema } from '#lib/dashboard/runs/run-options';

const cadences = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** Schedule settings as a form submits them. */
export const scheduleSchema = runOptionsSchema.extend({
  cadence: z.enum(cadences, 'Choose how often the prompts run.'),
  /** IANA name of the time zone of `hour` and `weekday`. */
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.'),
  hour: z.int().min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
  /** 0 Sunday to 6 Saturday, for weekly. */
  weekday: z.int().min(0, 'Choose a day of the week.').max(6, 'Choose a day of the week.'),
  /** A paused schedule keeps its settings and starts no runs. */
  enabled: z.boolean().default(true),
});
export type ScheduleDraft = z.output<typeof scheduleSchema>;

/** A stored schedule. */
export interface Schedule extends ScheduleDraft {
  id: string;
  projectId: string;
  /** Null while it is paused. */
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

/** The settings that a new schedule starts with: the assistants people use most, once a day. */
export const defaultSchedule: ScheduleDraft = {
  engines: ['chat', 'gen', 'answer'],
  countries: ['US'],
  samples: 1,
  addOns: true,
  cadence: 'daily',
  timeZone: 'UTC',
  hour: 6,
  weekday: 1,
  enabled: true,
};

/** Engines that a schedule can query, with the credits that an answer and its add-ons cost. */
export const availableEngines = (
  ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'] as const satisfies Engine[]
).map((engine) => ({
  engine,
  label: engineSpecs[engine].label,
  credits: engineSpecs[engine].credits,
  addOnCredits: getAddOnCredits(engine),
}));
