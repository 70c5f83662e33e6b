import { LRUCache } from 'lru-cache';
import { type Interval, z95 } from '#lib/core/metric';
import { studentTQuantile95 } from '#lib/dashboard/analytics/statistics/significance';

/** The contribution of one prompt to a ratio of sums. */
export interface Cluster {
  numerator: number;
  denominator: number;
}

/** The contribution of one prompt to a ratio in both periods. */
export interface PairedCluster {
  now: Cluster;
  before: Cluster;
}

/** The uncertainty of a difference of two ratios. */
export interface ResampledDifference {
  interval: Interval;
  standardError: number;
  degreesOfFreedom: number;
}

/** With fewer runs or prompts, intervals are computed from answers instead of resampled prompts. */
export const minRuns = 5;
export const minClusters = 5;
const resamples = 400;

/**
 * Computes the 95% interval of sum(numerator) ÷ sum(denominator) by resampling whole prompts, because answers to one
 * prompt resemble one another: percentiles, widened for few prompts. Draws are seeded and prompts are sorted, so the
 * same counts always give the same interval. Null with fewer than five prompts or when all resamples are equal.
 */
export function bootstrapRatio(clusters: readonly Cluster[]): Interval | null {
  const counted = clusters.filter((cluster) => cluster.denominator > 0).sort(byCounts);
  const used = toClusterArrays(counted);
  const interval = toInterval(draws(used.size, (picks, start) => ratio(picks, start, used)));
  if (!interval) return null;
  const { low, high } = widenInterval(interval, pooledRatio(counted), used.size);
  const ratios = counted.map(({ numerator, denominator }) => numerator / denominator);
  return { low: Math.max(low, Math.min(...ratios)), high: Math.min(high, Math.max(...ratios)) };
}

/** Computes the uncertainty of (now − before). Each prompt is drawn with both of its periods. */
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
  const interval = toInterval(values);
  if (!interval) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    interval: widenInterval(interval, pooledRatio(now) - pooledRatio(before), used.length),
    standardError: Math.sqrt((squares / (values.length - 1)) * resamplingCorrection(used.length)),
    degreesOfFreedom: used.length - 1,
  };
}

/** A resample of k prompts has (k − 1)/k of the variance of k new prompts. */
function resamplingCorrection(clusters: number): number {
  return clusters / (clusters - 1);
}

/** Widens percentiles by the ratio of Student's t to the normal distribution. */
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

/** Clusters as typed arrays, because they are drawn about a hundred thousand times. */
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

/** Returns the ratio of one resample: the picks from `start`, as many as there are clusters. */
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

/** Returns the statistic of each resample, sorted; empty with too few clusters. */
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

/** The draws of a number of clusters never change, so they are computed once. */
const picksCache = new LRUCache<number, Uint32Array>({ max: 50 });

/** Returns the indexes of the clusters that each resample draws, one resample after the other. */
function getPicks(clusters: number): Uint32Array {
  const cached = picksCache.get(clusters);
  if (cached) return cached;
  const random = seededRandom(clusters);
  const picks = Uint32Array.from({ length: resamples * clusters }, () => random() * clusters);
  picksCache.set(clusters, picks);
  return picks;
}

function toInterval(sorted: Float64Array): Interval | null {
  const low = sorted[Math.floor(sorted.length * 0.025)];
  const high = sorted[Math.ceil(sorted.length * 0.975) - 1];
  return low === undefined || high === undefined || low === high ? null : { low, high };
}

/** Returns a generator of uniform numbers in [0, 1) for a seed (the 32-bit mixer of splitmix). */
function seededRandom(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}
