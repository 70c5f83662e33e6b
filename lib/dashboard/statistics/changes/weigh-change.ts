import type { DayPair } from '#lib/dashboard/statistics/changes/matched-days';
import type { Weighting } from '#lib/dashboard/statistics/noise/variance';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** The answers of a metric, on which the weights of a change depend. */
type AnsweredSeries = Pick<MetricSeries, 'panel' | 'answers'>;

/** A segment on a pair of days on which it has answers on both sides. */
interface ComparedPair {
  pair: DayPair;
  previousAnswers: number;
  currentAnswers: number;
  weight: number;
}

/** A segment that is compared with itself. */
export interface ComparedSegment {
  segment: number;
  /** o: weights of all compared segments add up to 1. */
  share: number;
  pairs: readonly ComparedPair[];
}

/**
 * Compares segments with themselves: a segment with n1 answers now and n0 before has the weight w = n1n0/(n1+n0), so that
 * one that was added, removed or asked more often changes nothing. With several pairs of days, weights are formed in each
 * and added up.
 */
export function weighSegments(
  series: AnsweredSeries,
  pairs: readonly DayPair[],
  segments: Iterable<number>,
): ComparedSegment[] {
  const compared = [...segments].flatMap((segment) => {
    const own = pairs.flatMap((pair) => comparePair(series, segment, pair));
    return own.length > 0 ? [{ segment, own }] : [];
  });
  const sum = total(compared, ({ own }) => total(own, ({ weight }) => weight));
  return compared.map(({ segment, own }) => ({
    segment,
    share: total(own, ({ weight }) => weight) / sum,
    pairs: own.map((pair) => ({ ...pair, weight: pair.weight / sum })),
  }));
}

function comparePair(series: AnsweredSeries, segment: number, pair: DayPair): ComparedPair[] {
  const previousAnswers = sumDays(series, series.answers, segment, pair.previous);
  const currentAnswers = sumDays(series, series.answers, segment, pair.current);
  if (previousAnswers === 0 || currentAnswers === 0) return [];
  const weight = (currentAnswers * previousAnswers) / (currentAnswers + previousAnswers);
  return [{ pair, previousAnswers, currentAnswers, weight }];
}

function sumDays({ panel }: AnsweredSeries, counts: Float64Array, segment: number, days: readonly number[]) {
  const start = segment * panel.days.length;
  let sum = 0;
  for (const day of days) sum += at(counts, start + day);
  return sum;
}

/** Adds up answers of compared segments. */
export function countCompared(compared: readonly ComparedSegment[]) {
  const count = (read: (pair: ComparedPair) => number) => total(compared, ({ pairs }) => total(pairs, read));
  return {
    previousAnswers: count(({ previousAnswers }) => previousAnswers),
    currentAnswers: count(({ currentAnswers }) => currentAnswers),
  };
}

/**
 * Returns Σoȳ in both periods: averages over segments with the same weights.
 * @param values sums by segment and day, such as `sums` of the series
 */
export function averageCompared(
  series: AnsweredSeries,
  compared: readonly ComparedSegment[],
  values: Float64Array,
): { before: number; after: number } {
  let [before, after] = [0, 0];
  for (const { segment, pairs } of compared) {
    for (const { pair, weight, previousAnswers, currentAnswers } of pairs) {
      before += (weight / previousAnswers) * sumDays(series, values, segment, pair.previous);
      after += (weight / currentAnswers) * sumDays(series, values, segment, pair.current);
    }
  }
  return { before, after };
}

/** Describes the difference of the averages of compared segments, for its variance. */
export function toWeighting(series: AnsweredSeries, compared: readonly ComparedSegment[]): Weighting {
  const { panel } = series;
  const days = new Map<number, { current: Float64Array; previous: Float64Array }>();
  for (const { segment, pairs } of compared) {
    const engine = panel.engineIndexes[segment] ?? 0;
    const own = days.get(engine) ?? {
      current: new Float64Array(panel.days.length),
      previous: new Float64Array(panel.days.length),
    };
    days.set(engine, own);
    for (const { pair, weight, previousAnswers, currentAnswers } of pairs) {
      addDays(series, segment, pair.previous, { target: own.previous, factor: weight / previousAnswers });
      addDays(series, segment, pair.current, { target: own.current, factor: weight / currentAnswers });
    }
  }
  return {
    segments: compared.map(({ segment }) => segment),
    shares: Float64Array.from(compared, ({ share }) => share),
    sampling: Float64Array.from(compared, ({ pairs }) =>
      total(
        pairs,
        ({ weight, previousAnswers, currentAnswers }) =>
          weight ** 2 * (1 / previousAnswers + 1 / currentAnswers),
      ),
    ),
    days,
  };
}

function addDays(
  { panel, answers }: AnsweredSeries,
  segment: number,
  days: readonly number[],
  { target, factor }: { target: Float64Array; factor: number },
): void {
  const start = segment * panel.days.length;
  for (const day of days) add(target, day, factor * at(answers, start + day));
}
