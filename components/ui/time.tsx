'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The distance to now in the largest whole unit: "3 hours ago". */
function relative(at: Date): string {
  const seconds = (at.getTime() - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? format.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}

function absolute(at: Date, timeZone?: string): string {
  return at.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}

/** An instant: absolute in the reader's time zone (in UTC until the page has woken up), relative on hover. */
export function Time({ at }: { at: Date | string }) {
  const date = new Date(at);
  const text = useSyncExternalStore(
    never,
    () => absolute(date),
    () => absolute(date, 'UTC'),
  );
  const title = useSyncExternalStore(
    never,
    () => relative(date),
    () => undefined,
  );
  return (
    <time dateTime={date.toISOString()} title={title}>
      {text}
    </time>
  );
}
