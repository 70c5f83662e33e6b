'use client';

import { useState } from 'react';
import { useAnnotations } from '#components/annotations/annotations-context';
import { FlagMark } from '#components/annotations/flag-mark';
import { classes } from '#components/ui/classes';
import { formatPlural, formatShortDate } from '#lib/format/formats';

const mostShown = 6;

/** What the numbered flags of a time chart stand for, in their order, of many the newest; notes can be changed here. */
export function FlagList() {
  const { flags, edit } = useAnnotations();
  const [all, setAll] = useState(false);
  if (flags.length === 0) return null;
  const firstShown = flags.length - mostShown;
  return (
    <div className="@container mt-4">
      <ol aria-label="What happened on these days" className="grid gap-x-8 gap-y-1 text-xs @2xl:grid-cols-2">
        {flags.map(({ number, day, events }, index) => (
          <li
            key={day}
            className={classes(
              'flex min-w-0 items-baseline gap-2',
              all || index >= firstShown ? null : 'not-print:hidden',
            )}
          >
            <FlagMark label={`${number}`} />
            <time dateTime={day} className="w-12 shrink-0 whitespace-nowrap text-muted">
              {formatShortDate(day)}
            </time>
            <ul className="min-w-0 flex-1">
              {events.map(({ words, noteId }) => (
                <li key={noteId ?? words} className="flex items-baseline gap-1">
                  <span className="wrap-anywhere">{words}</span>
                  {noteId ? edit[noteId] : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {firstShown > 0 ? (
        <button
          type="button"
          data-print="hide"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-1 h-7 rounded-md text-xs font-medium text-muted hover:text-ink"
        >
          {all ? 'Show fewer' : `Show all ${formatPlural(flags.length, 'day')}`}
        </button>
      ) : null}
    </div>
  );
}
