import { describe, expect, test } from 'vitest';
import { dayCorrelations } from '#lib/dashboard/statistics/noise/day-correlation';
import { fitNoise, type NoiseFit } from '#lib/dashboard/statistics/noise/fit-noise';
import { segmentGrid, shiftGrid } from '#lib/dashboard/statistics/noise/grids';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { readVectorSeries } from '#tests/dashboard/statistics/support/read-vector-series';
import { expectResult, hasVectors, listVectors, vectorsTitleSuffix } from '#tests/support/statistics-vectors';

describe.runIf(hasVectors)(`noise${vectorsTitleSuffix}`, () => {
  test.each(listVectors('noise'))('%s', (_, vector) => {
    const { series, brands, spans } = readVectorSeries(vector);
    const [fit] = fitNoise(brands, spans);
    expect(fit).toBeTruthy();
    if (fit) expectResult(summarize(fit, series), vector);
  });
});

function summarize(fit: NoiseFit, { panel }: MetricSeries) {
  const heaviest = fit.weights.indexOf(Math.max(...fit.weights));
  const point = segmentGrid[heaviest];
  const spreads = panel.segments.map(({ key }) => fit.segments[key]?.spread ?? 0);
  return {
    meanSpread: total(spreads, (spread) => spread) / spreads.length,
    inflation: fit.inflation,
    degreesOfFreedom: fit.degreesOfFreedom,
    meanA: total(segmentGrid.entries(), ([index, { commonShare }]) => at(fit.weights, index) * commonShare),
    meanScale: total(fit.weights.entries(), ([index, weight]) => weight * at(fit.scales, index)),
    mode: [point?.commonShare, at(dayCorrelations, point?.correlation ?? 0), at(fit.weights, heaviest)],
    promptCorrelation: fit.promptCorrelation,
    engineCorrelation: fit.engineCorrelation,
    engines: Object.fromEntries(
      Object.entries(fit.engines).map(([engine, { weights }]) => {
        const expectSquare = (isCounted: (correlation: number) => boolean) =>
          total(shiftGrid.entries(), ([index, { size, correlation }]) =>
            isCounted(correlation) ? at(weights, index) * size ** 2 : 0,
          );
        return [
          engine,
          [at(weights, 0), expectSquare(() => true), expectSquare((correlation) => correlation > 0)],
        ];
      }),
    ),
  };
}
