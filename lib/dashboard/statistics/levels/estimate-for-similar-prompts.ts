import type { Interval } from '#lib/core/metric';
import { at, total } from '#lib/dashboard/statistics/numeric/arrays';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { sumDays } from '#lib/dashboard/statistics/panel/sums';

/**
 * Estimates the level for prompts like those that are tracked, as if they were a random sample of what people ask: the
 * ratio estimator over prompts with Student's t. All other intervals are about the tracked prompts themselves.
 * @param wholes by segment and day: what the sums are divided by; the answers by default
 * @returns the 95% interval; null with fewer than two prompts
 */
export function estimateForSimilarPrompts(
  { panel, answers, sums }: Pick<MetricSeries, 'panel' | 'answers' | 'sums'>,
  period: DayRange,
  wholes: Float64Array = answers,
): Interval | null {
  const parts = sumDays(panel, sums, [period]);
  const counts = sumDays(panel, wholes, [period]);
  const active = [...counts.keys()].filter((segment) => at(counts, segment) > 0);
  const prompts = [...Map.groupBy(active, (segment) => panel.promptIndexes[segment] ?? 0).values()].map(
    (own) => ({
      part: total(own, (segment) => at(parts, segment)),
      whole: total(own, (segment) => at(counts, segment)),
    }),
  );
  if (prompts.length < 2) return null;
  const sum = total(prompts, ({ whole }) => whole);
  const ratio = total(prompts, ({ part }) => part) / sum;
  const squares = total(prompts, ({ part, whole }) => (part - ratio * whole) ** 2);
  const variance = ((prompts.length / (prompts.length - 1)) * squares) / sum ** 2;
  const halfWidth = getQuantile(prompts.length - 1) * Math.sqrt(variance);
  return { low: ratio - halfWidth, high: ratio + halfWidth };
}
