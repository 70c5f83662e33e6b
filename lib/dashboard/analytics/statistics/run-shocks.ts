import { type Cluster, sumClusters } from '#lib/dashboard/analytics/statistics/clusters';

/** The counts of one engine, over all prompts or over one segment, in one period. */
export interface EngineCounts extends Cluster {
  engine: string;
  isCurrent: boolean;
}

export interface DayCounts extends EngineCounts {
  /** YYYY-MM-DD. */
  day: string;
}

/** The variance of a change that comes from deviations that all answers of a day share. */
export interface RunVariance {
  variance: number;
  /** The part of it that comes from individual answers, which the variance of prompts or segments includes, too. */
  answerVariance: number;
  degreesOfFreedom: number;
}

interface EnginePeriod {
  /** The effect of each day's answers on the ratio of the period: positive if they raise it. The effects add up to 0. */
  deviations: Float64Array;
  answerVariance: number;
}

/**
 * The daily deviations of engines from the ratio of the period, such as when their sources change for a few days. The
 * answers of a day, usually of one run, are a second kind of cluster besides prompts (Cameron, Gelbach and Miller, Journal
 * of Business & Economic Statistics 29, 2011).
 */
export class RunShocks {
  readonly #periods: { dayCount: number; engines: Map<string, EnginePeriod> }[];

  /** @param segments the counts of all segments, for `answerVariance`, which is meaningful only for rates */
  constructor(days: readonly DayCounts[], segments: readonly EngineCounts[]) {
    this.#periods = [true, false].map((isCurrent) =>
      measurePeriod(
        days.filter((day) => day.isCurrent === isCurrent),
        segments.filter((segment) => segment.isCurrent === isCurrent),
      ),
    );
  }

  /**
   * Returns the variance that the deviations of days add to a change.
   * @param weights the weight of each engine in the change; they add up to 1
   * @param autocorrelation the autocorrelation of consecutive days
   */
  getVariance(weights: ReadonlyMap<string, number>, autocorrelation: number): RunVariance {
    const total = { variance: 0, answerVariance: 0, degreesOfFreedom: 0 };
    for (const { dayCount, engines } of this.#periods) {
      const varianceInflation = getVarianceInflation(autocorrelation, dayCount);
      if (dayCount <= varianceInflation) continue;
      // The deviations of correlated days from their own mean underestimate the variance.
      const factor = (varianceInflation * dayCount) / (dayCount - varianceInflation);
      const sums = new Float64Array(dayCount);
      for (const [engine, weight] of weights) {
        const measured = engines.get(engine);
        if (!measured) continue;
        total.answerVariance += weight ** 2 * measured.answerVariance * varianceInflation;
        for (const [day, deviation] of measured.deviations.entries()) {
          sums[day] = (sums[day] ?? 0) + weight * deviation;
        }
      }
      total.variance += factor * sums.reduce((sum, value) => sum + value ** 2, 0);
      total.degreesOfFreedom += dayCount / varianceInflation - 1;
    }
    return total;
  }
}

function measurePeriod(allDays: readonly DayCounts[], segments: readonly EngineCounts[]) {
  const days = allDays.filter(({ denominator }) => denominator > 0);
  const indexes = new Map([...new Set(days.map(({ day }) => day))].map((day, index) => [day, index]));
  const segmentsByEngine = Map.groupBy(segments, ({ engine }) => engine);
  const engines = new Map<string, EnginePeriod>();
  for (const [engine, engineDays] of Map.groupBy(days, (day) => day.engine)) {
    const { numerator, denominator } = sumClusters(engineDays);
    const deviations = new Float64Array(indexes.size);
    for (const day of engineDays) {
      const deviation = (day.numerator - (numerator / denominator) * day.denominator) / denominator;
      deviations[indexes.get(day.day) ?? 0] = deviation;
    }
    const variances = (segmentsByEngine.get(engine) ?? []).map((segment) =>
      segment.denominator === 0 ? 0 : segment.numerator * (1 - segment.numerator / segment.denominator),
    );
    const answerVariance = variances.reduce((sum, variance) => sum + variance, 0) / denominator ** 2;
    engines.set(engine, { deviations, answerVariance });
  }
  return { dayCount: indexes.size, engines };
}

/** Returns the factor by which autocorrelation increases the variance of a mean of `count` consecutive values. */
export function getVarianceInflation(autocorrelation: number, count: number): number {
  let varianceInflation = 1;
  for (let lag = 1; lag < count; lag += 1)
    varianceInflation += 2 * (1 - lag / count) * autocorrelation ** lag;
  return varianceInflation;
}

/**
 * Estimates the correlation of consecutive values of several series around their own means, averaged and corrected for
 * its bias (Kendall, Biometrika 41, 1954).
 * @returns from 0 to 0.9
 */
export function estimateAutocorrelation(series: Iterable<readonly number[]>): number {
  const sums = { products: 0, squares: 0, values: 0, series: 0 };
  for (const values of series) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    let previous = 0;
    for (const value of values) {
      const deviation = value - mean;
      sums.products += deviation * previous;
      sums.squares += deviation ** 2;
      previous = deviation;
    }
    sums.values += values.length;
    sums.series += 1;
  }
  if (sums.squares === 0) return 0;
  const correlation = sums.products / sums.squares;
  return Math.min(0.9, Math.max(0, correlation + ((1 + 3 * correlation) * sums.series) / sums.values));
}
