import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { type Engine, engineSpecs } from '#lib/contract/engines';
import { z95 } from '#lib/core/metric';
import { isTimeZone } from '#lib/core/time';
import { addDays } from '#lib/core/time-zone';
import { getAddOnCredits, getCreditsPerAnswer, runOptionsSchema } from '#lib/dashboard/runs/run-options';

export const cadences = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** Schedule settings as a form submits them. */
export const scheduleSchema = runOptionsSchema.extend({
  cadence: z.enum(cadences, 'Choose how often the prompts run.'),
  /** IANA name of the time zone of `hour` and `weekday`. */
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.'),
  hour: z.int().min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
  /** From 0 (Sunday) to 6 (Saturday), for weekly schedules. */
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

/** The initial settings of a new schedule. */
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

/** The engines that the schedule form offers, with the credits that an answer and its add-ons cost. */
export const availableEngines = (
  ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'] as const satisfies Engine[]
).map((engine) => ({
  engine,
  credits: engineSpecs[engine].credits,
  addOnCredits: getAddOnCredits(engine),
}));

const hourMs = 3_600_000;

/** The settings that determine when a schedule runs. */
export type RunTiming = Pick<ScheduleDraft, 'cadence' | 'timeZone' | 'hour' | 'weekday'>;

/**
 * Returns the next run after an instant: at every full hour of the time zone, or at `hour` every day, every `weekday` or
 * on the first of every month. If a clock change skips that hour, the next run is at the time of the change;
 * if the hour occurs twice, at its first occurrence.
 */
export function computeNextRun({ cadence, timeZone, hour, weekday }: RunTiming, after: Date): Date {
  if (cadence === 'hourly') return computeNextHour(timeZone, after);
  const local = new TZDate(after.getTime(), timeZone);
  let day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, timeZone);
  if (cadence === 'weekly') day = addDays(day, (weekday - day.getDay() + 7) % 7);
  if (cadence === 'monthly') day.setDate(1);
  for (;;) {
    const slot = getHourOfDay(day, hour, timeZone);
    if (slot > after) return slot;
    if (cadence === 'monthly') day.setMonth(day.getMonth() + 1);
    else day = addDays(day, cadence === 'weekly' ? 7 : 1);
  }
}

/** Returns the first instant of an hour on a day in the time zone. */
function getHourOfDay(day: TZDate, hour: number, timeZone: string): Date {
  const slot = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, timeZone);
  const earlier = new TZDate(slot.getTime() - hourMs, timeZone);
  const occursTwice = earlier.getHours() === hour && earlier.getDate() === day.getDate();
  return new Date(occursTwice ? earlier.getTime() : slot.getTime());
}

/** Returns the next full hour in the time zone, which differs from that in UTC if the offset is not in whole hours. */
function computeNextHour(timeZone: string, after: Date): Date {
  const offsetMs = -60_000 * new TZDate(after.getTime(), timeZone).getTimezoneOffset();
  return new Date((Math.floor((after.getTime() + offsetMs) / hourMs) + 1) * hourMs - offsetMs);
}

/** Runs in a month of 31 days, so that estimates are not too low. */
const runsPerMonth: Record<Cadence, number> = { hourly: 744, daily: 31, weekly: 5, monthly: 1 };

/** The settings and the number of prompts that determine the cost of a schedule. */
type CostInput = Pick<ScheduleDraft, 'samples' | 'addOns' | 'cadence'> & {
  promptCount: number;
  engines: readonly Engine[];
  countries: readonly string[];
};

/**
 * Calculates the credits of a schedule: per run, per month, and for one sample of a prompt in one country on all engines
 * (`creditsPerPrompt`). `halfWidth` is the margin of error of a rate of 50% in one run if its answers were independent: half the width of
 * the 95% Wilson interval, from 0 to 0.5; null without answers.
 */
export function calculateScheduleCost({
  promptCount,
  engines,
  countries,
  samples,
  addOns,
  cadence,
}: CostInput) {
  const repetitions = promptCount * countries.length * samples;
  const creditsPerPrompt = engines.reduce((sum, engine) => sum + getCreditsPerAnswer(engine, addOns), 0);
  const creditsPerRun = repetitions * creditsPerPrompt;
  const answersPerRun = repetitions * engines.length;
  return {
    answersPerRun,
    creditsPerPrompt,
    creditsPerRun,
    runsPerMonth: runsPerMonth[cadence],
    creditsPerMonth: creditsPerRun * runsPerMonth[cadence],
    halfWidth: answersPerRun === 0 ? null : computeHalfWidth(answersPerRun),
  };
}

/** Returns half the width of the Wilson interval of a rate of 50%: z·√(n + z²) / (2·(n + z²)). */
function computeHalfWidth(n: number): number {
  return z95 / (2 * Math.sqrt(n + z95 * z95));
}
