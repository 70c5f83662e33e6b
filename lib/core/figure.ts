import type { Grade, Interval, Rate } from '#lib/core/rate';

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
  cells: number;
  /** Answers in those cells. */
  answersBefore: number;
  answersNow: number;
  /** Engines left out of both sides because another model serves them now. */
  withoutEngines: readonly string[];
  verdict: Verdict;
}

/** A rate as a screen shows it. */
export interface Figure extends Rate {
  /** The 95% interval by resampling whole prompts; null before there are 5 runs over 5 prompts. */
  clustered: Interval | null;
  grade: Grade;
  /** Null when nothing is compared. */
  change: Change | null;
}

/** A mean as a screen shows it: a position, averaged over the answers that mention the brand. */
export interface MeanFigure {
  mean: number | null;
  /** The answers it is averaged over. */
  answers: number;
  clustered: Interval | null;
  grade: Grade;
  change: Change | null;
}

/**
 * A sentiment as a screen shows it: 100 × (positive − negative) ÷ sentences that mention the brand, from −100 to
 * 100, its interval and change in the same unit. Null without any sentence, never 0.
 */
export interface SentimentFigure {
  value: number | null;
  positive: number;
  neutral: number;
  negative: number;
  clustered: Interval | null;
  grade: Grade;
  change: Change | null;
  /** What classified the sentences. */
  classifier: string;
}

/** The interval to show: by prompts where there is one, else Wilson's; null without data. */
export function intervalOf(figure: Rate & { clustered?: Interval | null }): Interval | null {
  if (figure.clustered) return figure.clustered;
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
