import { countryCodes } from '#lib/contract/countries';
import { type Engine, engines } from '#lib/contract/engines';
import { isStorableText, isUuid } from '#lib/core/text';
import {
  addDays,
  addYears,
  type CalendarPeriodName,
  type Clock,
  calendarPeriods,
  countDays,
  getPreviousCalendarPeriod,
  isDay,
  listCalendarPeriods,
  type Period,
  toUtcDay,
} from '#lib/core/time';
import type { Prompt } from '#lib/dashboard/prompts/prompt';

/** The filters of a page. An empty list means all; days are UTC days, both ends included. */
export interface MetricFilters {
  projectId: string;
  from: string;
  to: string;
  /** The calendar period that `from` and `to` span; null for other days. */
  calendarPeriod: CalendarPeriodName | null;
  /**
   * `previous`: the period of equal length just before, or for a calendar period `getPreviousCalendarPeriod`; `year`: the
   * same days, or the whole month or quarter, a year earlier; `custom`: other days; `none`: no comparison.
   */
  compare: Comparison;
  /** The compared days for `custom`; otherwise null. */
  comparedWith: Period | null;
  engines: string[];
  countries: string[];
  topics: string[];
  tags: string[];
  /** Prompt IDs. */
  promptIds: string[];
  /** The selected brand; null for the project's own. */
  brandId: string | null;
  /**
   * Prompts that contain a tracked brand's name: `without` excludes them from share of voice (the default), `with`
   * includes them, `only` restricts every metric to them.
   */
  branded: 'without' | 'with' | 'only';
}

export type Comparison = 'previous' | 'year' | 'custom' | 'none';

const presetDays = [7, 28, 56, 91] as const;
const defaultDays = 28;
/** Maximum number of days in a period. */
export const maxDays = 366;
const maxListLength = 50;

/** Search parameters of a page, as URLSearchParams or as the record that Next.js passes. */
export type SearchParameters = URLSearchParams | Record<string, string | string[] | undefined>;

/**
 * Parses filters from a URL. An invalid value falls back to its default without an error, so that an old or broken link
 * still opens. Defaults are the last 28 days, compared with the previous period, without other filters. `findInvalidDays`
 * reports invalid days.
 */
export function parseFilters(
  projectId: string,
  searchParameters: SearchParameters,
  clock: Clock,
): MetricFilters {
  const branded = getParameterValues(searchParameters, 'branded')[0];
  const today = toUtcDay(clock.now());
  return {
    projectId,
    ...(parsePeriod(searchParameters, today) ?? { ...getLastDays(defaultDays, today), calendarPeriod: null }),
    ...parseComparison(searchParameters, today),
    engines: getParameterList(searchParameters, 'engine').filter((engine) =>
      engines.includes(engine as Engine),
    ),
    countries: getParameterList(searchParameters, 'country').filter((country) => knownCountries.has(country)),
    topics: getParameterList(searchParameters, 'topic'),
    tags: getParameterList(searchParameters, 'tag'),
    promptIds: getParameterList(searchParameters, 'prompt').filter(isUuid),
    brandId: getParameterList(searchParameters, 'brand').find(isUuid) ?? null,
    branded: branded === 'with' || branded === 'only' ? branded : 'without',
  };
}

/** Formats filters as search parameters, omitting defaults. `parseFilters` restores the same filters. */
export function formatFilters(filters: MetricFilters, clock: Clock): URLSearchParams {
  const parameters = new URLSearchParams();
  const days = getPresetDays(filters, clock);
  if (filters.calendarPeriod) parameters.set('period', filters.calendarPeriod);
  else if (days === null) {
    parameters.set('from', filters.from);
    parameters.set('to', filters.to);
  } else if (days !== defaultDays) parameters.set('days', String(days));
  if (filters.compare !== 'previous') parameters.set('compare', filters.compare);
  if (filters.comparedWith) {
    parameters.set('compareFrom', filters.comparedWith.from);
    parameters.set('compareTo', filters.comparedWith.to);
  }
  for (const engine of filters.engines) parameters.append('engine', engine);
  for (const country of filters.countries) parameters.append('country', country);
  for (const topic of filters.topics) parameters.append('topic', topic);
  for (const tag of filters.tags) parameters.append('tag', tag);
  for (const id of filters.promptIds) parameters.append('prompt', id);
  if (filters.brandId) parameters.set('brand', filters.brandId);
  if (filters.branded !== 'without') parameters.set('branded', filters.branded);
  return parameters;
}

