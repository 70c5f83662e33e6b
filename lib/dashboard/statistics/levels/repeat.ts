import { dayCorrelations } from '#lib/dashboard/statistics/noise/day-correlation';
import { segmentGrid } from '#lib/dashboard/statistics/noise/grids';
import type { PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import { at, clamp, total } from '#lib/dashboard/statistics/numeric/arrays';
import { normalQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** The likeness of two answers of the same run of a segment: 0 if they are independent, 1 if they always agree. */
export interface Likeness {
  likeness: number;
  /** Measured on runs with several samples, or computed from the noise. */
  method: 'measured' | 'model';
}

/** Pairs of samples from which the likeness is measured. */
const minPairs = 30;

/** Prior knowledge about the variance within runs, in pairs of samples of all segments. */
const priorPairs = 10;

/** Estimates how alike two answers of one run are. */
export function estimateLikeness(series: MetricSeries, noise: PanelNoise, period: DayRange): Likeness {
  const runs = series.panel.segments.map((_, segment) => measureRuns(series, segment, period));
  const pairs = total(runs, (run) => run.pairs);
  if (pairs < minPairs) return { likeness: computeLikeness(series, noise, period), method: 'model' };
  const pooled = total(runs, ({ within }) => within) / pairs;
  const within = total(
    runs,
    (run) => (run.answers * (run.within + priorPairs * pooled)) / (run.pairs + priorPairs),
  );
  const spread = total(runs.entries(), ([segment, { answers }]) => answers * at(noise.spreads, segment));
  return { likeness: clamp(1 - within / spread, 0, 1), method: 'measured' };
}

/** Answers of a segment; of runs with several samples: Σ(n−1), and the sum of squares within runs Σy(n−y)/n. */
function measureRuns({ panel, answers, sums }: MetricSeries, segment: number, { from, to }: DayRange) {
  const result = { answers: 0, pairs: 0, within: 0 };
  for (let day = from; day < to; day += 1) {
    const count = at(answers, segment * panel.days.length + day);
    result.answers += count;
    if (count < 2) continue;
    const sum = at(sums, segment * panel.days.length + day);
    result.pairs += count - 1;
    result.within += (sum * (count - sum)) / count;
  }
  return result;
}

/** Two answers of a run are as alike as those of two runs that are twice as close as runs are: Σω min(1, c) a φ^2g. */
function computeLikeness(
  { panel, answers }: MetricSeries,
  { fit }: PanelNoise,
  { from, to }: DayRange,
): number {
  const runDays: number[] = [];
  for (let day = from; day < to; day += 1) {
    if (panel.segments.some((_, segment) => at(answers, segment * panel.days.length + day) > 0))
      runDays.push(day);
  }
  const gap = getMedian(runDays.slice(1).map((day, index) => day - (runDays[index] ?? 0))) ?? 1;
  return total(segmentGrid.entries(), ([point, { commonShare, correlation }]) => {
    const scale = Math.min(1, fit.scales[point] ?? 0);
    return (fit.weights[point] ?? 0) * scale * commonShare * (dayCorrelations[correlation] ?? 0) ** (2 * gap);
  });
}

function getMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** The difference that two repetitions of the runs of a period would have. */
export interface RepeatEstimate extends Likeness {
  /** Standard deviation of the difference. */
  deviation: number;
  /** 95% of differences are within ± this. */
  within: number;
}

/**
 * Estimates how much a level would differ if the same runs were repeated now: √(2(1−λ)Σns)/Σn, where λ is the likeness of
 * two answers of a run.
 * @returns null without answers
 */
export function estimateRepeat(
  series: MetricSeries,
  noise: PanelNoise,
  period: DayRange,
  segments: Iterable<number> = series.panel.segments.keys(),
): RepeatEstimate | null {
  const counts = [...segments].map((segment) => ({
    answers: measureRuns(series, segment, period).answers,
    spread: at(noise.spreads, segment),
  }));
  const answers = total(counts, (count) => count.answers);
  if (answers === 0) return null;
  const likeness = estimateLikeness(series, noise, period);
  const variance = 2 * (1 - likeness.likeness) * total(counts, (count) => count.answers * count.spread);
  const deviation = Math.sqrt(variance) / answers;
  return { ...likeness, deviation, within: normalQuantile * deviation };
}
