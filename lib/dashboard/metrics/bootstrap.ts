import type { Interval } from '#lib/core/rate';

/** What one prompt adds to a ratio of sums. */
export interface Cluster {
  numerator: number;
  denominator: number;
}

/** What one prompt adds to a ratio before and now. */
export interface PairedCluster {
  now: Cluster;
  before: Cluster;
}

/** A difference of two ratios with its spread, from resampling. */
export interface ResampledDifference {
  interval: Interval;
  standardError: number;
}

/** Runs and prompts from which on resampling prompts says more than counting answers does. */
export const leastRuns = 5;
export const leastClusters = 5;
const resamples = 400;

/**
 * The 95% percentile interval of sum(numerator) ÷ sum(denominator) by resampling whole prompts, whose answers
 * resemble one another more than those of different prompts do. The draws are seeded, so the same figures give
 * the same interval. Null with fewer than five prompts or where no resample differs.
 */
export function bootstrapRatio(clusters: readonly Cluster[]): Interval | null {
  const used = sumsOf(clusters.filter((cluster) => cluster.denominator > 0));
  return intervalOfDraws(draws(used.size, (picks) => ratio(picks, used)));
}

/** The same of (now − before), each prompt drawn with both its periods. */
export function bootstrapDifference(clusters: readonly PairedCluster[]): ResampledDifference | null {
  const used = clusters.filter(({ now, before }) => now.denominator > 0 || before.denominator > 0);
  const present = sumsOf(used.map(({ now }) => now));
  const earlier = sumsOf(used.map(({ before }) => before));
  const values = draws(used.length, (picks) => {
    const now = ratio(picks, present);
    const before = ratio(picks, earlier);
    return now === null || before === null ? null : now - before;
  });
  const interval = intervalOfDraws(values);
  if (!interval) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { interval, standardError: Math.sqrt(squares / (values.length - 1)) };
}

/** Clusters laid out for being drawn a hundred thousand times. */
interface Sums {
  size: number;
  numerators: Float64Array;
  denominators: Float64Array;
}

function sumsOf(clusters: readonly Cluster[]): Sums {
  return {
    size: clusters.length,
    numerators: Float64Array.from(clusters, ({ numerator }) => numerator),
    denominators: Float64Array.from(clusters, ({ denominator }) => denominator),
  };
}

function ratio(picks: Uint32Array, { numerators, denominators }: Sums): number | null {
  let numerator = 0;
  let denominator = 0;
  for (let at = 0; at < picks.length; at += 1) {
    const pick = picks[at] ?? 0;
    numerator += numerators[pick] ?? 0;
    denominator += denominators[pick] ?? 0;
  }
  return denominator === 0 ? null : numerator / denominator;
}

/** The statistic of each resample, sorted; empty with too few clusters. */
function draws(clusters: number, statistic: (picks: Uint32Array) => number | null): number[] {
  if (clusters < leastClusters) return [];
  const random = seededRandom(clusters);
  const values: number[] = [];
  const picks = new Uint32Array(clusters);
  for (let draw = 0; draw < resamples; draw += 1) {
    for (let at = 0; at < clusters; at += 1) picks[at] = random() * clusters;
    const value = statistic(picks);
    if (value !== null) values.push(value);
  }
  return values.sort((a, b) => a - b);
}

function intervalOfDraws(sorted: readonly number[]): Interval | null {
  const low = sorted[Math.floor(sorted.length * 0.025)];
  const high = sorted[Math.ceil(sorted.length * 0.975) - 1];
  return low === undefined || high === undefined || low === high ? null : { low, high };
}

/** Uniform numbers in [0, 1) that repeat for a seed (the 32-bit mixer of splitmix). */
function seededRandom(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}
