import { dayOf } from '#lib/dashboard/analytics/days';
import type { RunHead } from '#lib/dashboard/runs/get-run';

type RunTimes = Pick<RunHead, 'kind' | 'askedAt' | 'endedAt'>;

/** The days in which a run's answers lie, as an address has them; a run of the past has them on its one day. */
export function runDays({ kind, askedAt, endedAt }: RunTimes, now: Date): { from: string; to: string } {
  const last = kind === 'history' ? askedAt : (endedAt ?? now);
  return { from: dayOf(askedAt), to: dayOf(last > askedAt ? last : askedAt) };
}

/** Where a run's figures are charted. */
export function runFiguresAddress(projectId: string, run: RunTimes, now: Date): string {
  return `/projects/${projectId}/overview?${new URLSearchParams(runDays(run, now))}`;
}
