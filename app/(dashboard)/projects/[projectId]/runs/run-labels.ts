import { toUtcDay } from '#lib/core/days';
import type { RunHead, RunSummary } from '#lib/dashboard/runs/list-runs';
import { enginesWithAddOns } from '#lib/dashboard/runs/run-options';
import { formatCountryInSentence, formatEngine, formatList } from '#lib/format/labels';

/** How a run came about, in words. */
export const runKindLabels = {
  manual: 'Started by hand',
  scheduled: 'By schedule',
  history: 'Filling the past',
} as const;

/** What a run asked, as a part of a sentence: "Chat and Gen in Germany, with searches and products of Chat". */
export function describeRun({
  engines,
  countries,
  samples,
  addOns,
}: Pick<RunSummary, 'engines' | 'countries' | 'samples' | 'addOns'>): string {
  const asked = addOns ? enginesWithAddOns.filter((engine) => engines.includes(engine)) : [];
  return [
    `${formatList(engines.map(formatEngine))} in ${formatList(countries.map(formatCountryInSentence))}`,
    ...(asked.length > 0 ? [`with searches and products of ${formatList(asked.map(formatEngine))}`] : []),
    ...(samples > 1 ? [`each prompt asked ${samples} times`] : []),
  ].join(', ');
}

type RunTimes = Pick<RunHead, 'kind' | 'requestedAt' | 'completedAt'>;

/** The days in which a run's answers lie, as an address has them; a run of the past has them on its one day. */
export function getRunDays(
  { kind, requestedAt, completedAt }: RunTimes,
  now: Date,
): { from: string; to: string } {
  const last = kind === 'history' ? requestedAt : (completedAt ?? now);
  return { from: toUtcDay(requestedAt), to: toUtcDay(last > requestedAt ? last : requestedAt) };
}

/** Where a run's figures are charted. */
export function buildRunOverviewUrl(projectId: string, run: RunTimes, now: Date): string {
  return `/projects/${projectId}/overview?${new URLSearchParams(getRunDays(run, now))}`;
}
