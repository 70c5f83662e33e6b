import type { Change, SentimentFigure } from '#lib/core/figure';
import { gradeOf, type Interval } from '#lib/core/rate';
import {
  type Counts,
  meanFigureOf,
  measures,
  type Observed,
  type Terms,
} from '#lib/dashboard/analytics/measures';
import { sentimentClassifier } from '#lib/dashboard/scoring/sentiment';

/** A sentiment over rows, with its counts. */
export function sentimentFigureOf(
  rows: readonly Observed[],
  terms: Terms,
  change: Change | null,
): SentimentFigure {
  const { mean, answers: sentences, clustered } = meanFigureOf(measures.sentiment, rows, terms, change);
  const sum = (count: keyof Counts) => rows.reduce((total, { all }) => total + all[count], 0);
  const positive = sum('positive');
  const negative = sum('negative');
  return {
    value: mean === null ? null : 100 * mean,
    positive,
    neutral: sentences - positive - negative,
    negative,
    clustered: clustered && inHundreds(clustered),
    grade: gradeOf(sum('mentioned')),
    change: change && {
      ...change,
      before: change.before === null ? null : 100 * change.before,
      now: change.now === null ? null : 100 * change.now,
      difference: change.difference === null ? null : 100 * change.difference,
      interval: change.interval && inHundreds(change.interval),
    },
    classifier: sentimentClassifier,
  };
}

function inHundreds({ low, high }: Interval): Interval {
  return { low: 100 * low, high: 100 * high };
}
