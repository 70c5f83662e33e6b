import { type Change, getGrade, type Interval, type SentimentMetric } from '#lib/core/metric';
import {
  computeMeanMetric,
  type MetricContext,
  type MetricCounts,
  type MetricRow,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metrics';
import { sentimentClassifier } from '#lib/dashboard/scoring/sentiment';

/** A sentiment over rows, with its counts. */
export function computeSentimentMetric(
  rows: readonly MetricRow[],
  terms: MetricContext,
  change: Change | null,
): SentimentMetric {
  const {
    mean,
    answers: sentences,
    clusteredInterval,
  } = computeMeanMetric(metricDefinitions.sentiment, rows, terms, change);
  const sum = (count: keyof MetricCounts) => rows.reduce((total, { all }) => total + all[count], 0);
  const positive = sum('positive');
  const negative = sum('negative');
  return {
    value: mean === null ? null : 100 * mean,
    positive,
    neutral: sentences - positive - negative,
    negative,
    clusteredInterval: clusteredInterval && toHundreds(clusteredInterval),
    grade: getGrade(sum('mentioned')),
    change: change && {
      ...change,
      before: change.before === null ? null : 100 * change.before,
      now: change.now === null ? null : 100 * change.now,
      difference: change.difference === null ? null : 100 * change.difference,
      interval: change.interval && toHundreds(change.interval),
    },
    classifier: sentimentClassifier,
  };
}

function toHundreds({ low, high }: Interval): Interval {
  return { low: 100 * low, high: 100 * high };
}
