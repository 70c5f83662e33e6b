import { addDays, countDays, type Period } from '#lib/core/time';
import type { NamedPeriods } from '#lib/dashboard/counts/rollups';

/** A part of a period, by the name of the period. */
export interface DayPart extends Period {
  name: string;
}

/** Periods, split into the months that are read from the monthly rollups and the days that are read from the daily ones. */
export interface PeriodParts {
  /** The first days of the months. */
  months: { name: string; months: string[] }[];
  days: DayPart[];
}

/** Below this number of days in monthly rollups, a split is not worthwhile. */
const minSummedDays = 28;

/** Lists the periods that are read. */
export function listPeriods(periods: NamedPeriods): DayPart[] {
  return Object.entries(periods).flatMap(([name, period]) => (period ? [{ name, ...period }] : []));
}

/** Returns whether periods are long enough to be read from monthly rollups. */
export function isLong(periods: NamedPeriods): boolean {
  return listPeriods(periods).reduce((days, { from, to }) => days + countDays(from, to), 0) >= minSummedDays;
}

/** Splits periods; null if they have too few summed days. */
export function splitPeriods(periods: NamedPeriods, summedMonths: readonly Period[]): PeriodParts | null {
  const parts: PeriodParts = { months: [], days: [] };
  let summedDays = 0;
  for (const period of listPeriods(periods)) {
    const { name } = period;
    const summed = summedMonths
      .filter(({ from, to }) => from >= period.from && to <= period.to)
      .sort((a, b) => (a.from < b.from ? -1 : 1));
    if (summed.length > 0) parts.months.push({ name, months: summed.map(({ from }) => from) });
    let next = period.from;
    for (const { from, to } of [...summed, { from: addDays(period.to, 1), to: period.to }]) {
      if (next < from) parts.days.push({ name, from: next, to: addDays(from, -1) });
      next = addDays(to, 1);
    }
    summedDays += summed.reduce((sum, { from, to }) => sum + countDays(from, to), 0);
  }
  return summedDays < minSummedDays ? null : parts;
}
