'use client';

import { useSyncExternalStore } from 'react';
import { formatRelative } from '#lib/format/dates';

const subscribeToNothing = () => () => undefined;

function formatAbsolute(at: Date, timeZone?: string): string {
  return at.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: at.getUTCFullYear() === new Date().getUTCFullYear() ? undefined : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}

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
  return (
    <time dateTime={date.toISOString()} title={isHydrated ? formatRelative(date, new Date()) : undefined}>
      {formatAbsolute(date, isHydrated ? undefined : 'UTC')}
    </time>
  );
}
