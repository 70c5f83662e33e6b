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
export function wilson(numerator: number, denominator: number): Rate {
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
export function gradeOf(answers: number): Grade {
  if (answers < 50) return 'exploratory';
  return answers < 200 ? 'directional' : 'decision-grade';
}
