import { type AnswerPage, readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { type BrandMetrics, computeBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  buildCountryBreakdown,
  buildEngineBreakdown,
  buildEngineCountryVisibility,
  type CountryBreakdownRow,
  type EngineBreakdownRow,
  type EngineCountryVisibility,
} from '#lib/dashboard/analytics/overview/breakdown';
import { buildHeadline, type HeadlineData } from '#lib/dashboard/analytics/overview/headline';
import { sumAnswerCounts } from '#lib/dashboard/analytics/segments/answer-segments';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments } from '#lib/dashboard/analytics/segments/read-segments';
import {
  buildShareOfVoiceOverTime,
  buildVisibilityOverTime,
  readDailyCounts,
  type TimeSeries,
} from '#lib/dashboard/analytics/segments/time-series';
import { buildTopSources, readDomains, type TopSources } from '#lib/dashboard/analytics/sources/top-sources';
import type { Context } from '#lib/db/client';

/** Everything the overview shows. */
export interface OverviewData {
  headline: HeadlineData;
  visibilityOverTime: TimeSeries;
  shareOfVoiceOverTime: TimeSeries;
  byEngine: EngineBreakdownRow[];
  byCountry: CountryBreakdownRow[];
  byEngineAndCountry: EngineCountryVisibility[];
  brandMetrics: BrandMetrics[];
  topSources: TopSources;
  latestAnswers: AnswerPage;
}

/** Returns the data of the overview: five statements, each read once and shared. */
export function getOverview(context: Context, filters: MetricFilters): Promise<OverviewData> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const segmentData = await readSegments(tx, filters, scope);
    const { segments } = segmentData;
    const readingDays = readDailyCounts(tx, filters);
    // Computed while the database reads.
    const metrics = {
      headline: buildHeadline(scope, segments, filters),
      byEngine: buildEngineBreakdown(scope, segments, filters),
      byCountry: buildCountryBreakdown(scope, segments, filters),
      byEngineAndCountry: buildEngineCountryVisibility(scope, segments, filters),
      brandMetrics: computeBrandMetrics(scope, segmentData, filters),
    };
    const days = await readingDays;
    const domains = await readDomains(tx, filters, { limit: 10 });
    return {
      ...metrics,
      visibilityOverTime: buildVisibilityOverTime(scope, days),
      shareOfVoiceOverTime: buildShareOfVoiceOverTime(scope, days),
      topSources: buildTopSources(scope, sumAnswerCounts(segments), domains),
      latestAnswers: await readAnswerPage(tx, filters, scope.selectedBrand.id),
    };
  });
}
