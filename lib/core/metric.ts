/** The normal quantile of a two-sided 95% interval. */
export const z95 = 1.959963984540054;

/** A range of plausible values, both ends included. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * A share with the counts it was pooled from and its 95% Wilson interval, all between 0 and 1. The three are
 * null together: without a denominator there is no share, which is not the same as a share of 0.
 */
export interface Rate {
  numerator: number;
  denominator: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** How much weight a figure bears (metrics.md, "Noise"): under 50 answers, under 200, and from there on. */
export type Grade = 'exploratory' | 'directional' | 'decision-grade';

/** The rate of two counts with its 95% Wilson score interval (Wilson 1927). */
export function computeRate(numerator: number, denominator: number): Rate {
  if (denominator <= 0) return { numerator, denominator, value: null, low: null, high: null };
  const value = numerator / denominator;
  const spread = z95 ** 2 / denominator;
  const centre = (value + spread / 2) / (1 + spread);
  const half =
    (Math.sqrt((value * (1 - value)) / denominator + spread / (4 * denominator)) * z95) / (1 + spread);
  return {
    numerator,
    denominator,
    value,
    // At the ends rounding could leave a hair beside 0, 1 or the value itself.
    low: numerator === 0 ? 0 : Math.min(value, Math.max(0, centre - half)),
    high: numerator >= denominator ? value : Math.max(value, Math.min(1, centre + half)),
  };
}

/** The grade of a figure that rests on so many answers. */
export function getGrade(answers: number): Grade {
  if (answers < 50) return 'exploratory';
  return answers < 200 ? 'directional' : 'decision-grade';
}

/** What a comparison of two periods comes to (metrics.md, "Noise"). */
export type Verdict = 'moved' | 'within noise' | 'not enough data' | 'engine changed';

/**
 * A figure in the period against the one before it, over the cells (prompt × engine × country) asked in both,
 * so `now` can differ a little from the figure itself. In the figure's own unit: shares from 0 to 1 for rates,
 * ranks for positions (there, less is better).
 */
export interface Change {
  before: number | null;
  now: number | null;
  /** `now` − `before`. */
  difference: number | null;
  /** The 95% interval of the difference. */
  interval: Interval | null;
  /** Cells compared. */
  segments: number;
  /** Answers in those cells. */
  answersBefore: number;
  answersNow: number;
  /** Engines left out of both sides because another model serves them now. */
  excludedEngines: readonly string[];
  verdict: Verdict;
}

/** A rate as a screen shows it. */
export interface Metric extends Rate {
  /** The 95% interval by resampling whole prompts; null before there are 5 runs over 5 prompts. */
  clusteredInterval: Interval | null;
  grade: Grade;
  /** Null when nothing is compared. */
  change: Change | null;
}

/** A mean as a screen shows it: a position, averaged over the answers that mention the brand. */
export interface MeanMetric {
  mean: number | null;
  /** The answers it is averaged over. */
  answers: number;
  clusteredInterval: Interval | null;
  grade: Grade;
  change: Change | null;
}

/**
 * A sentiment as a screen shows it: 100 × (positive − negative) ÷ sentences that mention the brand, from −100 to
 * 100, its interval and change in the same unit. Null without any sentence, never 0.
 */
export interface SentimentMetric {
  value: number | null;
  positive: number;
  neutral: number;
  negative: number;
  clusteredInterval: Interval | null;
  grade: Grade;
  change: Change | null;
  /** What classified the sentences. */
  classifier: string;
}

/** The interval to show: by prompts where there is one, else Wilson's; null without data. */
export function getInterval(figure: Rate & { clusteredInterval?: Interval | null }): Interval | null {
  if (figure.clusteredInterval) return figure.clusteredInterval;
  return figure.low === null || figure.high === null ? null : { low: figure.low, high: figure.high };
}

/** The identity a brand has on every screen. */
export interface TrackedBrand {
  id: string;
  name: string;
  role: 'own' | 'competitor';
  /** 0 for the own brand, 1 to 8 for competitors. */
  hue: number;
}
