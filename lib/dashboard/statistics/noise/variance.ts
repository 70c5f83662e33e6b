import { correlateDays } from '#lib/dashboard/statistics/noise/day-correlation';
import { segmentGrid, shiftGrid } from '#lib/dashboard/statistics/noise/grids';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { add, addScaled, at, clamp, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';

const minDegreesOfFreedom = 3;
const maxDegreesOfFreedom = 10_000;

/** An engine has shifts that its segments have in common if it has as many segments. */
const minShiftSegments = 2;

/** How a number is made from answers: a weighted average of a period, or the difference of two. */
export interface Weighting {
  segments: readonly number[];
  /** By position in `segments`: weights with the sum 1 (o). */
  shares: Float64Array;
  /** By position in `segments`: o² ÷ the number of answers, added up over both periods of a difference. */
  sampling: Float64Array;
  /** By index of the engine: the weights of the days. */
  days: ReadonlyMap<number, DayWeights>;
}

/** Weights of days in the periods of a number; only their proportions matter. */
export interface DayWeights {
  current: Float64Array;
  /** Null for a level. */
  previous: Float64Array | null;
}

export interface NumberVariance {
  variance: number;
  degreesOfFreedom: number;
}

/**
 * The variance of a number and how well it is known. It has two parts: V = E V(a, φ) + g ΣU. The first comes from the
 * segments: c(1 + ι(m̃−1)) Σ_engines [(1−a) Σo²s/N + a q(φ) Σo²s]. The second comes from the shifts of engines:
 * U = τ² q(φ) (Σos)², with g for their correlation. q(φ) is the variance of the weighted days.
 * @param wholePeriod for a level: shifts that last belong to the period, so that only their difference between the days
 * with answers and all days counts
 */
export function computeVariance(
  noise: PanelNoise,
  weighting: Weighting,
  wholePeriod?: DayRange,
): NumberVariance {
  const byEngine = groupByEngine(noise, weighting);
  const inflation = 1 + noise.fit.promptCorrelation * (countPerPrompt(noise, weighting) - 1);
  const segments = computeSegmentVariance(noise, byEngine, inflation);
  const shifts = computeShiftVariance(noise, byEngine, wholePeriod);
  const variance = segments.mean + shifts.mean;
  const uncertainty =
    segments.variance +
    (2 / noise.fit.degreesOfFreedom) * segments.meanSquare +
    shifts.standardDeviation ** 2;
  return {
    variance,
    degreesOfFreedom: clamp(
      (2 * variance ** 2) / Math.max(1e-300, uncertainty),
      minDegreesOfFreedom,
      maxDegreesOfFreedom,
    ),
  };
}

/** The segments of one engine in a number. */
interface EnginePart {
  name: string;
  days: DayWeights;
  /** By φ: the variance of the weighted days, q(φ). */
  dayVariances: Float64Array;
  /** Σo²s/N */
  sampling: number;
  /** Σo²s */
  squares: number;
  /** Σos */
  spread: number;
}

function groupByEngine({ panel, spreads }: PanelNoise, weighting: Weighting): EnginePart[] {
  const parts = new Map<number, EnginePart>();
  for (const [position, segment] of weighting.segments.entries()) {
    const engine = panel.engineIndexes[segment] ?? 0;
    const days = weighting.days.get(engine);
    if (!days) continue;
    const part = parts.get(engine) ?? {
      name: panel.engines[engine] ?? '',
      days,
      dayVariances: correlateDays(combineDays(days)),
      sampling: 0,
      squares: 0,
      spread: 0,
    };
    parts.set(engine, part);
    const share = at(weighting.shares, position);
    const spread = at(spreads, segment);
    part.sampling += at(weighting.sampling, position) * spread;
    part.squares += share ** 2 * spread;
    part.spread += share * spread;
  }
  return [...parts.values()];
}

/** The weights of the current period with the sum 1, minus those of the previous one. */
function combineDays({ current, previous }: DayWeights): Float64Array {
  const combined = new Float64Array(current.length);
  addScaled(combined, current, 1 / total(current, (weight) => weight));
  if (previous) addScaled(combined, previous, -1 / total(previous, (weight) => weight));
  return combined;
}

/** m̃: the number of segments that a prompt has on average, Σ_prompts (Σo√s)² / Σo²s. */
function countPerPrompt({ panel, spreads }: PanelNoise, { segments, shares }: Weighting): number {
  const sums = new Map<number, number>();
  let squares = 0;
  for (const [position, segment] of segments.entries()) {
    const value = at(shares, position) * Math.sqrt(at(spreads, segment));
    const prompt = panel.promptIndexes[segment] ?? 0;
    sums.set(prompt, (sums.get(prompt) ?? 0) + value);
    squares += value ** 2;
  }
  return total(sums.values(), (sum) => sum ** 2) / Math.max(1e-12, squares);
}

/** Mean, mean square and variance over the segment grid. */
function computeSegmentVariance({ fit }: PanelNoise, engines: readonly EnginePart[], inflation: number) {
  const sampling = total(engines, (engine) => engine.sampling);
  const correlated = new Float64Array(engines[0]?.dayVariances.length ?? 0);
  for (const { dayVariances, squares } of engines) addScaled(correlated, dayVariances, squares);
  let [mean, meanSquare] = [0, 0];
  for (const [point, { commonShare, correlation }] of segmentGrid.entries()) {
    const variance =
      inflation *
      (fit.scales[point] ?? 0) *
      ((1 - commonShare) * sampling + commonShare * at(correlated, correlation));
    mean += (fit.weights[point] ?? 0) * variance;
    meanSquare += (fit.weights[point] ?? 0) * variance ** 2;
  }
  return { mean, meanSquare, variance: Math.max(0, meanSquare - mean ** 2) };
}

/** Mean and standard deviation over the shift grid; engines that shift together add more than their sum. */
function computeShiftVariance(
  { fit }: PanelNoise,
  engines: readonly EnginePart[],
  wholePeriod: DayRange | undefined,
) {
  let [mean, roots, deviations] = [0, 0, 0];
  for (const engine of engines) {
    const own = fit.engines[engine.name];
    if (!own || own.segments < minShiftSegments) continue;
    const dayVariances = wholePeriod ? compareWithPeriod(engine, wholePeriod) : engine.dayVariances;
    const factor = (fit.shiftGain * engine.spread) ** 2;
    let [ownMean, meanSquare] = [0, 0];
    for (const [point, { size, correlation }] of shiftGrid.entries()) {
      const variance = factor * size ** 2 * at(dayVariances, correlation);
      const weight = own.weights[point] ?? 0;
      ownMean += weight * variance;
      meanSquare += weight * variance ** 2;
    }
    mean += ownMean;
    roots += Math.sqrt(ownMean);
    deviations += Math.sqrt(Math.max(0, meanSquare - ownMean ** 2));
  }
  const together = mean > 0 ? 1 + fit.engineCorrelation * (roots ** 2 / mean - 1) : 1;
  return { mean: together * mean, standardDeviation: together * deviations };
}

/** q(φ) of the days with answers against all days of the period; for φ = 0, shifts of single runs do not belong to it. */
function compareWithPeriod({ days, dayVariances }: EnginePart, { from, to }: DayRange): Float64Array {
  const all = new Float64Array(days.current.length);
  for (let day = from; day < to; day += 1) add(all, day, 1);
  const differences = correlateDays(combineDays({ current: days.current, previous: all }));
  return differences.map((difference, index) =>
    index === 0 ? at(dayVariances, index) : Math.max(0, difference),
  );
}
