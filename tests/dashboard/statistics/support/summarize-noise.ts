import { dayCorrelations } from '#lib/dashboard/statistics/noise/day-correlation';
import type { NoiseFit } from '#lib/dashboard/statistics/noise/fit-noise';
import { segmentGrid, shiftGrid } from '#lib/dashboard/statistics/noise/grids';
import { total } from '#lib/dashboard/statistics/numeric/arrays';

/** Summarizes fitted noise as the vectors do. */
export function summarizeNoise(fit: NoiseFit) {
  const heaviest = fit.weights.indexOf(Math.max(...fit.weights));
  const point = segmentGrid[heaviest];
  const spreads = Object.values(fit.segments).map(({ spread }) => spread);
  return {
    meanSpread: total(spreads, (spread) => spread) / spreads.length,
    inflation: fit.inflation,
    degreesOfFreedom: fit.degreesOfFreedom,
    meanA: total(
      segmentGrid.entries(),
      ([index, { commonShare }]) => (fit.weights[index] ?? 0) * commonShare,
    ),
    meanScale: total(fit.weights.entries(), ([index, weight]) => weight * (fit.scales[index] ?? 0)),
    mode: [point?.commonShare, dayCorrelations[point?.correlation ?? 0] ?? 0, fit.weights[heaviest] ?? 0],
    promptCorrelation: fit.promptCorrelation,
    engineCorrelation: fit.engineCorrelation,
    gain: fit.shiftGain,
    engines: Object.fromEntries(
      Object.entries(fit.engines).map(([engine, { weights }]) => [engine, summarizeShifts(weights)]),
    ),
  };
}

/** The weight of no shift, the mean of τ², and that of shifts that last. */
function summarizeShifts(weights: readonly number[]): number[] {
  const expectSquare = (isCounted: (correlation: number) => boolean) =>
    total(shiftGrid.entries(), ([index, { size, correlation }]) =>
      isCounted(correlation) ? (weights[index] ?? 0) * size ** 2 : 0,
    );
  return [weights[0] ?? 0, expectSquare(() => true), expectSquare((correlation) => correlation > 0)];
}
