import type { Cluster } from '#lib/dashboard/analytics/statistics/clusters';

/** The four periods of equal length that an experiment reads, in order. The change is made at the start of `after`. */
export const experimentPeriods = ['earliest', 'preceding', 'before', 'after'] as const;
export type ExperimentPeriod = (typeof experimentPeriods)[number];

/** The counts of one rate in a prompt × engine × country. */
export interface ExperimentSegment {
  promptId: string;
  isTreatment: boolean;
  /** Null if the prompt has no topic. */
  topic: string | null;
  counts: Readonly<Record<ExperimentPeriod, Cluster>>;
}

/** A prompt's rate from 0 to 1 in each period; `earliest` and `preceding` are null without answers. */
export interface PromptRates {
  promptId: string;
  isTreatment: boolean;
  topic: string | null;
  earliest: number | null;
  preceding: number | null;
  before: number;
  after: number;
}

/** Returns the segments with answers both before and after the change. Only these count. */
export function selectPaired(segments: readonly ExperimentSegment[]): ExperimentSegment[] {
  return segments.filter(({ counts }) => counts.before.denominator > 0 && counts.after.denominator > 0);
}

/**
 * Computes the rates of each prompt: the average over its segments with the same weights in every period, so that another
 * number of answers of an engine is no change.
 * @param segments with answers both before and after the change
 */
export function computePromptRates(segments: readonly ExperimentSegment[]): PromptRates[] {
  return [...Map.groupBy(segments, ({ promptId }) => promptId).values()].flatMap((own) => {
    const [first] = own;
    const before = averageRate(own, 'before');
    const after = averageRate(own, 'after');
    if (!first || before === null || after === null) return [];
    const { promptId, isTreatment, topic } = first;
    const earlier = { earliest: averageRate(own, 'earliest'), preceding: averageRate(own, 'preceding') };
    return [{ promptId, isTreatment, topic, ...earlier, before, after }];
  });
}

/** Averages a rate over the segments with answers in a period; null if none has any. */
function averageRate(segments: readonly ExperimentSegment[], period: ExperimentPeriod): number | null {
  let [sum, total] = [0, 0];
  for (const { counts } of segments) {
    const { numerator, denominator } = counts[period];
    if (denominator === 0) continue;
    const { before, after } = counts;
    // The precision of the segment's change if its answers were independent (Cochran, Biometrics 10, 1954).
    const weight = (before.denominator * after.denominator) / (before.denominator + after.denominator);
    sum += weight * (numerator / denominator);
    total += weight;
  }
  return total > 0 ? sum / total : null;
}
