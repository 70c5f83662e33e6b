import {
  estimateEngineCorrelation,
  estimatePromptCorrelation,
} from '#lib/dashboard/statistics/noise/correlations';
import {
  type BlockSums,
  collectEvidence,
  type Evidence,
  sumValues,
} from '#lib/dashboard/statistics/noise/evidence';
import { describeRuns, type RunDesign } from '#lib/dashboard/statistics/noise/run-design';
import {
  computeInflation,
  computeSegmentLikelihood,
  type SegmentNoise,
  weighSegmentNoise,
} from '#lib/dashboard/statistics/noise/segment-noise';
import {
  type BrandShifts,
  computeShiftLikelihood,
  weighShiftNoise,
} from '#lib/dashboard/statistics/noise/shift-noise';
import type { Spreads } from '#lib/dashboard/statistics/noise/spreads';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries, Panel } from '#lib/dashboard/statistics/panel/panel';

/** How far a metric of a brand differs by itself: plain data, which is stored as JSON. */
export interface NoiseFit extends SegmentNoise {
  /** Correlation of the segments of a prompt beyond the shifts of their engines. */
  promptCorrelation: number;
  /** Correlation of the shifts of two engines. */
  engineCorrelation: number;
  /** The number of answers that tell as much as one independent answer. */
  inflation: number;
  /** The factor of the sizes of shifts: 1, except for ratios. */
  shiftGain: number;
  /** By engine with answers: its number of segments, and the weights of `shiftGrid`. */
  engines: Record<string, { segments: number; weights: number[] }>;
  /** By key of the segment: the variance of an answer, and its smoothed level. */
  segments: Record<string, { spread: number; mean: number }>;
}

/** What noise needs to know about runs, by array of answers. It is the same for all metrics of the same answers and spans. */
export type RunDesigns = Map<Float64Array, RunDesign>;

/**
 * Estimates the noise of a metric of one or more brands, each with all the others as other brands (at most four).
 * Series that share their array of answers are faster, also in several calls for the same spans with the same `designs`. Null for a brand without answers in the spans.
 * @param spans days that are compared only within a span: `getChangeSpans` or `getLevelSpans`
 */
export function fitNoise(
  brands: readonly MetricSeries[],
  spans: readonly DayRange[],
  designs: RunDesigns = new Map(),
): (NoiseFit | null)[] {
  const prepared = brands.flatMap((series, index) => {
    const design = designs.get(series.answers) ?? describeRuns(series.panel, series.answers, spans);
    designs.set(series.answers, design);
    if (design.segments.length === 0) return [];
    return [{ index, series, design, sums: sumValues(series, design) }];
  });
  // The first estimate of the noise improves the variances of answers from which the second one is made.
  const first = estimateSegments(
    prepared,
    prepared.map(() => 1),
  );
  const second = estimateSegments(
    prepared,
    first.map(({ inflation }) => inflation),
  );
  const shifts = second.map(({ evidence, noise }) => computeShiftLikelihood(evidence, noise));
  const fits: (NoiseFit | null)[] = brands.map(() => null);
  for (const [index, estimate] of second.entries()) {
    const own = shifts[index];
    const brand = prepared[index];
    if (own && brand) fits[brand.index] = combine(estimate, own, without(shifts, index));
  }
  return fits;
}

interface PreparedBrand {
  series: MetricSeries;
  design: RunDesign;
  sums: BlockSums;
}

interface SegmentEstimate {
  evidence: Evidence;
  noise: SegmentNoise;
  inflation: number;
}

const without = <T>(items: readonly T[], index: number) => items.filter((_, other) => other !== index);

function estimateSegments(
  brands: readonly PreparedBrand[],
  inflations: readonly number[],
): SegmentEstimate[] {
  const collected = brands.map(({ series, design, sums }, index) => {
    const evidence = collectEvidence(series, design, sums, inflations[index] ?? 0);
    return { evidence, design, likelihood: computeSegmentLikelihood(evidence) };
  });
  const likelihoods = collected.map(({ likelihood }) => likelihood);
  return collected.map(({ evidence, design, likelihood }, index) => {
    const noise = weighSegmentNoise(likelihood, without(likelihoods, index), design);
    return { evidence, noise, inflation: computeInflation(noise, design) };
  });
}

function combine(
  { evidence, noise, inflation }: SegmentEstimate,
  own: BrandShifts,
  others: readonly BrandShifts[],
): NoiseFit {
  const { design, spreads, means } = evidence;
  const { engines } = design.panel;
  const shiftWeights = new Map(
    design.engines.map(({ engine }) => [engine, weighShiftNoise(engine, own, others)]),
  );
  return {
    weights: noise.weights.map(round),
    scales: noise.scales.map(round),
    degreesOfFreedom: noise.degreesOfFreedom,
    promptCorrelation: estimatePromptCorrelation(evidence, noise),
    engineCorrelation: estimateEngineCorrelation(shiftWeights, own, others),
    inflation,
    shiftGain: evidence.shiftGain,
    engines: Object.fromEntries(
      design.engines.map(({ engine, segments: members }) => [
        engines[engine] ?? '',
        { segments: members.length, weights: (shiftWeights.get(engine) ?? []).map(round) },
      ]),
    ),
    segments: describeSegments(design.panel, { spreads, means }),
  };
}

/** The variance of an answer and the smoothed level by key of the segment. */
export function describeSegments({ segments }: Panel, { spreads, means }: Spreads): NoiseFit['segments'] {
  return Object.fromEntries(
    segments.map(({ key }, segment) => [
      key,
      { spread: round(at(spreads, segment)), mean: round(at(means, segment)) },
    ]),
  );
}

/** Weights below this change no number. */
const minWeight = 1e-12;

/** Keeps nine digits, which halves the size of stored noise. */
function round(value: number): number {
  return Math.abs(value) < minWeight ? 0 : Number(value.toPrecision(9));
}
