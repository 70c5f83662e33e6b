import { type AnswerPage, readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { type BrandMetrics, computeBrandMetrics } from '#lib/dashboard/analytics/competitors/brand-metrics';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  buildCountryBreakdown,
  buildEngineBreakdown,
  type CountryBreakdownRow,
  type EngineBreakdownRow,
} from '#lib/dashboard/analytics/overview/breakdown';
import {
  buildEngineCountryVisibility,
  type EngineCountryVisibility,
} from '#lib/dashboard/analytics/overview/engine-country';
import { buildHeadline, type HeadlineData } from '#lib/dashboard/analytics/overview/headline';
import { sumAnswerCounts } from '#lib/dashboard/analytics/segments/answer-segments';
import { readDailyCounts } from '#lib/dashboard/analytics/segments/daily-counts';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments } from '#lib/dashboard/analytics/segments/read-segments';
import {
  buildShareOfVoiceOverTime,
  buildVisibilityOverTime,
  type TimeSeries,
} from '#lib/dashboard/analytics/segments/time-series';
import { buildTopSources, readSources, type TopSources } from '#lib/dashboard/analytics/sources/top-sources';
import type { Context } from '#lib/db/context';

/** Everything the overview shows. */
export interface OverviewData {
  headline: HeadlineData;
  visibilityOverTime: TimeSeries;
  shareOfVoiceOverTime: TimeSeries;
  byEngine: EngineBreakdownRow[];
  byCountry: CountryBreakdownRow[];
  byEngineAndCountry: EngineCountryVisibility[];
  brandStandings: BrandMetrics[];
  topSources: TopSources;
  latestAnswers: AnswerPage;
}

/** All questions of the overview at once: five statements, each read once and shared. */
export function getOverview(context: Context, filters: MetricFilters): Promise<OverviewData> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells, brandPrompts } = await readSegments(scope, filters, market);
    const readingDays = readDailyCounts(scope, filters);
    // Computed while the database reads on.
    const ofCells = {
      headline: buildHeadline(market, cells, filters),
      byEngine: buildEngineBreakdown(market, cells, filters),
      byCountry: buildCountryBreakdown(market, cells, filters),
      byEngineAndCountry: buildEngineCountryVisibility(market, cells, filters),
      brandStandings: computeBrandMetrics(market, cells, brandPrompts, filters),
    };
    const days = await readingDays;
    return {
      ...ofCells,
      visibilityOverTime: buildVisibilityOverTime(market, days),
      shareOfVoiceOverTime: buildShareOfVoiceOverTime(market, days),
      topSources: buildTopSources(
        market,
        sumAnswerCounts(cells),
        await readSources(scope, filters, { limit: 10 }),
      ),
      latestAnswers: await readAnswerPage(scope, filters, market.own.id),
    };
  });
}
