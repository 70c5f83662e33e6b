import { getInterval } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { BreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineTable } from '#lib/dashboard/exports/define-table';
import type { Context } from '#lib/db/client';

const headline = defineTable({
  async rows(context, filters) {
    const { headline: metrics } = await getOverview(context, filters);
    const { brand, position, sentiment } = metrics;
    const rates = {
      Visibility: metrics.visibility,
      'Share of voice': metrics.shareOfVoice,
      'First-place rate': metrics.firstPlace,
      'Citation rate': metrics.citationRate,
      'Citation share': metrics.citationShare,
    };
    const rows = [
      ...Object.entries(rates).map(([label, rate]) => ({ label, ...rate, interval: getInterval(rate) })),
      {
        label: 'Position',
        ...position,
        value: position.mean,
        interval: position.clusteredInterval,
        numerator: null,
        denominator: position.answers,
      },
      {
        label: 'Sentiment',
        ...sentiment,
        interval: sentiment.clusteredInterval,
        numerator: sentiment.positive - sentiment.negative,
        denominator: sentiment.positive + sentiment.neutral + sentiment.negative,
      },
    ];
    return rows.map((row) => ({ ...row, brand: brand.name }));
  },
  columns: [
    { key: 'metric', label: 'Metric', value: (row) => row.label },
    { key: 'brand', label: 'Brand', value: (row) => row.brand },
    { key: 'value', label: 'Value', value: (row) => row.value },
    { key: 'low', label: '95% interval low', value: (row) => row.interval?.low },
    { key: 'high', label: '95% interval high', value: (row) => row.interval?.high },
    { key: 'numerator', label: 'Numerator', value: (row) => row.numerator },
    { key: 'denominator', label: 'Denominator', value: (row) => row.denominator },
    { key: 'grade', label: 'Grade', value: (row) => row.grade },
    { key: 'value', label: 'Value', change: (row) => row.change },
  ],
});

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
      period: 'current',
      brand,
      rate: points[index],
      annotations: annotations.get(day),
    })),
  );
  const compared = series.flatMap(({ brand, previous }) =>
    (previous ? (previousDays ?? []) : []).map((day, index) => ({
      day,
      period: 'previous',
      brand,
      rate: previous?.[index],
      annotations: undefined,
    })),
  );
  return [...current, ...compared];
}

function defineDailyTable(key: string, label: string, chart: Parameters<typeof listDailyRates>[2]) {
  return defineTable({
    rows: (context, filters) => listDailyRates(context, filters, chart),
    columns: [
      { key: 'day', label: 'Day', format: 'day', value: (row) => row.day },
      { key: 'period', label: 'Period', value: (row) => row.period },
      { key: 'brand', label: 'Brand', value: (row) => row.brand.name },
      { key, label, rate: (row) => row.rate },
      { key: 'annotations', label: 'Annotations', isLong: true, value: (row) => row.annotations },
    ],
  });
}

/** The columns of a breakdown. Their cells are empty for a prompt without observations in the period. */
export const breakdownColumns = [
  { key: 'answers', label: 'Answers', value: (row: Partial<BreakdownRow>) => row.answers },
  { key: 'visibility', label: 'Visibility', rate: (row: Partial<BreakdownRow>) => row.visibility },
  {
    key: 'visibility',
    label: 'Visibility',
    format: 'percent' as const,
    change: (row: Partial<BreakdownRow>) => row.visibility?.change,
  },
  { key: 'share_of_voice', label: 'Share of voice', rate: (row: Partial<BreakdownRow>) => row.shareOfVoice },
  { key: 'position', label: 'Position', mean: (row: Partial<BreakdownRow>) => row.position },
  { key: 'citation_rate', label: 'Citation rate', rate: (row: Partial<BreakdownRow>) => row.citationRate },
  { key: 'trigger_rate', label: 'Trigger rate', rate: (row: Partial<BreakdownRow>) => row.triggerRate },
];

export const overviewTables = {
  headline,
  'visibility-over-time': defineDailyTable('visibility', 'Visibility', 'visibilityOverTime'),
  'share-of-voice-over-time': defineDailyTable('share_of_voice', 'Share of voice', 'shareOfVoiceOverTime'),
  /** Metrics of the selected brand by engine. */
  'by-engine': defineTable({
    rows: async (context, filters) => (await getOverview(context, filters)).byEngine,
    columns: [{ key: 'engine', label: 'Engine', engines: (row) => [row.engine] }, ...breakdownColumns],
  }),
  /** Metrics of the selected brand by country. */
  'by-country': defineTable({
    rows: async (context, filters) => (await getOverview(context, filters)).byCountry,
    columns: [{ key: 'country', label: 'Country', value: (row) => row.country }, ...breakdownColumns],
  }),
  /** Visibility of the selected brand by engine and country. */
  'by-engine-and-country': defineTable({
    rows: async (context, filters) => (await getOverview(context, filters)).byEngineAndCountry,
    columns: [
      { key: 'engine', label: 'Engine', engines: (row) => [row.engine] },
      { key: 'country', label: 'Country', value: (row) => row.country },
      { key: 'visibility', label: 'Visibility', rate: (row) => row.visibility },
      { key: 'visibility', label: 'Visibility', format: 'percent', change: (row) => row.visibility.change },
    ],
  }),
  /** The metrics of all tracked brands, highest visibility first. */
  brands: defineTable({
    rows: async (context, filters) => (await getOverview(context, filters)).brandMetrics,
    columns: [
      { key: 'brand', label: 'Brand', value: ({ brand }) => brand.name },
      { key: 'role', label: 'Role', value: ({ brand }) => brand.role },
      { key: 'visibility', label: 'Visibility', rate: (row) => row.visibility },
      { key: 'visibility', label: 'Visibility', format: 'percent', change: (row) => row.visibility.change },
      { key: 'share_of_voice', label: 'Share of voice', rate: (row) => row.shareOfVoice },
      { key: 'position', label: 'Position', mean: (row) => row.position },
      { key: 'first_place', label: 'First-place rate', rate: (row) => row.firstPlace },
      { key: 'citation_rate', label: 'Citation rate', rate: (row) => row.citationRate },
      { key: 'citation_share', label: 'Citation share', rate: (row) => row.citationShare },
      { key: 'sentiment', label: 'Sentiment (−100 to 100)', value: ({ sentiment }) => sentiment.value },
      {
        key: 'sentences',
        label: 'Sentences classified',
        value: ({ sentiment }) => sentiment.positive + sentiment.neutral + sentiment.negative,
      },
    ],
  }),
};
