import type { Cadence } from '#lib/dashboard/schedules/next-run';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';

/** The cadences that `fitSchedule` chooses from, most frequent first. */
const fittedCadences: readonly Cadence[] = ['daily', 'weekly', 'monthly'];

/** The conditions that a schedule is fitted to. */
interface FitConditions {
  promptCount: number;
  /** The credits left this month. */
  credits: number;
}

/**
 * Fits a new schedule to the credits left this month. Chooses the most frequent cadence for which the credits cover a
 * first run now and the runs of a month, without add-ons if necessary. If no cadence fits, it chooses a monthly run
 * without add-ons, with one sample and, if necessary, fewer engines; the result can still cost too much (see
 * `fitsCredits`). A monthly schedule needs credits for one run only, because they renew before the next.
 */
export function fitSchedule(draft: ScheduleDraft, conditions: FitConditions): ScheduleDraft {
  const frequent = fittedCadences.flatMap((cadence) =>
    [draft.addOns, false].map((addOns) => ({ ...draft, cadence, addOns })),
  );
  const smallest = { ...draft, cadence: 'monthly', addOns: false, samples: 1 } as const;
  const smaller = draft.engines.map((_, index) => ({
    ...smallest,
    engines: draft.engines.slice(0, draft.engines.length - index),
  }));
  return (
    [...frequent, ...smaller].find((candidate) => fitsCredits(candidate, conditions)) ??
    smaller.at(-1) ??
    draft
  );
}

/**
 * Returns whether the credits cover a first run now and the runs of a month. For a monthly schedule, they need to cover
 * only one run.
 */
export function fitsCredits(schedule: ScheduleDraft, { promptCount, credits }: FitConditions): boolean {
  const { creditsPerRun, creditsPerMonth } = calculateScheduleCost({ ...schedule, promptCount });
  return creditsPerRun + (schedule.cadence === 'monthly' ? 0 : creditsPerMonth) <= credits;
}
