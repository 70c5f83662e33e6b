import { type Interval, z95 } from '#lib/core/metric';
import { studentTQuantile95 } from '#lib/dashboard/analytics/statistics/significance';

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
  /** Degrees of freedom. */
  degreesOfFreedom: number;
}

/** Runs and prompts from which on resampling prompts says more than counting answers does. */
export const minRuns = 5;
export const minClusters = 5;
const resamples = 400;

/**
 * The 95% interval of sum(numerator) ÷ sum(denominator) by resampling whole prompts, whose answers resemble one
 * another more than those of different prompts do: the percentiles, as far from the ratio as few prompts ask for. The
 * draws are seeded and the prompts put in order, so the same figures give the same interval, however they were read.
 * Null with fewer than five prompts or where no resample differs.
 */
export function bootstrapRatio(clusters: readonly Cluster[]): Interval | null {
  const counted = clusters.filter((cluster) => cluster.denominator > 0).sort(byCounts);
  const used = toClusterArrays(counted);
  const interval = intervalOfDraws(draws(used.size, (picks, start) => ratio(picks, start, used)));
  if (!interval) return null;
  const { low, high } = widenInterval(interval, pooledRatio(counted), used.size);
  const ratios = counted.map(({ numerator, denominator }) => numerator / denominator);
  return { low: Math.max(low, Math.min(...ratios)), high: Math.min(high, Math.max(...ratios)) };
}

/** The same of (now − before), each prompt drawn with both its periods. */
export function bootstrapDifference(clusters: readonly PairedCluster[]): ResampledDifference | null {
  const used = clusters
    .filter(({ now, before }) => now.denominator > 0 || before.denominator > 0)
    .sort((a, b) => byCounts(a.now, b.now) || byCounts(a.before, b.before));
  const now = used.map((cluster) => cluster.now);
  const before = used.map((cluster) => cluster.before);
  const [present, earlier] = [toClusterArrays(now), toClusterArrays(before)];
  const values = draws(used.length, (picks, start) => {
    const later = ratio(picks, start, present);
    const first = ratio(picks, start, earlier);
    return later === null || first === null ? null : later - first;
  });
  const interval = intervalOfDraws(values);
  if (!interval) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    interval: widenInterval(interval, pooledRatio(now) - pooledRatio(before), used.length),
    standardError: Math.sqrt((squares / (values.length - 1)) * resamplingCorrection(used.length)),
    degreesOfFreedom: used.length - 1,
  };
}

/** A resample of k prompts varies (k − 1)/k as much as k fresh prompts would. */
function resamplingCorrection(clusters: number): number {
  return clusters / (clusters - 1);
}

/** Percentiles as far from the estimate as Student's t is farther out than the normal distribution. */
function widenInterval({ low, high }: Interval, estimate: number, clusters: number): Interval {
  const by = Math.sqrt(resamplingCorrection(clusters)) * (studentTQuantile95(clusters - 1) / z95);
  return { low: estimate - by * (estimate - low), high: estimate + by * (high - estimate) };
}

function pooledRatio(clusters: readonly Cluster[]): number {
  const sum = (part: keyof Cluster) => clusters.reduce((total, cluster) => total + cluster[part], 0);
  return sum('numerator') / sum('denominator');
}

function byCounts(a: Cluster, b: Cluster): number {
  return a.denominator - b.denominator || a.numerator - b.numerator;
}

/** Clusters laid out for being drawn a hundred thousand times. */
interface ClusterArrays {
  size: number;
  numerators: Float64Array;
  denominators: Float64Array;
}

function toClusterArrays(clusters: readonly Cluster[]): ClusterArrays {
  const size = clusters.length;
  const sums = { size, numerators: new Float64Array(size), denominators: new Float64Array(size) };
  for (const [index, { numerator, denominator }] of clusters.entries()) {
    sums.numerators[index] = numerator;
    sums.denominators[index] = denominator;
  }
  return sums;
}

/** The ratio of one draw: `picks` from `start` on, as many as there are clusters. */
function ratio(
  picks: Uint32Array,
  start: number,
  { size, numerators, denominators }: ClusterArrays,
): number | null {
  let numerator = 0;
  let denominator = 0;
  for (let at = start; at < start + size; at += 1) {
    const pick = picks[at] ?? 0;
    numerator += numerators[pick] ?? 0;
    denominator += denominators[pick] ?? 0;
  }
  return denominator === 0 ? null : numerator / denominator;
}

/** The statistic of each resample, sorted; empty with too few clusters. */
function draws(
  clusters: number,
  statistic: (picks: Uint32Array, start: number) => number | null,
): Float64Array {
  if (clusters < minClusters) return new Float64Array();
  const picks = getPicks(clusters);
  const values = new Float64Array(resamples);
  let count = 0;
  for (let draw = 0; draw < resamples; draw += 1) {
    const value = statistic(picks, draw * clusters);
    if (value === null) continue;
    values[count] = value;
    count += 1;
  }
  return values.subarray(0, count).sort();
}

const kept = new Map<number, Uint32Array>();
const mostKept = 50;

/** Which clusters every resample draws, one after the other: the same for as many clusters, so drawn once. */
function getPicks(clusters: number): Uint32Array {
  const known = kept.get(clusters);
  if (known) return known;
  const random = seededRandom(clusters);
  const picks = Uint32Array.from({ length: resamples * clusters }, () => random() * clusters);
  const oldest = kept.keys().next();
  if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
  kept.set(clusters, picks);
  return picks;
}

function intervalOfDraws(sorted: Float64Array): Interval | null {
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
