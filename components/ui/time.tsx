'use client';

import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelative } from '#lib/core/dates';

const subscribeToNothing = () => () => undefined;

/** Returns whether the page is hydrated. Until then, values that only the browser knows, such as its time zone, are missing. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/**
 * A date and time in the user's time zone (in UTC until hydration), with the year unless it is the current year.
 * The tooltip shows the relative time.
 */
export function Time({ at }: { at: Date | string }) {
  const date = new Date(at);
  const isHydrated = useIsHydrated();
  const withoutYear = date.getUTCFullYear() === new Date().getUTCFullYear();
  return (
    <time
      className="whitespace-nowrap"
      dateTime={date.toISOString()}
      title={isHydrated ? formatRelative(date, new Date()) : undefined}
    >
      {formatDateTime(date, { timeZone: isHydrated ? undefined : 'UTC', withoutYear })}
    </time>
  );
}
