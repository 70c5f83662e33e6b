import { processState } from '#lib/core/process-state';

/**
 * The source of the current time in server code, so that tests and the demo can set it. Some SQL statements, such as
 * those that lease tasks, use the database's `now()` instead.
 */
export interface Clock {
  now(): Date;
}

/** A time and when it was read. */
export interface TimeReading {
  /** Milliseconds since 1970. */
  timeMs: number;
  /** `performance.now()` at that time. */
  readAtMs: number;
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    /** The newest reading of the time of the database. */
    time?: TimeReading | undefined;
  }
}

/**
 * The time of the database, which all processes share, once `startClockSync` has read it; until then the time of this
 * machine. It advances with the monotonic clock, so setting the machine's clock does not change it.
 */
export const systemClock: Clock = {
  now() {
    const reading = processState.time;
    return reading ? new Date(reading.timeMs + performance.now() - reading.readAtMs) : new Date();
  },
};

/** Creates a clock that always returns the same time. */
export function createFixedClock(time: Date): Clock {
  return { now: () => new Date(time) };
}

const dayMs = 86_400_000;

/** Returns whether this is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Days as YYYY-MM-DD, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** Returns the UTC day of an instant as YYYY-MM-DD. */
export function toUtcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

const firstDayMs = Date.parse('0000-01-01');
const lastDayMs = Date.parse('9999-12-31');

/**
 * Returns the day that is `days` days later, or earlier if negative; at the ends of the years with four digits, the first or
 * the last day of them.
 */
export function addDays(day: string, days: number): string {
  const ms = Date.parse(day) + days * dayMs;
  return toUtcDay(new Date(Math.min(lastDayMs, Math.max(firstDayMs, ms))));
}

/** Returns the same day `years` years later, or earlier if negative; 29 February becomes the 28th in non-leap years. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const moved = `${year}${day.slice(4)}`;
  return isDay(moved) ? moved : `${year}-02-28`;
}

/** Returns the number of days from `from` to `to`, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Returns every day from `from` to `to`, both included. */
export function listDays(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => addDays(from, index));
}

/**
 * Returns whether a text is a valid day as YYYY-MM-DD. Years before 1000 are invalid, so that the year of earlier days,
 * such as those of a comparison period, can still be written with four digits.
 */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && toUtcDay(new Date(instant)) === text;
}

/** Returns whether a text is an instant from the year 1000 to 9999 in the format of `Date.toISOString`. */
export function isInstant(text: string): boolean {
  const ms = /^[1-9]\d{3}-/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/**
 * Returns the delay before the next attempt in milliseconds: exponential from `baseMs`, at most `capMs`, and randomly
 * shortened by up to half, so that clients that failed together do not retry together.
 * @param attempt number of attempts made so far, from 1
 */
export function getBackoffMs(
  attempt: number,
  { baseMs = 500, capMs = 30_000, random = Math.random } = {},
): number {
  const maxMs = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return Math.round(maxMs / 2 + (maxMs / 2) * random());
}

/** Calendar periods by their value in URLs. They move with the day: complete ones have ended, the others end today. */
export const calendarPeriods = {
  'this-month': { label: 'This month', months: 1, isComplete: false },
  'last-month': { label: 'Last month', months: 1, isComplete: true },
  'this-quarter': { label: 'This quarter', months: 3, isComplete: false },
  'last-quarter': { label: 'Last quarter', months: 3, isComplete: true },
  'year-to-date': { label: 'Year to date', months: 12, isComplete: false },
} as const;

export type CalendarPeriodName = keyof typeof calendarPeriods;
export const calendarPeriodNames = Object.keys(calendarPeriods) as CalendarPeriodName[];

export interface CalendarPeriod extends Period {
  name: CalendarPeriodName;
  label: string;
}

/** Lists the calendar periods as of `today` (YYYY-MM-DD). */
export function listCalendarPeriods(today: string): CalendarPeriod[] {
  return calendarPeriodNames.map((name) => {
    const { label, months, isComplete } = calendarPeriods[name];
    const firstOfMonth = `${today.slice(0, 7)}-01`;
    const start = addMonths(firstOfMonth, -((Number(today.slice(5, 7)) - 1) % months));
    const period = isComplete
      ? { from: addMonths(start, -months), to: addDays(start, -1) }
      : { from: start, to: today };
    return { name, label, ...period };
  });
}

/**
 * Returns the period before the given one: the whole month or quarter before a complete one; otherwise the same days of
 * the previous month, quarter or year, up to its last day if it is shorter.
 */
export function getPreviousCalendarPeriod(name: CalendarPeriodName, { from, to }: Period): Period {
  const { months, isComplete } = calendarPeriods[name];
  return {
    from: addMonths(from, -months),
    to: isComplete ? addDays(from, -1) : addMonths(to, -months),
  };
}

/** Returns the same day `months` months later, or earlier if negative; the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toUtcDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))));
}
