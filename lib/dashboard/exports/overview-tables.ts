import { brandsTable } from '#lib/contract/tables/brands';
import { byCountryTable, byEngineAndCountryTable, byEngineTable } from '#lib/contract/tables/breakdowns';
import { shareOfVoiceOverTimeTable, visibilityOverTimeTable } from '#lib/contract/tables/daily-rates';
import { headlineTable, listHeadlineRows } from '#lib/contract/tables/headline';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineRows } from '#lib/dashboard/exports/exported-table';
import type { Context } from '#lib/db/context';

/** Lists rates by day and brand; the rows of the previous period come last. */
async function listDailyRates(
  context: Context,
  filters: MetricFilters,
  chart: 'visibilityOverTime' | 'shareOfVoiceOverTime',
) {
  const { days, previousDays, series } = (await getOverview(context, filters))[chart];
  const annotations = await listAnnotationsByDay(context, filters);
  const current = series.flatMap(({ brand, points }) =>
    days.map((day, index) => ({
      day,
      period: 'current' as const,
      brand,
      rate: points[index],
      annotations: annotations.get(day),
    })),
  );
  const compared = series.flatMap(({ brand, previous }) =>
    (previous ? (previousDays ?? []) : []).map((day, index) => ({
      day,
      period: 'previous' as const,
      brand,
      rate: previous?.[index],
      annotations: undefined,
    })),
  );
  return [...current, ...compared];
}

export const overviewTables = [
  defineRows(headlineTable, {
    rows: async (context, filters) => listHeadlineRows((await getOverview(context, filters)).headline),
  }),
  defineRows(visibilityOverTimeTable, {
    rows: (context, filters) => listDailyRates(context, filters, 'visibilityOverTime'),
  }),
  defineRows(shareOfVoiceOverTimeTable, {
    rows: (context, filters) => listDailyRates(context, filters, 'shareOfVoiceOverTime'),
  }),
  defineRows(byEngineTable, {
    rows: async (context, filters) => (await getOverview(context, filters)).byEngine,
  }),
  defineRows(byCountryTable, {
    rows: async (context, filters) => (await getOverview(context, filters)).byCountry,
  }),
  defineRows(byEngineAndCountryTable, {
    rows: async (context, filters) => (await getOverview(context, filters)).byEngineAndCountry,
  }),
  defineRows(brandsTable, {
    rows: async (context, filters) => (await getOverview(context, filters)).brandMetrics,
  }),
];
