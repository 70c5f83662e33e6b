import {
  getShareOfVoiceOverTime,
  getVisibilityOverTime,
  type TimeSeries,
} from '#lib/dashboard/analytics/segments/time-series';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { happenedLabel, happenedOnDays } from '#lib/dashboard/exports/happened-on-days';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** A chart of rates by day: a row a day and brand, the days compared with after those of the period. */
function overTimeTable(
  key: string,
  label: string,
  ask: (...question: Parameters<typeof getVisibilityOverTime>) => Promise<TimeSeries>,
): ExportedTable {
  return {
    columns: columnsOf({
      day: 'Day',
      period: 'Period',
      brand: 'Brand',
      ...rateLabels(key, label),
      ...happenedLabel,
    }),
    async rows(context, filters) {
      const [{ days, previousDays, series }, happened] = await Promise.all([
        ask(context, filters),
        happenedOnDays(context, filters),
      ]);
      const rows: ExportedRow[] = [];
      for (const { brand, points } of series) {
        for (const [index, day] of days.entries()) {
          rows.push({
            day,
            period: 'shown',
            brand: brand.name,
            ...rateCells(key, points[index] ?? null),
            happened: happened.get(day) ?? null,
          });
        }
      }
      for (const { brand, previous } of series) {
        for (const [index, day] of (previous ? (previousDays ?? []) : []).entries()) {
          rows.push({
            day,
            period: 'compared with',
            brand: brand.name,
            ...rateCells(key, previous?.[index] ?? null),
          });
        }
      }
      return rows;
    },
  };
}

export const visibilityOverTimeTable = overTimeTable('visibility', 'Visibility', getVisibilityOverTime);

export const shareOfVoiceOverTimeTable = overTimeTable(
  'share_of_voice',
  'Share of voice',
  getShareOfVoiceOverTime,
);
