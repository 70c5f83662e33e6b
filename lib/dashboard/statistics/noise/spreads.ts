import { add, at } from '#lib/dashboard/statistics/numeric/arrays';
import type { MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';

/** Below, averages of values would count as exact. */
const minValueSpread = 1e-4;

/** Sums by segment. */
export interface SegmentSums {
  answers: Float64Array;
  sums: Float64Array;
  /** Null for yes or no. */
  squares: Float64Array | null;
}

/** By segment: its smoothed level p and the variance of an answer s. */
export interface Spreads {
  means: Float64Array;
  spreads: Float64Array;
}

/**
 * Estimates the level and the variance of an answer by segment. Two answers at the mean of the engine are added, so that
 * segments without mentions have a variance, too; for yes or no it is p(1−p).
 * @param inflation the number of answers that tell as much as one independent answer (f)
 */
export function estimateSpreads(panel: Panel, sums: SegmentSums, inflation: number): Spreads {
  const means = smoothByEngine(panel, sums.sums, sums.answers, inflation);
  if (sums.squares === null) return { means, spreads: means.map((mean) => mean * (1 - mean)) };
  const squares = smoothByEngine(panel, sums.squares, sums.answers, inflation);
  return {
    means,
    spreads: squares.map((square, segment) => Math.max(minValueSpread, square - at(means, segment) ** 2)),
  };
}

/** Averages of segments, (Y + 2μ)/(N + 2), drawn to the average of their engine. */
function smoothByEngine(
  panel: Panel,
  sums: Float64Array,
  answers: Float64Array,
  inflation: number,
): Float64Array {
  const means = getEngineMeans(panel, sums, answers, inflation);
  return sums.map((sum, segment) => {
    const mean = at(means, panel.engineIndexes[segment] ?? 0);
    return (sum / inflation + 2 * mean) / (at(answers, segment) / inflation + 2);
  });
}

/** Averages of engines, μ = (ΣY + ½)/(ΣN + 1). */
export function getEngineMeans(
  { engines, engineIndexes }: Panel,
  sums: Float64Array,
  answers: Float64Array,
  inflation = 1,
): Float64Array {
  const engineSums = new Float64Array(engines.length).fill(0.5);
  const engineAnswers = new Float64Array(engines.length).fill(1);
  for (const [segment, engine] of engineIndexes.entries()) {
    add(engineSums, engine, at(sums, segment) / inflation);
    add(engineAnswers, engine, at(answers, segment) / inflation);
  }
  return engineSums.map((sum, engine) => sum / at(engineAnswers, engine));
}

/**
 * By segment: how much its answers tell about noise. Nothing if all agree, so for yes or no its unsmoothed variance
 * (corrected for the number of answers) if that is smaller.
 */
export function measureInformation(
  { squares }: Pick<MetricSeries, 'squares'>,
  { answers, sums }: SegmentSums,
  spreads: Float64Array,
  inflation: number,
): Float64Array {
  if (squares !== null) return spreads;
  return spreads.map((spread, segment) => {
    const count = at(answers, segment);
    if (count === 0) return 0;
    const rate = at(sums, segment) / count;
    return Math.min(spread, (rate * (1 - rate)) / Math.max(0.25, 1 - inflation / count));
  });
}
