import { addDays, isTimeZone, listDays, type Period, toUtcDay } from '#lib/core/time';

/** A project, or the filters of its pages: their days are those of a time zone. */
export interface WithTimeZone {
  /** The IANA name of its time zone. */
  timeZone: string;
}

/** Returns whether a project can have this time zone: one with a name, because a fixed offset ignores clock changes. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isTimeZone(name);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const existing = formats.get(timeZone);
  if (existing) return existing;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, created);
  return created;
}

/** Returns the day of an instant in a time zone as YYYY-MM-DD. @throws RangeError for an unknown time zone */
export function toDay(instant: Date, timeZone: string): string {
  if (timeZone === 'UTC') return toUtcDay(instant);
  const parts = new Map(
    getFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return `${year}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}

/** Larger than any offset from UTC. */
const maxOffsetSeconds = 16 * 3_600;
/** Before, no zone had a standard time. Days are then UTC days. */
const firstZonedDay = '1900-01-01';

/**
 * Returns the instant at which a day begins in a time zone: usually midnight, or the first time after it if a clock
 * change skips midnight. A day that the zone skipped begins when the next one does.
 * @throws RangeError for an unknown time zone
 */
export function getStartOfDay(day: string, timeZone: string): Date {
  const utcMidnight = new Date(day);
  if (timeZone === 'UTC' || day < firstZonedDay) return utcMidnight;
  // The days of later instants are never earlier, so the first instant of the day can be found by bisection.
  let [before, start] = [-maxOffsetSeconds, maxOffsetSeconds];
  const toInstant = (seconds: number) => new Date(utcMidnight.getTime() + seconds * 1_000);
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (toDay(toInstant(middle), timeZone) >= day) start = middle;
    else before = middle;
  }
  return toInstant(start);
}

/** The instants that a period spans: `start` is included, `end` is not. */
export interface Span {
  start: Date;
  end: Date;
}

/** Returns the instants of a period's days in a time zone. */
export function getSpan({ from, to }: Period, timeZone: string): Span {
  return { start: getStartOfDay(from, timeZone), end: getStartOfDay(addDays(to, 1), timeZone) };
}

/** Returns each day of a period with the instants that it spans in a time zone. */
export function listSpans({ from, to }: Period, timeZone: string): ({ day: string } & Span)[] {
  const days = listDays(from, to);
  const starts = days.map((day) => getStartOfDay(day, timeZone));
  const end = getStartOfDay(addDays(to, 1), timeZone);
  return days.flatMap((day, index) => {
    const start = starts[index];
    return start ? [{ day, start, end: starts[index + 1] ?? end }] : [];
  });
}
