import { computeRate, type Interval, z95 } from '#lib/core/metric';

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
export function bootstrapRatio(clusters: readonly Cluster[], resampler = new Resampler()): Interval | null {
  const counted = clusters.filter((cluster) => cluster.denominator > 0).sort(compareByCounts);
  const used = toClusterArrays(counted);
  const interval = toInterval(
    resampler.sample(used.size, (picks, start) => computeRatio(picks, start, used)),
  );
  if (!interval) return null;
  const { low, high } = widenInterval(interval, computePooledRatio(counted), used.size);
  const ratios = counted.map(({ numerator, denominator }) => numerator / denominator);
  return { low: Math.max(low, Math.min(...ratios)), high: Math.min(high, Math.max(...ratios)) };
}

/** Computes the uncertainty of (now − before). Each prompt is drawn with both of its periods. */
export function bootstrapDifference(
  clusters: readonly PairedCluster[],
  resampler = new Resampler(),
): ResampledDifference | null {
  const used = clusters
    .filter(({ now, before }) => now.denominator > 0 || before.denominator > 0)
    .sort((a, b) => compareByCounts(a.now, b.now) || compareByCounts(a.before, b.before));
  const now = used.map((cluster) => cluster.now);
  const before = used.map((cluster) => cluster.before);
  const [nowArrays, beforeArrays] = [toClusterArrays(now), toClusterArrays(before)];
  const values = resampler.sample(used.length, (picks, start) => {
    const nowRatio = computeRatio(picks, start, nowArrays);
    const beforeRatio = computeRatio(picks, start, beforeArrays);
    return nowRatio === null || beforeRatio === null ? null : nowRatio - beforeRatio;
  });
  const interval = toInterval(values);
  if (!interval) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    interval: widenInterval(interval, computePooledRatio(now) - computePooledRatio(before), used.length),
    standardError: Math.sqrt((squares / (values.length - 1)) * getResamplingCorrection(used.length)),
    degreesOfFreedom: used.length - 1,
  };
}

/** A resample of k prompts has (k − 1)/k of the variance of k new prompts. */
function getResamplingCorrection(clusters: number): number {
  return clusters / (clusters - 1);
}

/** Widens percentiles by the ratio of Student's t to the normal distribution. */
function widenInterval({ low, high }: Interval, estimate: number, clusters: number): Interval {
  const factor = Math.sqrt(getResamplingCorrection(clusters)) * (studentTQuantile95(clusters - 1) / z95);
  return { low: estimate - factor * (estimate - low), high: estimate + factor * (high - estimate) };
}

export function sumClusters(clusters: readonly Cluster[]): Cluster {
  const sum = { numerator: 0, denominator: 0 };
  for (const { numerator, denominator } of clusters) {
    sum.numerator += numerator;
    sum.denominator += denominator;
  }
  return sum;
}

function computePooledRatio(clusters: readonly Cluster[]): number {
  const { numerator, denominator } = sumClusters(clusters);
  return numerator / denominator;
}

/** Sums counts by prompt. */
export function clusterByPrompt<Row extends { promptId: string }>(
  rows: readonly Row[],
  read: (row: Row) => Cluster,
): Cluster[] {
  return [...Map.groupBy(rows, ({ promptId }) => promptId).values()].map((group) =>
    sumClusters(group.map(read)),
  );
}

/** Sums the counts of both periods by prompt. */
export function pairByPrompt<Row extends { promptId: string }>(
  rows: readonly Row[],
  read: (row: Row, period: 'now' | 'before') => Cluster,
): PairedCluster[] {
  return [...Map.groupBy(rows, ({ promptId }) => promptId).values()].map((group) => ({
    now: sumClusters(group.map((row) => read(row, 'now'))),
    before: sumClusters(group.map((row) => read(row, 'before'))),
  }));
}

