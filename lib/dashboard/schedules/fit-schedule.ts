import { type Cadence, calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';

/** The cadences that a new schedule can have, most frequent first. */
const fittedCadences: readonly Cadence[] = ['daily', 'weekly', 'monthly'];

/**
 * Fits a new schedule to the credits left this month. Chooses the most frequent cadence for which the credits cover a
 * first run now and the runs of a month, without add-ons if necessary. If no cadence fits, it chooses a monthly run with
 * one sample and, if necessary, fewer engines. A monthly schedule needs credits for one run only, because they renew
 * before the next.
 */
export function fitSchedule(
  draft: ScheduleDraft,
  { promptCount, credits }: { promptCount: number; credits: number },
): ScheduleDraft {
  const isAffordable = (candidate: ScheduleDraft) => {
    const { creditsPerRun, creditsPerMonth } = calculateScheduleCost({ ...candidate, promptCount });
    return creditsPerRun + (candidate.cadence === 'monthly' ? 0 : creditsPerMonth) <= credits;
  };
  const frequent = fittedCadences.flatMap((cadence) =>
    [draft.addOns, false].map((addOns) => ({ ...draft, cadence, addOns })),
  );
  const smallest = { ...draft, cadence: 'monthly', addOns: false, samples: 1 } as const;
  const smaller = draft.engines.map((_, index) => ({
    ...smallest,
    engines: draft.engines.slice(0, draft.engines.length - index),
  }));
  return [...frequent, ...smaller].find(isAffordable) ?? smaller.at(-1) ?? draft;
}
