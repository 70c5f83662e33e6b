import { toUtcDay } from '#lib/core/days';
import type { RunDetails, RunSummary } from '#lib/dashboard/runs/list-runs';
import { enginesWithAddOns } from '#lib/dashboard/runs/run-options';
import { formatCountryInSentence, formatEngine, formatList } from '#lib/format/labels';

export const runKindLabels = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  history: 'Backfill',
} as const;

/** Describes a run, such as "Chat and Gen in Germany, with search queries and products from Chat". */
export function describeRun({
  engines,
  countries,
  samples,
  addOns,
}: Pick<RunSummary, 'engines' | 'countries' | 'samples' | 'addOns'>): string {
  const addOnEngines = addOns ? enginesWithAddOns.filter((engine) => engines.includes(engine)) : [];
  return [
    `${formatList(engines.map(formatEngine))} in ${formatList(countries.map(formatCountryInSentence))}`,
    ...(addOnEngines.length > 0
      ? [`with search queries and products from ${formatList(addOnEngines.map(formatEngine))}`]
      : []),
    ...(samples > 1 ? [`${samples} samples per prompt`] : []),
  ].join(', ');
}

type RunTimes = Pick<RunDetails, 'kind' | 'requestedAt' | 'completedAt'>;

/** Returns the first and last day of a run's answers. A backfill has all of them on one day. */
export function getRunDays(
  { kind, requestedAt, completedAt }: RunTimes,
  now: Date,
): { from: string; to: string } {
  const last = kind === 'history' ? requestedAt : (completedAt ?? now);
  return { from: toUtcDay(requestedAt), to: toUtcDay(last > requestedAt ? last : requestedAt) };
}

/** Builds the URL of the overview for the days of a run. */
export function buildRunOverviewUrl(projectId: string, run: RunTimes, now: Date): string {
  return `/projects/${projectId}/overview?${new URLSearchParams(getRunDays(run, now))}`;
}
