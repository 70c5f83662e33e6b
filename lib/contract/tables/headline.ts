import { defineTable, rowType } from '#lib/contract/tables/define-table';
import {
  type Change,
  getInterval,
  type Interval,
  type MeanMetric,
  type Metric,
  type SentimentMetric,
} from '#lib/core/metric';
import { hasSentiment } from '#lib/core/sentiment';

/** A metric of a brand in the metric's unit: shares from 0 to 1, ranks, or −100 to 100 for sentiment. */
interface HeadlineRow {
  label: string;
  brand: string;
  value: number | null;
  interval: Interval | null;
  numerator: number | null;
  denominator: number;
  /** The unit of the denominator, in the singular: "answer". */
  unit: string;
  effectiveAnswers: number;
  change: Change | null;
}

interface HeadlineMetrics {
  brand: { name: string };
  visibility: Metric;
  shareOfVoice: Metric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  position: MeanMetric;
  trackedPosition?: MeanMetric;
  sentiment: SentimentMetric;
}

/** Returns the rows of the table: one for each metric, also without a value; none for sentiment without a language model. */
export function listHeadlineRows({
  brand,
  position,
  trackedPosition,
  sentiment,
  ...rates
}: HeadlineMetrics): HeadlineRow[] {
  const toRow = (label: string, rate: Metric, unit: string) => ({
    ...rate,
    label,
    unit,
    interval: getInterval(rate),
  });
  const toMeanRow = (label: string, mean: MeanMetric) => ({
    ...mean,
    label,
    unit: 'answer',
    value: mean.mean,
    interval: mean.clusteredInterval,
    numerator: null,
    denominator: mean.answers,
  });
  const rows = [
    toRow('Visibility', rates.visibility, 'answer'),
    toRow('Share of voice', rates.shareOfVoice, 'brand mention'),
    toRow('First-place rate', rates.firstPlace, 'answer'),
    toRow('Citation rate', rates.citationRate, 'answer'),
    toRow('Citation share', rates.citationShare, 'citation'),
    toMeanRow('Position', position),
    ...(trackedPosition ? [toMeanRow('Position among tracked brands', trackedPosition)] : []),
    ...(hasSentiment(sentiment)
      ? [
          {
            ...sentiment,
            label: 'Sentiment',
            unit: 'sentence',
            interval: sentiment.clusteredInterval,
            numerator: sentiment.positive - sentiment.negative,
            denominator: sentiment.positive + sentiment.neutral + sentiment.negative,
          },
        ]
      : []),
  ];
  return rows.map((row) => ({ ...row, brand: brand.name }));
}

export const headlineTable = defineTable({
  name: 'headline',
  title: 'Headline metrics',
  description: 'The metrics of the selected brand, with their precision and change.',
  row: rowType<HeadlineRow>(),
  columns: [
    { key: 'metric', label: 'Metric', value: ({ label }) => label },
    { key: 'brand', label: 'Brand', surfaces: ['file'], value: ({ brand }) => brand },
    { key: 'value', label: 'Value', type: 'number', surfaces: ['file'], value: ({ value }) => value },
    {
      key: 'low',
      label: '95% interval low',
      type: 'number',
      surfaces: ['file'],
      value: ({ interval }) => interval?.low,
    },
    {
      key: 'high',
      label: '95% interval high',
      type: 'number',
      surfaces: ['file'],
      value: ({ interval }) => interval?.high,
    },
    {
      key: 'numerator',
      label: 'Numerator',
      type: 'count',
      surfaces: ['file'],
      value: ({ numerator }) => numerator,
    },
    {
      key: 'denominator',
      label: 'Based on',
      fileLabel: 'Denominator',
      type: 'count',
      value: ({ denominator }) => denominator,
    },
    {
      key: 'effectiveAnswers',
      label: 'Tells as much as',
      description: 'The number of independent answers that would tell as much',
      type: 'count',
      surfaces: ['page'],
      value: ({ effectiveAnswers }) => Math.round(effectiveAnswers),
    },
    {
      key: 'precision',
      label: 'Precision',
      description: 'How far the true value of the tracked prompts is from this one at most, most likely',
      type: 'number',
      surfaces: ['page'],
      value: ({ interval }) => interval && (interval.high - interval.low) / 2,
    },
    {
      key: 'interval',
      label: '95% interval',
      description: 'Contains the true value of the tracked prompts with a probability of 95%',
      surfaces: ['page'],
      value: ({ interval }) => interval && `${interval.low} to ${interval.high}`,
    },
    { key: 'change', fileKey: 'value', label: 'Value', surfaces: ['file'], change: ({ change }) => change },
  ],
});
