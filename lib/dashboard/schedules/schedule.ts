import { z } from 'zod';
import { type Engine, engineSpecs } from '#lib/contract/engines';
import { z95 } from '#lib/core/metric';
import { isTimeZone } from '#lib/core/time';
import { getAddOnCredits, getCreditsPerAnswer, runOptionsSchema } from '#lib/dashboard/runs/run-options';
import { type Cadence, cadences } from '#lib/dashboard/schedules/next-run';

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
