import { computeNextRun, type RunTiming } from '#lib/dashboard/schedules/next-run';

/** Limit of the search: an hourly schedule has fewer runs in a month. */
const maxRuns = 800;

/**
 * Finds the first run of a schedule this month (UTC) that the remaining credits do not cover in full.
 * @param creditsLeft credits that can still be spent this month
 * @returns when it is due, and whether a part of it is sent; null if all runs of the month fit
 */
export function findUncoveredRun(
  timing: RunTiming,
  { creditsPerRun, creditsLeft, now }: { creditsPerRun: number; creditsLeft: number; now: Date },
): { dueAt: Date; isPartlySent: boolean } | null {
  if (creditsPerRun <= 0) return null;
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  let remaining = creditsLeft;
  let dueAt = computeNextRun(timing, now);
  for (let runs = 0; runs < maxRuns && dueAt.getTime() < monthEnd; runs += 1) {
    if (remaining < creditsPerRun) return { dueAt, isPartlySent: remaining > 0 };
    remaining -= creditsPerRun;
    dueAt = computeNextRun(timing, dueAt);
  }
  return null;
}
