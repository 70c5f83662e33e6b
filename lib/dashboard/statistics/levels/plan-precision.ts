import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { computeVariance, type NumberVariance } from '#lib/dashboard/statistics/noise/variance';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** Runs that are planned. */
export interface RunPlan {
  /** The segments that are asked. */
  segments: readonly number[];
  /** Number of days, with a run on each. */
  days: number;
  /** Number of answers per segment and run. */
  samples: number;
}

/** The precision that a level would have. */
export interface PlannedPrecision extends NumberVariance {
  /** Half the width of the 95% interval. */
  margin: number;
  /** True if twice as many samples would make the margin less than 10% smaller: more days or prompts help instead. */
  hasEnoughSamples: boolean;
}

const minGain = 0.1;

/** Computes how exactly the level of a period would be known with a plan. */
export function planPrecision(noise: PanelNoise, plan: RunPlan): PlannedPrecision {
  const planned = measurePlan(noise, plan);
  const doubled = measurePlan(noise, { ...plan, samples: 2 * plan.samples });
  return { ...planned, hasEnoughSamples: doubled.margin > (1 - minGain) * planned.margin };
}

function measurePlan(noise: PanelNoise, { segments, days, samples }: RunPlan) {
  const share = 1 / segments.length;
  const engines = new Set(segments.map((segment) => noise.panel.engineIndexes[segment] ?? 0));
  const dayWeights = { current: new Float64Array(days).fill(1), previous: null };
  const weighting = {
    segments,
    shares: new Float64Array(segments.length).fill(share),
    sampling: new Float64Array(segments.length).fill(share ** 2 / (samples * days)),
    days: new Map([...engines].map((engine) => [engine, dayWeights])),
  };
  const precision = computeVariance(noise, weighting, { from: 0, to: days });
  return {
    ...precision,
    margin: getQuantile(precision.degreesOfFreedom) * Math.sqrt(precision.variance),
  };
}