/** Returns the number of days of a preset that ends today; null for a calendar period and custom dates. */
export function getPresetDays(filters: MetricFilters, clock: Clock): number | null {
  if (filters.calendarPeriod || filters.to !== toUtcDay(clock.now())) return null;
  return presetDays.find((days) => days === countDays(filters.from, filters.to)) ?? null;
}

const knownCountries = new Set<string>(countryCodes);

/** Parses a range, a calendar period or a number of days; null without a valid one. */
function parsePeriod(
  searchParameters: SearchParameters,
  today: string,
): Pick<MetricFilters, 'from' | 'to' | 'calendarPeriod'> | null {
  const chosen = parseRange(searchParameters, { from: 'from', to: 'to' }, today);
  const [requestedName] = getParameterValues(searchParameters, 'period');
  const calendar = listCalendarPeriods(today).find(({ name }) => name === requestedName);
  if (!chosen && calendar) return { from: calendar.from, to: calendar.to, calendarPeriod: calendar.name };
  const preset = Number(getParameterValues(searchParameters, 'days')[0]);
  const days = presetDays.find((candidate) => candidate === preset);
  const period = chosen ?? (days ? getLastDays(days, today) : null);
  return period && { ...period, calendarPeriod: null };
}

function getLastDays(days: number, today: string): Period {
  return { from: addDays(today, 1 - days), to: today };
}

function parseComparison(
  searchParameters: SearchParameters,
  today: string,
): Pick<MetricFilters, 'compare' | 'comparedWith'> {
  const compare = getParameterValues(searchParameters, 'compare')[0];
  if (compare === 'none' || compare === 'year') return { compare, comparedWith: null };
  const comparedWith = parseRange(searchParameters, { from: 'compareFrom', to: 'compareTo' }, today);
  if (compare === 'custom' && comparedWith) return { compare, comparedWith };
  return { compare: 'previous', comparedWith: null };
}

/**
 * Returns whether `parseFilters` ignores the period or the comparison that the URL sets, usually because a date is
 * invalid; null if it ignores neither.
 */
export function findInvalidDays(
  searchParameters: SearchParameters,
  clock: Clock,
): 'period' | 'comparison' | null {
  const today = toUtcDay(clock.now());
  const hasAny = (...keys: string[]) => keys.some((key) => getParameterValues(searchParameters, key)[0]);
  if (hasAny('days', 'period', 'from', 'to') && !parsePeriod(searchParameters, today)) return 'period';
  const hasCustomComparison =
    hasAny('compareFrom', 'compareTo') || getParameterValues(searchParameters, 'compare')[0] === 'custom';
  const { compare } = parseComparison(searchParameters, today);
  return hasCustomComparison && compare === 'previous' ? 'comparison' : null;
}

/** Parses a range of two parameters, clamped to today; null unless it is a range of at most a year. */
function parseRange(searchParameters: SearchParameters, keys: Period, today: string): Period | null {
  const from = getParameterValues(searchParameters, keys.from)[0];
  const requestedTo = getParameterValues(searchParameters, keys.to)[0];
  if (!from || !requestedTo || !isDay(from) || !isDay(requestedTo)) return null;
  const to = requestedTo > today ? today : requestedTo;
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

function getParameterList(searchParameters: SearchParameters, key: string): string[] {
  const values = getParameterValues(searchParameters, key).filter((value) => value !== '');
  return [...new Set(values)].slice(0, maxListLength);
}

/** Returns whether any filter other than the periods is set. */
export function hasFilters(filters: MetricFilters): boolean {
  const { engines: chosenEngines, countries, topics, tags, promptIds, brandId, branded } = filters;
  return (
    [chosenEngines, countries, topics, tags, promptIds].some((list) => list.length > 0) ||
    brandId !== null ||
    branded !== 'without'
  );
}

export interface Periods {
  current: Period;
  /** Null when nothing is compared. */
  previous: Period | null;
}

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
