import { countryCodes } from '#lib/contract/countries';
import {
  changePageFilters,
  type FilterSelection,
  loadPageFilters,
  loadSelection,
  type PageFilterValues,
  presetDays,
} from '#lib/contract/filters/page-filters';
import { toDay, type WithTimeZone } from '#lib/core/days';
import { isStorableText } from '#lib/core/text';
import {
  addDays,
  addYears,
  type CalendarPeriodName,
  type Clock,
  calendarPeriods,
  countDays,
  getPreviousCalendarPeriod,
  listCalendarPeriods,
  type Period,
} from '#lib/core/time';
import type { Prompt } from '#lib/dashboard/prompts/prompt';

/** The filters of a page. An empty list means all; days are those of the project's time zone, both ends included. */
export interface MetricFilters extends WithTimeZone, FilterSelection {
  projectId: string;
  from: string;
  to: string;
  /** The calendar period that `from` and `to` span; null for other days. */
  calendarPeriod: CalendarPeriodName | null;
  /**
   * `previous`: the period of equal length just before, or for a calendar period `getPreviousCalendarPeriod`; `year`: the
   * same days, or the whole month or quarter, a year earlier; `custom`: other days; `none`: no comparison.
   */
  compare: PageFilterValues['compare'];
  /** The compared days for `custom`; otherwise null. */
  comparedWith: Period | null;
}

const defaultDays = 28;
/** Maximum number of days in a period. */
export const maxDays = 366;

/** Maximum number of days from the first to the last day of two compared periods, whose daily counts are held in memory. */
export const maxComparedDays = 5 * maxDays;

/** Counts the days from the first to the last day of two periods. */
export function countComparedDays(...periods: readonly [Period, Period]): number {
  const [first = ''] = periods.map(({ from }) => from).sort();
  const [last = ''] = periods
    .map(({ to }) => to)
    .sort()
    .reverse();
  return countDays(first, last);
}

/** Search parameters of a page, as URLSearchParams or as the record that Next.js passes. */
export type SearchParameters = URLSearchParams | Record<string, string | string[] | undefined>;

/**
 * Parses filters from a URL. An invalid value falls back to its default without an error, so that an old or broken link
 * still opens. Defaults are the last 28 days, compared with the previous period, without other filters. `findInvalidDays`
 * reports invalid days.
 */
export function parseFilters(
  { id: projectId, timeZone }: { id: string } & WithTimeZone,
  searchParameters: SearchParameters,
  clock: Clock,
): MetricFilters {
  const today = toDay(clock.now(), timeZone);
  const values = loadPageFilters(searchParameters);
  const selection = loadSelection(searchParameters);
  const period = toPeriod(values, today);
  return {
    projectId,
    timeZone,
    ...selection,
    countries: selection.countries.filter((country) => knownCountries.has(country)),
    ...period,
    ...toComparison(values, period, today),
  };
}

/** Formats filters as search parameters, omitting defaults. `parseFilters` restores the same filters. */
export function formatFilters(filters: MetricFilters, clock: Clock): URLSearchParams {
  const { from, to, calendarPeriod, comparedWith } = filters;
  const days = getPresetDays(filters, clock);
  return changePageFilters(new URLSearchParams(), {
    ...filters,
    ...(calendarPeriod || days !== null ? { from: null, to: null } : { from, to }),
    days: days === defaultDays ? null : days,
    compareFrom: comparedWith?.from,
    compareTo: comparedWith?.to,
  });
}

/** Returns the number of days of a preset that ends today; null for a calendar period and custom dates. */
export function getPresetDays(filters: MetricFilters, clock: Clock): PageFilterValues['days'] {
  if (filters.calendarPeriod || filters.to !== toDay(clock.now(), filters.timeZone)) return null;
  return presetDays.find((days) => days === countDays(filters.from, filters.to)) ?? null;
}

const knownCountries = new Set<string>(countryCodes);

type ChosenPeriod = Pick<MetricFilters, 'from' | 'to' | 'calendarPeriod'>;

function toPeriod(values: PageFilterValues, today: string): ChosenPeriod {
  return readPeriod(values, today) ?? { ...getLastDays(defaultDays, today), calendarPeriod: null };
}