function compareByCounts(a: Cluster, b: Cluster): number {
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
function computeRatio(
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

/** Draws resamples. The draws of a number of clusters never change, so an instance computes them once. */
export class Resampler {
  private readonly picksBySize = new Map<number, Uint32Array>();

  /** Returns the statistic of each resample, sorted; empty with too few clusters. */
  sample(clusters: number, statistic: (picks: Uint32Array, start: number) => number | null): Float64Array {
    if (clusters < minClusters) return new Float64Array();
    const picks = this.getPicks(clusters);
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

  /** Returns the indexes of the clusters that each resample draws, one resample after the other. */
  private getPicks(clusters: number): Uint32Array {
    const existing = this.picksBySize.get(clusters);
    if (existing) return existing;
    const random = seededRandom(clusters);
    const picks = new Uint32Array(resamples * clusters);
    for (let index = 0; index < picks.length; index += 1) picks[index] = random() * clusters;
    this.picksBySize.set(clusters, picks);
    return picks;
  }
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

/*
 * Student's t approximated by the normal distribution (Wallace, Annals of Mathematical Statistics 30, 1959): within 1% of
 * the tables from four degrees of freedom. The two functions are inverse to each other, so an interval excludes 0
 * exactly when its p-value is below 0.05.
 */

/** Returns the quantile of a two-sided 95% interval. */
export function studentTQuantile95(degreesOfFreedom: number): number {
  const z = (z95 * (8 * degreesOfFreedom + 3)) / (8 * degreesOfFreedom + 1);
  return Math.sqrt(degreesOfFreedom * Math.expm1(z ** 2 / degreesOfFreedom));
}

/** Returns the two-sided p-value of t. */
export function studentTPValue(t: number, degreesOfFreedom: number): number {
  const scale = (8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3);
  return normalPValue(scale * Math.sqrt(degreesOfFreedom * Math.log1p(t ** 2 / degreesOfFreedom)));
}

/**
 * Returns the 95% interval of (now − before) of two independent proportions: Newcombe's hybrid score interval (Statistics
 * in Medicine 17, 1998, method 10). Null when either has no denominator.
 */
export function newcombeInterval({ before, now }: PairedCluster): Interval | null {
  const first = computeRate(now.numerator, now.denominator);
  const second = computeRate(before.numerator, before.denominator);
  if (first.value === null || first.low === null || first.high === null) return null;
  if (second.value === null || second.low === null || second.high === null) return null;
  const difference = first.value - second.value;
  return {
    low: difference - Math.hypot(first.value - first.low, second.high - second.value),
    high: difference + Math.hypot(first.high - first.value, second.value - second.low),
  };
}

/** Returns the two-sided p-value of the pooled z-test for equal proportions; 1 when they cannot differ. */
export function twoProportionPValue({ before, now }: PairedCluster): number {
  if (before.denominator === 0 || now.denominator === 0) return 1;
  const pooled = (before.numerator + now.numerator) / (before.denominator + now.denominator);
  const variance = pooled * (1 - pooled) * (1 / before.denominator + 1 / now.denominator);
  if (variance <= 0) return 1;
  const difference = now.numerator / now.denominator - before.numerator / before.denominator;
  return normalPValue(difference / Math.sqrt(variance));
}

/** Returns the two-sided p-value of a standard normal z (Abramowitz and Stegun 7.1.26; error below 1.5e-7). */
export function normalPValue(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, series * Math.exp(-x * x));
}

/**
 * Returns which of several hypotheses are rejected at a false discovery rate: Benjamini and Hochberg
 * (Journal of the Royal Statistical Society B 57, 1995). Results are in the order of the p-values.
 */
export function benjaminiHochberg(pValues: readonly number[], rate = 0.05): boolean[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const last = order.findLastIndex(({ p }, rank) => p <= ((rank + 1) / order.length) * rate);
  const rejected = pValues.map(() => false);
  for (const { index } of order.slice(0, last + 1)) rejected[index] = true;
  return rejected;
}
