import type { VariableMetric } from '#lib/core/report-variables';

export const metricLabels: Readonly<Record<VariableMetric, string>> = {
  visibility: 'Visibility',
  share_of_voice: 'Share of voice',
  position: 'Position',
  first_place: 'First-place rate',
  citation_rate: 'Citation rate',
  citation_share: 'Citation share',
  sentiment: 'Sentiment',
};
