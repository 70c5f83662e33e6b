/** Upper bounds of the latency buckets; a last bucket holds everything above. */
export const latencyBucketsMs = [
  50, 100, 250, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 45_000, 60_000, 90_000,
  120_000, 180_000,
] as const;

/** Returns the index of the bucket that contains a latency. */
export function getLatencyBucket(ms: number): number {
  const index = latencyBucketsMs.findIndex((bound) => ms <= bound);
  return index === -1 ? latencyBucketsMs.length : index;
}

export function createLatencyHistogram(): number[] {
  return Array.from({ length: latencyBucketsMs.length + 1 }, () => 0);
}

/**
 * Estimates a quantile in milliseconds, as if latencies were spread evenly within their bucket; undefined without
 * data. Latencies above the last bound count as that bound.
 */
export function estimateQuantileMs(histogram: readonly number[], quantile: number): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let rest = quantile * total;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && rest <= count) {
      const from = latencyBucketsMs[index - 1] ?? 0;
      const to = latencyBucketsMs[index] ?? from;
      return Math.round(from + ((to - from) * rest) / count);
    }
    rest -= count;
  }
  return latencyBucketsMs.at(-1);
}
