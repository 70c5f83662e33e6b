import type { Metric } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-metrics';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';

/** Visibility by day of the treatment and control prompts; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treatment: (Metric | null)[];
  control: (Metric | null)[];
}

interface SeriesOptions {
  treatmentIds: ReadonlySet<string>;
  /** The control prompts; null for all others. */
  controlIds: ReadonlySet<string> | null;
  brandId: string;
}

/**
 * Reads the visibility of both groups on each day of the periods before and after the change.
 * @param filters the days after the change, compared with those before it
 */
export async function readExperimentSeries(
  context: Context,
  filters: MetricFilters,
  { treatmentIds, controlIds, brandId }: SeriesOptions,
): Promise<ExperimentSeries> {
  const source = {
    by: ['promptId', 'day'],
    filters,
    periods: { both: { from: filters.comparedWith?.from ?? filters.from, to: filters.to } },
  } as const;
  const read = await readCounts(context, {
    answers: { ...source, of: 'answers', counts: ['answers'] },
    brand: { ...source, of: 'brands', counts: ['mentioned'], where: { brandId } },
  });
  const mentions = new Map(
    read.brand.map(({ promptId, day, mentioned }) => [`${promptId} ${day}`, mentioned]),
  );
  const rows = read.answers
    .filter(({ answers }) => answers > 0)
    .map((row) => ({ ...row, mentioned: mentions.get(`${row.promptId} ${row.day}`) ?? 0 }));
  const days = listDays(filters.comparedWith?.from ?? filters.from, filters.to);
  const isControl = (promptId: string) => controlIds === null || controlIds.has(promptId);
  const compared = rows.filter(({ promptId }) => treatmentIds.has(promptId) || isControl(promptId));
  const prompts = Map.groupBy(compared, ({ day, promptId }) => `${treatmentIds.has(promptId)} ${day}`);
  const listRates = (isTreatment: boolean) =>
    days.map((day) => {
      const counts = prompts.get(`${isTreatment} ${day}`);
      if (!counts) return null;
      return computeShare(counts, ({ mentioned, answers }) => ({
        numerator: mentioned,
        denominator: answers,
      }));
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
