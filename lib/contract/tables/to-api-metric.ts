import type { ApiChange, ApiMetric, ApiRate, ApiSentiment } from '#lib/contract/tables/metric-schemas';
import {
  type Change,
  type Grade,
  getInterval,
  type Interval,
  type MeanMetric,
  type Metric,
  type Rate,
  type SentimentMetric,
  type TrackedBrand,
  type Verdict,
  type VerdictReason,
} from '#lib/core/metric';
import { noClassifier } from '#lib/core/sentiment';

/** The result of a change in the API. */
const apiResults = {
  up: 'up',
  down: 'down',
  'no clear change': 'no_clear_change',
  'too early': 'too_early',
  'not comparable': 'not_comparable',
} as const satisfies Record<Verdict, ApiChange['result']>;

const apiReasons = {
  'no common segments': 'no_common_segments',
  'models changed': 'models_changed',
  'few answers': 'few_answers',
  'weekdays differ': 'weekdays_differ',
  imprecise: 'imprecise',
} as const satisfies Record<VerdictReason, NonNullable<ApiChange['reason']>>;

/** Returns the verdict in the words that the API has had from the start; `result` says more. */
export function toApiVerdict({ verdict, reason }: Pick<Change, 'verdict' | 'reason'>): ApiChange['verdict'] {
  switch (verdict) {
    case 'up':
    case 'down':
      return 'moved';
    case 'no clear change':
      return 'within_noise';
    case 'too early':
      return 'not_enough_data';
    case 'not comparable':
      return reason === 'models changed' ? 'model_changed' : 'not_enough_data';
  }
}

const apiGrades = {
  exploratory: 'exploratory',
  directional: 'directional',
  'decision-grade': 'decision_grade',
} as const satisfies Record<Grade, ApiMetric['grade']>;

/** Converts a rate, with the interval that the dashboard shows. */
export function toApiRate(rate: Rate & { clusteredInterval?: Interval | null }): ApiRate {
  const { value, numerator, denominator } = rate;
  return { value, ...toBounds(getInterval(rate)), numerator, denominator };
}

/** Converts a rate that is null if nothing was counted. */
export function toApiRateOrEmpty(rate: Rate | null): ApiRate {
  return rate ? toApiRate(rate) : { value: null, low: null, high: null, numerator: 0, denominator: 0 };
}

export function toApiMetric(metric: Metric): ApiMetric {
  return { ...toApiRate(metric), ...toCommonFields(metric) };
}

/** Converts a mean: its numerator is the sum of ranks. */
export function toApiMean(metric: MeanMetric): ApiMetric {
  const { mean, answers, clusteredInterval } = metric;
  const numerator = Math.round((mean ?? 0) * answers);
  return {
    value: mean,
    ...toBounds(clusteredInterval),
    numerator,
    denominator: answers,
    ...toCommonFields(metric),
  };
}

export function toApiSentiment(metric: SentimentMetric): ApiSentiment {
  const { value, positive, neutral, negative, classifier, coverage, clusteredInterval } = metric;
  return {
    value,
    ...toBounds(clusteredInterval),
    numerator: positive - negative,
    denominator: positive + neutral + negative,
    ...toCommonFields(metric),
    positive,
    neutral,
    negative,
    classifier: classifier ?? noClassifier,
    coverage: toApiRate(coverage),
  };
}

/** Returns the columns that name the brand of a row. */
export function toBrandColumns({ id, name, role }: TrackedBrand) {
  return { brandId: id, brand: name, role };
}

function toCommonFields({
  effectiveAnswers,
  grade,
  change,
}: Pick<Metric, 'effectiveAnswers' | 'grade' | 'change'>) {
  return { effectiveAnswers, grade: apiGrades[grade], change: change && toApiChange(change) };
}

export function toApiChange(change: Change): ApiChange {
  const { previous, current, difference, interval, verdict, reason, confidence } = change;
  const { prompts, segments, previousAnswers, currentAnswers, excludedEngines } = change;
  const { judgedWith, rows } = change;
  return {
    previous,
    current,
    difference,
    ...toBounds(interval),
    verdict: toApiVerdict(change),
    result: apiResults[verdict],
    reason: reason && apiReasons[reason],
    confidence,
    judgedWith: judgedWith && [...judgedWith],
    rows,
    prompts,
    segments,
    previousAnswers,
    currentAnswers,
    excludedEngines: [...excludedEngines],
  };
}

function toBounds(interval: Interval | null): Pick<ApiRate, 'low' | 'high'> {
  return { low: interval?.low ?? null, high: interval?.high ?? null };
}
