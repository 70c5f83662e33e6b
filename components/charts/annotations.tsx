'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { classes } from '#components/ui/classes';
import type { Flag } from '#lib/charts/flags';
import { formatShortDate } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';

interface Annotated {
  flags: readonly Flag[];
  /** The button that writes a note; null for who may not. */
  add: ReactNode;
  /** What changes a note, by its id. */
  edit: Readonly<Record<string, ReactNode>>;
}

const AnnotationsContext = createContext<Annotated>({ flags: [], add: null, edit: {} });

/** The flags of the page's period, for its time charts; none where the page has no annotations. */
export function useAnnotations(): Annotated {
  return useContext(AnnotationsContext);
}

export function AnnotationsProvider({ children, ...annotated }: Annotated & { children: ReactNode }) {
  return <AnnotationsContext value={annotated}>{children}</AnnotationsContext>;
}

/** The number of a flag, as it stands on the axis of a chart, in lists and in tables. @param label "3", or "3–5" */
export function FlagMark({ label }: { label: string }) {
  return (
    <span className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-surface px-[3px] text-[10px] leading-none font-medium text-muted">
      <span className="sr-only">Flag </span>
      {label}
    </span>
  );
}

/** The flag of a day beside its date in a table, where it has one. */
export function DayFlag({ day }: { day: string }) {
  const flag = useAnnotations().flags.find((one) => one.day === day);
  if (!flag) return null;
  return (
    <span className="ml-2 align-middle" title={flag.events.map(({ words }) => words).join('; ')}>
      <FlagMark label={`${flag.number}`} />
    </span>
  );
}

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
