import type { Metric } from '#lib/core/metric';
import { listDays, type Period } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';

/** Visibility by day of the treatment and control prompts; null on a day without answers. */
export interface ExperimentSeries {
  days: string[];
  treatment: (Metric | null)[];
  control: (Metric | null)[];
}

interface SeriesOptions {
  period: Period;
  treatmentIds: ReadonlySet<string>;
  /** The control prompts; null for all others. */
  controlIds: ReadonlySet<string> | null;
  brandId: string;
}

/** Reads the visibility of both groups on each day of a period. */
export async function readExperimentSeries(
  context: Context,
  filters: MetricFilters,
  { period, treatmentIds, controlIds, brandId }: SeriesOptions,
): Promise<ExperimentSeries> {
  const source = { by: ['promptId', 'day'], filters, periods: { shown: period } } as const;
  const counts = await readCounts(context, {
    answers: { ...source, of: 'answers', counts: ['answers'] },
    brand: { ...source, of: 'brands', counts: ['mentioned'], where: { brandId } },
  });
  const getKey = (row: { promptId: string; day: string }) => `${row.promptId} ${row.day}`;
  const mentions = new Map(counts.brand.map((row) => [getKey(row), row.mentioned]));
  const days = listDays(period.from, period.to);
  const isControl = (promptId: string) => controlIds === null || controlIds.has(promptId);
  const compared = counts.answers
    .filter(({ answers, promptId }) => answers > 0 && (treatmentIds.has(promptId) || isControl(promptId)))
    .map((row) => ({ ...row, mentioned: mentions.get(getKey(row)) ?? 0 }));
  const prompts = Map.groupBy(compared, ({ day, promptId }) => `${treatmentIds.has(promptId)} ${day}`);
  const listRates = (isTreatment: boolean) =>
    days.map((day) => {
      const own = prompts.get(`${isTreatment} ${day}`);
      if (!own) return null;
      return computeShare(own, ({ mentioned, answers }) => ({
        numerator: mentioned,
        denominator: answers,
      }));
    });
  return { days, treatment: listRates(true), control: listRates(false) };
}
