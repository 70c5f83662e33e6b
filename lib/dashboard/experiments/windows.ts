import type { Clock } from '#lib/core/clock';
import { addDays, daysBetween, type Period, toUtcDay } from '#lib/core/days';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';

/** Equally many days just before a change and from it on. */
export interface ExperimentWindows {
  before: Period;
  after: Period;
}

/**
 * The days an experiment is told by: as many as the period of the filters has (28 where nothing else is chosen), as
 * far as they have passed since the change. Days chosen by hand bound them on both sides. Null where no day is left.
 */
export function getExperimentWindows(
  filters: MetricFilters,
  changedOn: string,
  clock: Clock,
): ExperimentWindows | null {
  const today = toUtcDay(clock.now());
  const preset = getPresetDays(filters, clock);
  const last = preset === null && filters.to < today ? filters.to : today;
  const room = preset ?? daysBetween(filters.from, addDays(changedOn, -1));
  const length = Math.min(room, daysBetween(changedOn, last));
  if (length < 1) return null;
  return {
    before: { from: addDays(changedOn, -length), to: addDays(changedOn, -1) },
    after: { from: changedOn, to: addDays(changedOn, length - 1) },
  };
}
