import type { z } from 'zod';
import { defaultPageSize, type FilterQuery, type timeSeriesQuerySchema } from '#lib/contract/metrics/queries';
import type { timeSeriesSchema } from '#lib/contract/metrics/results';
import { toApiPage } from '#lib/contract/tables/api-row';
import { brandsTable } from '#lib/contract/tables/brands';
import { toApiRate, toApiRateOrEmpty, toBrandColumns } from '#lib/contract/tables/to-api-metric';
import { getMetricsOverTime } from '#lib/dashboard/analytics/overview/metrics-over-time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { paginate } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import type { Context } from '#lib/db/context';

/** Reads the metrics of every tracked brand, highest visibility first, as the overview shows them. */
export function readSummary(context: Context, query: FilterQuery) {
  return readMetrics(context, query, async ({ tx, filters, envelope }) => {
    const { headline, brandMetrics } = await getOverview(tx, filters);
    const { answers, withReportedCitations = answers, previousAnswers, promptCount, runCount } = headline;
    const { triggerRate, isFictional, fictional } = headline;
    return {
      ...envelope,
      answers,
      answersWithReportedCitations: withReportedCitations,
      previousAnswers,
      prompts: promptCount,
      runs: runCount,
      isFictional,
      fictionalAnswers: isFictional ? answers : (fictional?.count ?? 0),
      triggerRate: toApiRate(triggerRate),
      rows: brandMetrics,
      total: brandMetrics.length,
      nextCursor: null,
    };
  });
}

/** Returns the metrics of every tracked brand, as the API has them. */
export const getSummary = async (context: Context, query: FilterQuery) =>
  toApiPage(brandsTable, await readSummary(context, query));

/** Returns a page of the metrics of every tracked brand by day, week or month, oldest first. */
export function getTimeSeries(
  context: Context,
  { interval = 'day', ...query }: z.output<typeof timeSeriesQuerySchema>,
): Promise<z.infer<typeof timeSeriesSchema>> {
  const request = { ...query, interval, compare: 'none' } as const;
  return readMetrics(context, request, async ({ tx, filters, after, envelope, formatNext }) => {
    const rows = await getMetricsOverTime(tx, filters, interval);
    const { limit = defaultPageSize } = query;
    const page = paginate(rows, ({ period, brand }) => `${period.from} ${brand.id}`, { after, limit });
    return {
      ...envelope,
      data: page.rows.map(({ period, brand, metrics }) => ({
        ...period,
        ...toBrandColumns(brand),
        visibility: toApiRateOrEmpty(metrics.visibility),
        shareOfVoice: toApiRateOrEmpty(metrics.shareOfVoice),
        position: toApiRateOrEmpty(metrics.position),
        trackedPosition: toApiRateOrEmpty(metrics.trackedPosition),
        firstPlace: toApiRateOrEmpty(metrics.firstPlace),
        citationRate: toApiRateOrEmpty(metrics.citationRate),
        citationShare: toApiRateOrEmpty(metrics.citationShare),
        sentiment: toSentimentScale(toApiRateOrEmpty(metrics.sentiment)),
      })),
      total: rows.length,
      nextCursor: formatNext(page.last),
    };
  });
}

/** Scales a sentiment to −100 to 100, as in every other response. */
function toSentimentScale<R extends { value: number | null }>(rate: R): R {
  return { ...rate, value: rate.value === null ? null : 100 * rate.value };
}
