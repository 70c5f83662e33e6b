import { computeRate, getGrade, type Metric } from '#lib/core/metric';
import { addCluster, type Cluster, createClusterSums } from '#lib/dashboard/analytics/statistics/clusters';
import { estimateInterval, type SampleCounts } from '#lib/dashboard/analytics/statistics/estimate-interval';

/**
 * Computes a share from counts by prompt and segment. It is not compared with the previous period: `change` is null.
 * @param read returns the counts of a segment; the grade depends on `answers`, by default the denominator
 */
export function computeShare<T extends { promptId: string }>(
  segments: readonly T[],
  read: (segment: T) => Cluster & { answers?: number },
): Metric {
  const sums = {
    kind: 'rate',
    prompts: createClusterSums(),
    segments: createClusterSums(),
    squares: 0,
  } satisfies SampleCounts;
  let counted = 0;
  const prompts = new Map<string, Cluster>();
  for (const segment of segments) {
    const { numerator, denominator, answers = denominator } = read(segment);
    addCluster(sums.segments, numerator, denominator);
    sums.squares += numerator;
    counted += answers;
    const prompt = prompts.get(segment.promptId) ?? { numerator: 0, denominator: 0 };
    prompt.numerator += numerator;
    prompt.denominator += denominator;
    prompts.set(segment.promptId, prompt);
  }
  for (const { numerator, denominator } of prompts.values()) addCluster(sums.prompts, numerator, denominator);
  const { interval: estimated, designEffect } = estimateInterval(sums);
  const interval = estimated && {
    low: Math.max(0, estimated.low),
    high: Math.min(1, estimated.high),
  };
  const effectiveAnswers = counted / designEffect;
  const marginOfError = interval ? (interval.high - interval.low) / 2 : 0;
  const { numerator, denominator } = sums.prompts;
  return {
    ...computeRate(numerator, denominator),
    clusteredInterval: interval,
    effectiveAnswers,
    grade: getGrade(effectiveAnswers, marginOfError),
    change: null,
  };
}
