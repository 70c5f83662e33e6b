'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { classes } from '#components/ui/classes';
import type { AnnotationFlag } from '#lib/charts/plot-layout';
import { formatDate, formatShortDate } from '#lib/core/dates';
import { formatClauses } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';

interface AnnotationsContextValue {
  flags: readonly AnnotationFlag[];
  /** The button that adds a note; null on pages where notes can't be added. */
  addButton: ReactNode;
  /** The buttons that edit notes, by note ID. */
  editButtons: Readonly<Record<string, ReactNode>>;
}

const AnnotationsContext = createContext<AnnotationsContextValue>({
  flags: [],
  addButton: null,
  editButtons: {},
});

/** Returns the annotation flags of the page's time charts, and the buttons that add and edit notes. */
export function useAnnotations(): AnnotationsContextValue {
  return useContext(AnnotationsContext);
}

export function AnnotationsProvider({
  children,
  ...value
}: AnnotationsContextValue & { children: ReactNode }) {
  return <AnnotationsContext value={value}>{children}</AnnotationsContext>;
}

/** A numbered flag, on the axis of a chart, in a list or in a table. @param label "3", or "3–5" for several flags */
export function FlagMark({ label }: { label: string }) {
  return (
    <span className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-surface px-[3px] text-[10px] leading-none font-medium text-muted">
      <span className="sr-only">Annotation </span>
      {label}
    </span>
  );
}

/** A date in a table, with the flag of its annotations. */
export function FlaggedDate({ day }: { day: string }) {
  const flag = useAnnotations().flags.find((candidate) => candidate.day === day);
  return (
    <>
      {formatDate(day)}
      {flag?.number ? (
        <span className="ml-2 align-middle" title={formatClauses(flag.annotations.map(({ label }) => label))}>
          <FlagMark label={`${flag.number}`} />
        </span>
      ) : null}
    </>
  );
}

const messages = defineMessages({
  showAll: 'Show annotations for all {days, plural, one {# day} other {# days}}',
});

const maxShownFlags = 6;

/** The annotations behind the flags of a time chart, with buttons to edit notes. Older ones are hidden if there are many. */
export function AnnotationList() {
  const { flags, editButtons } = useAnnotations();
  const [showsAll, setShowsAll] = useState(false);
  if (flags.length === 0) return null;
  const firstShownIndex = flags.length - maxShownFlags;
  return (
    <div className="@container mt-4">
      <ol aria-label="Annotations" className="grid gap-x-8 gap-y-1 text-xs @2xl:grid-cols-2">
        {flags.map(({ number, day, annotations }, index) => (
          <li
            key={day}
            className={classes(
              'flex min-w-0 items-baseline gap-2',
              showsAll || index >= firstShownIndex ? null : 'not-print:hidden',
            )}
          >
            {number === null ? (
              <span className="w-4 shrink-0 text-center text-muted">
                <span aria-hidden>–</span>
                <span className="sr-only">Not on the chart</span>
              </span>
            ) : (
              <FlagMark label={`${number}`} />
            )}
            <time dateTime={day} className="w-12 shrink-0 whitespace-nowrap text-muted">
              {formatShortDate(day)}
            </time>
            <ul className="min-w-0 flex-1">
              {annotations.map(({ label, noteId }) => (
                <li key={noteId ?? label} className="flex items-baseline gap-1">
                  <span className="wrap-anywhere">{label}</span>
                  {noteId ? editButtons[noteId] : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {firstShownIndex > 0 ? (
        <button
          type="button"
          data-print="hide"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="mt-1 h-7 rounded-md text-xs font-medium text-muted hover:text-ink"
        >
          {showsAll ? 'Show fewer' : messages.showAll({ days: flags.length })}
        </button>
      ) : null}
    </div>
  );
}
