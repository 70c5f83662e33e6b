/** The normal quantile of a two-sided 95% interval. */
export const z95 = 1.959963984540054;

/** A range of plausible values, both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * A share from 0 to 1 with its pooled counts and 95% Wilson interval. If the denominator is 0, value and interval are
 * null: there is no share, rather than a share of 0.
 */
export interface Rate {
  numerator: number;
  denominator: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Computes the rate of two counts with its 95% Wilson score interval (Wilson 1927). */
export function computeRate(numerator: number, denominator: number): Rate {
  if (denominator <= 0) return { numerator, denominator, value: null, low: null, high: null };
  const value = numerator / denominator;
  const spread = z95 ** 2 / denominator;
  const center = (value + spread / 2) / (1 + spread);
  const halfWidth =
    (Math.sqrt((value * (1 - value)) / denominator + spread / (4 * denominator)) * z95) / (1 + spread);
  return {
    numerator,
    denominator,
    value,
    // Rounding must not leave the ends slightly off 0, 1 or the value.
    low: numerator === 0 ? 0 : Math.min(value, Math.max(0, center - halfWidth)),
    high: numerator >= denominator ? value : Math.max(value, Math.min(1, center + halfWidth)),
  };
}

/** The reliability of a metric, by its effective sample size (under 50, under 200, 200 or more) and margin of error. */
export type Grade = 'exploratory' | 'directional' | 'decision-grade';

/**
 * Returns the grade of a metric.
 * @param effectiveAnswers the number of independent answers that would be equally informative
 * @param marginOfError half the width of the 95% interval; above 10 points a share is at most directional
 */
export function getGrade(effectiveAnswers: number, marginOfError = 0): Grade {
  if (effectiveAnswers < 50) return 'exploratory';
  return effectiveAnswers < 200 || marginOfError > 0.1 ? 'directional' : 'decision-grade';
}

/** The meaning of the change of a metric. */
export type Verdict = 'up' | 'down' | 'no clear change' | 'too early' | 'not comparable';

/** Why a change cannot be judged. */
export type VerdictReason =
  | 'no common segments'
  | 'models changed'
  | 'few answers'
  | 'weekdays differ'
  | 'imprecise';

/**
 * The change of a metric from the comparison period: the average over the prompts, engines and countries with answers in both
 * periods, so `current` can differ from the metric itself. In the metric's unit: shares from 0 to 1 for rates, ranks for
 * positions (lower is better), −100 to 100 for sentiment.
 */
export interface Change {
  /** `up` and `down` are those of the number: a position that goes up becomes worse. */
  verdict: Verdict;
  /** For the verdicts “too early” and “not comparable”; otherwise null. */
  reason: VerdictReason | null;
  previous: number | null;
  current: number | null;
  /** `current` − `previous`. */
  difference: number | null;
  /** The interval that decides the verdict; null if it cannot be told. */
  interval: Interval | null;
  /** Probability that the interval contains the true change: 0.95, or 0.9 if it was judged together with other rows. */
  confidence: number;
  /** The dimensions by which the rows differ that it was judged with, such as `engine`; null if it was judged by itself. */
  judgedWith: readonly string[] | null;
  /** Number of rows that were judged together, or 1. */
  rows: number;
  /** Number of prompts, of prompt × engine × country, and of answers that are compared. */
  prompts: number;
  segments: number;
  previousAnswers: number;
  currentAnswers: number;
  /** Engines that are left out of both periods because their model changed. */
  excludedEngines: readonly string[];
}

/** Differences below this are not visible in a rounded share; other metrics have a multiple of it, by their unit. */
export const visibleDifference = 0.005;

interface MetricQuality {
  /** 95% interval, clustered by prompt; null without data. */
  clusteredInterval: Interval | null;
  /** The number of independent answers that would be equally informative (Kish 1965). */
  effectiveAnswers: number;
  grade: Grade;
  /** Null without a comparison. */
  change: Change | null;
}

/** A rate with its quality and change. */
export interface Metric extends Rate, MetricQuality {}

/** The mean position over the answers that mention the brand. */
export interface MeanMetric extends MetricQuality {
  mean: number | null;
  answers: number;
}

/** The aspects of a brand that a sentence can praise or criticize. */
export const aspects = [
  'price',
  'quality',
  'features',
  'ease of use',
  'performance',
  'support',
  'safety',
  'availability',
  'reputation',
  'other',
] as const;
export type Aspect = (typeof aspects)[number];

/** 100 × (positive − negative) ÷ sentences that mention the brand, from −100 to 100; null without sentences. */
export interface SentimentMetric extends MetricQuality {
  value: number | null;
  positive: number;
  neutral: number;
  negative: number;
  /** The language model that classifies sentences, such as "OpenAI gpt-5-mini"; null if none does (see `hasSentiment`). */
  classifier: string | null;
  /** Answers that mention the brand and belong to a segment with at least one classified sentence ÷ answers that mention it. */
  coverage: Rate;
}

/** Returns the clustered interval if there is one, else the Wilson interval; null without data. */
export function getInterval(rate: Rate & { clusteredInterval?: Interval | null }): Interval | null {
  if (rate.clusteredInterval) return rate.clusteredInterval;
  return rate.low === null || rate.high === null ? null : { low: rate.low, high: rate.high };
}

/** A brand as all pages show it. */
export interface TrackedBrand {
  id: string;
  name: string;
  role: 'own' | 'competitor';
  /** 0 for the project's own brand, 1 to 8 for competitors. */
  colorIndex: number;
}

/** A note or an event on a day (YYYY-MM-DD, UTC) that may explain a change of metrics. */
export type Annotation =
  | { kind: 'note'; id: string; day: string; text: string }
  | { kind: 'brands' | 'experiment'; day: string; text: string }
  | { kind: 'prompts'; day: string; added: number; archived: number }
  | { kind: 'model'; day: string; engine: string; before: string; now: string };