/** Returns the chosen range, calendar period or number of days; null without a valid one. */
function readPeriod(
  { from, to, calendarPeriod, days }: PageFilterValues,
  today: string,
): ChosenPeriod | null {
  const chosen = toRange({ from, to }, today);
  const calendar = listCalendarPeriods(today).find(({ name }) => name === calendarPeriod);
  if (!chosen && calendar) return { from: calendar.from, to: calendar.to, calendarPeriod: calendar.name };
  const period = chosen ?? (days ? getLastDays(days, today) : null);
  return period && { ...period, calendarPeriod: null };
}

function getLastDays(days: number, today: string): Period {
  return { from: addDays(today, 1 - days), to: today };
}

function toComparison(
  { compare, compareFrom, compareTo }: PageFilterValues,
  period: Period,
  today: string,
): Pick<MetricFilters, 'compare' | 'comparedWith'> {
  if (compare === 'none' || compare === 'year') return { compare, comparedWith: null };
  const comparedWith = toRange({ from: compareFrom, to: compareTo }, today);
  if (compare === 'custom' && comparedWith && countComparedDays(period, comparedWith) <= maxComparedDays)
    return { compare, comparedWith };
  return { compare: 'previous', comparedWith: null };
}

/**
 * Returns whether `parseFilters` ignores the period or the comparison that the URL sets, usually because a date is
 * invalid; null if it ignores neither.
 * @param today the current day of the project (YYYY-MM-DD)
 */
export function findInvalidDays(
  searchParameters: SearchParameters,
  today: string,
): 'period' | 'comparison' | null {
  const hasAny = (...keys: string[]) => keys.some((key) => getParameterValues(searchParameters, key)[0]);
  const values = loadPageFilters(searchParameters);
  if (hasAny('days', 'period', 'from', 'to') && !readPeriod(values, today)) return 'period';
  const hasCustomComparison =
    hasAny('compareFrom', 'compareTo') || getParameterValues(searchParameters, 'compare')[0] === 'custom';
  const { compare } = toComparison(values, toPeriod(values, today), today);
  return hasCustomComparison && compare === 'previous' ? 'comparison' : null;
}

/** Returns a range of days, clamped to today; null unless it is a range of at most a year. */
function toRange(
  { from, to: lastDay }: { from: string | null; to: string | null },
  today: string,
): Period | null {
  if (!from || !lastDay) return null;
  const to = lastDay > today ? today : lastDay;
  const length = countDays(from, to);
  return length >= 1 && length <= maxDays ? { from, to } : null;
}

/** Returns the values of a parameter, except those that PostgreSQL cannot store. */
export function getParameterValues(searchParameters: SearchParameters, key: string): string[] {
  const values =
    searchParameters instanceof URLSearchParams
      ? searchParameters.getAll(key)
      : [searchParameters[key] ?? []].flat();
  return values.filter(isStorableText);
}

/** Not an interface, because readers of counts take periods by any name. */
export type Periods = {
  current: Period;
  /** Null when nothing is compared. */
  previous: Period | null;
};

/** Returns the current and the previous period of filters. */
export function getPeriods({ from, to, calendarPeriod, compare, comparedWith }: MetricFilters): Periods {
  const current = { from, to };
  switch (compare) {
    case 'none':
      return { current, previous: null };
    case 'custom':
      return { current, previous: comparedWith };
    case 'year':
      return { current, previous: { from: addYears(from, -1), to: getEndAYearEarlier(to, calendarPeriod) } };
    case 'previous': {
      if (calendarPeriod) return { current, previous: getPreviousCalendarPeriod(calendarPeriod, current) };
      const days = countDays(from, to);
      return { current, previous: { from: addDays(from, -days), to: addDays(from, -1) } };
    }
  }
}

/** A complete month or quarter ends with its last day in every year, which may be 29 February. */
function getEndAYearEarlier(to: string, calendarPeriod: CalendarPeriodName | null): string {
  const isComplete = calendarPeriod !== null && calendarPeriods[calendarPeriod].isComplete;
  return isComplete ? addDays(addYears(addDays(to, 1), -1), -1) : addYears(to, -1);
}

/** Returns a predicate for the prompts that match the filters. */
export function matchesPrompt({ topics, tags, promptIds, branded }: MetricFilters) {
  return (prompt: Prompt): boolean =>
    (topics.length === 0 || topics.includes(prompt.topic)) &&
    (tags.length === 0 || prompt.tags.some((tag) => tags.includes(tag))) &&
    (promptIds.length === 0 || promptIds.includes(prompt.id)) &&
    (branded !== 'only' || prompt.isBranded);
}
