import type { AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import type { DailyRow, WatchedDays } from '#lib/dashboard/alerts/conditions/read-daily-counts';
import type { EvaluationData } from '#lib/dashboard/alerts/conditions/watcher';
import { type DailyCount, DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import type { Shift } from '#lib/dashboard/analytics/statistics/detect-shift';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';

export const tooFewAnswers =
  'Not enough answers yet. The alert needs at least 6 days with answers before a change, and at least 20 answers both before and after it.';

/** Builds the daily series of a value, without the answers that an engine gave before its model changed. */
export function buildSeries(
  rows: readonly DailyRow[],
  { dayCount, getIndex }: WatchedDays,
  modelChangedOn: ReadonlyMap<string, string>,
  read: (row: DailyRow) => Pick<DailyCount, 'numerator' | 'denominator' | 'squares'> | null,
): DailySeries {
  const counts = rows.flatMap((row): DailyCount[] => {
    const counted = row.day >= (modelChangedOn.get(row.engine) ?? '') ? read(row) : null;
    if (!counted || counted.denominator === 0) return [];
    return [{ segment: getSegmentKey(row), day: getIndex(row.day), ...counted }];
  });
  return new DailySeries(dayCount, counts);
}

/** Converts a shift to the numbers of an alert. */
export function toAlertNumbers(shift: Shift, { getDay }: WatchedDays): AlertNumbers {
  const { before, after, difference, interval, answersBefore, answersAfter } = shift;
  return {
    before,
    after,
    difference,
    ...interval,
    answersBefore,
    answersAfter,
    baselineFrom: getDay(shift.baselineFrom),
    changedOn: getDay(shift.day),
  };
}

/** Returns what later evaluations need to know of the shift that raised an alert. */
export function toShiftData({
  changedOn,
  baselineFrom,
  before,
  difference,
}: AlertNumbers): EvaluationData['shift'] {
  return { day: changedOn, baselineFrom, before, difference };
}
