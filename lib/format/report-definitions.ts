import type { ReportData } from '#lib/dashboard/reports/report-data';
import {
  describeBrandMetrics,
  describeCompetitorMetrics,
  describeDomainMetrics,
  type MetricDescription,
} from '#lib/format/metric-descriptions';

/** Describes the metrics of a report, for readers who cannot open the info popovers of its sections. */
export function listDefinitions({ overview }: Pick<ReportData, 'overview'>): MetricDescription[] {
  const { brand, sentiment, sentimentLanguages } = overview.headline;
  const metrics = describeBrandMetrics(brand.name);
  return [
    { metric: 'Visibility', description: metrics.visibility },
    { metric: 'Share of voice', description: metrics.shareOfVoice },
    { metric: 'Position', description: metrics.position },
    { metric: 'Citation rate', description: metrics.citationRate },
    { metric: 'Citation share', description: metrics.citationShare },
    { metric: 'Sentiment', description: metrics.sentiment(sentiment, sentimentLanguages) },
    { metric: 'Citation share of a domain', description: describeDomainMetrics('the domain').citationShare },
  ];
}

/** Describes how every metric of a report and its precision are computed, for its disclosure. */
export function listMethods(data: Pick<ReportData, 'overview'>): MetricDescription[] {
  const { brand } = data.overview.headline;
  return [
    ...listDefinitions(data),
    { metric: 'First-place rate', description: describeCompetitorMetrics(brand.name).firstPlace },
    { metric: 'Trigger rate', description: describeBrandMetrics(brand.name).triggered },
  ];
}
