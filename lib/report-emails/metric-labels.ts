import type { FigureMetric } from '#lib/core/figures';

export const metricLabels: Readonly<Record<FigureMetric, string>> = {
  visibility: 'Visibility',
  share_of_voice: 'Share of voice',
  position: 'Position',
  first_place: 'First-place rate',
  citation_rate: 'Citation rate',
  citation_share: 'Citation share',
  sentiment: 'Sentiment',
};
