import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

/** Daily counts of a ratio A/B, such as citations of a brand ÷ all citations. Positions as in `MetricSeries`. */
export interface RatioSeries {
  panel: Panel;
  answers: Float64Array;
  /** A */
  parts: Float64Array;
  /** B */
  wholes: Float64Array;
  /** True for sentiment, where A is positive − negative sentences. */
  isSigned: boolean;
}

/** The size that all limits of verdicts are multiples of: a signed ratio has twice the range. */
export function getRatioUnit({ isSigned }: Pick<RatioSeries, 'isSigned'>): number {
  return isSigned ? 2 : 1;
}

/** The ratio of a set of segments in a span, and how many things are counted per answer. */
export interface SpanRatio {
  ratio: number;
  perAnswer: number;
}

/** Divides sums; without any counted thing, the ratio is 0. */
export function toSpanRatio(parts: number, wholes: number, answers: number): SpanRatio {
  return wholes > 0 ? { ratio: parts / wholes, perAnswer: wholes / answers } : { ratio: 0, perAnswer: 1 };
}

/**
 * Turns a ratio into an average whose noise is the same: each answer has the value (A − R·B) ÷ (ΣB/Σn), where R = ΣA/ΣB
 * is the ratio of the span.
 */
export function linearize(series: RatioSeries, spans: readonly DayRange[]): MetricSeries {
  const { panel, answers, parts, wholes, isSigned } = series;
  const sums = new Float64Array(answers.length);
  const squares = new Float64Array(answers.length);
  let last = 0;
  for (const span of spans) {
    const add = (counts: Float64Array) => total(sumDays(panel, counts, [span]), (count) => count);
    const { ratio, perAnswer } = toSpanRatio(add(parts), add(wholes), add(answers));
    last = ratio;
    for (let segment = 0; segment < panel.segments.length; segment += 1) {
      for (let day = span.from; day < span.to; day += 1) {
        const index = segment * panel.days.length + day;
        const count = at(answers, index);
        if (count === 0) continue;
        const value = (at(parts, index) - ratio * at(wholes, index)) / perAnswer;
        sums[index] = value;
        squares[index] = value ** 2 / count;
      }
    }
  }
  const ratioSpread = isSigned ? (1 - last ** 2) / 2 : last * (1 - last);
  return { panel, answers, sums, squares, unit: getRatioUnit(series), ratioSpread };
}
