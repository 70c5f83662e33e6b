'use client';

import { useSyncExternalStore } from 'react';
import { formatRelative } from '#lib/format/dates';

const subscribeToNothing = () => () => undefined;

const dayAndTime = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
/** Creates the formats for the current year and for other years. Creating them for each time would be slow. */
const createFormats = (timeZone?: string) =>
  [dayAndTime, { ...dayAndTime, year: 'numeric' as const }].map(
    (options) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone }),
  );
const formats = { utc: createFormats('UTC'), local: createFormats() };

/**
 * A date and time in the user's time zone (in UTC until hydration), with the year unless it is the current year.
 * The tooltip shows the relative time.
 */
export function Time({ at }: { at: Date | string }) {
  const date = new Date(at);
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const isOtherYear = date.getUTCFullYear() !== new Date().getUTCFullYear();
  return (
    <time dateTime={date.toISOString()} title={isHydrated ? formatRelative(date, new Date()) : undefined}>
      {formats[isHydrated ? 'local' : 'utc'][Number(isOtherYear)]?.format(date)}
    </time>
  );
}
