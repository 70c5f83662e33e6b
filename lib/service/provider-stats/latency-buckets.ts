/** Upper bounds of the latency buckets, in milliseconds; one more bucket holds what took longer. */
export const latencyBucketsMs = [
  50, 100, 250, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 45_000, 60_000, 90_000,
  120_000, 180_000,
] as const;

/** The bucket a latency falls into. */
export function getLatencyBucket(ms: number): number {
  const index = latencyBucketsMs.findIndex((bound) => ms <= bound);
  return index === -1 ? latencyBucketsMs.length : index;
}

/**
 * A quantile of latencies counted by bucket, in milliseconds, taken as spread evenly within its bucket; undefined
 * when there are none. What took longer than the last bound counts as that bound.
 */
export function estimateQuantileMs(counts: readonly number[], quantile: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = quantile * total;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const from = latencyBucketsMs[index - 1] ?? 0;
      const to = latencyBucketsMs[index] ?? from;
      return Math.round(from + ((to - from) * left) / count);
    }
    left -= count;
  }
  return latencyBucketsMs.at(-1);
}
