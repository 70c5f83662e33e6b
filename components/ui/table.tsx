'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#components/ui/classes';

/**
 * A table of 40 px rows separated by hairlines. If it is too wide, it scrolls horizontally in its container, with the
 * first column and cells with `data-pinned` pinned. If `className` limits its height, it scrolls vertically under a
 * sticky header. `label` is its accessible name.
 */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={classes(
        'pins-first-column fades-at-edges relative isolate w-full scroll-pl-44 overflow-x-auto',
        className,
      )}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  );
}

/** The row of `HeadCell`s. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-[3] bg-page">
      <tr>{children}</tr>
    </thead>
  );
}

interface CellProps {
  /** Right-aligned, with tabular figures. */
  numeric?: boolean;
}

interface HeadCellProps extends CellProps {
  /** Hides the label of the column, except from assistive technology. */
  labelHidden?: boolean;
}

export function HeadCell({
  numeric,
  labelHidden,
  className,
  children,
  ...rest
}: ComponentProps<'th'> & HeadCellProps) {
  return (
    <th
      scope="col"
      className={classes(
        'h-9 whitespace-nowrap border-b pl-4 text-xs font-medium text-muted first:pl-0',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    >
      {labelHidden ? <span className="sr-only">{children}</span> : children}
    </th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  isHighlighted?: boolean | undefined;
}

export function Row({ isHighlighted, className, ...rest }: RowProps) {
  return (
    <tr
      className={classes(
        'border-b last:border-b-0 hover:[--row:color-mix(in_oklab,var(--sunken)_60%,transparent)]',
        isHighlighted && '[--row:color-mix(in_oklab,var(--accent-soft)_60%,transparent)]',
        className,
      )}
      {...rest}
    />
  );
}

export function Cell({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={classes(
        'h-10 py-1.5 pl-4 first:pl-0',
        numeric && 'whitespace-nowrap text-right tabular-nums',
        className,
      )}
      {...rest}
    />
  );
}

interface SortButtonProps {
  /** How the table is sorted by this column; null when it isn't. */
  sorted: 'ascending' | 'descending' | null;
  /** Puts the arrow before the label, for right-aligned columns. */
  numeric?: boolean;
  onSort: () => void;
  children: ReactNode;
}

/** A column label that sorts the table. The cell around it has `aria-sort`. */
export function SortButton({ sorted, numeric, onSort, children }: SortButtonProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classes(
        'group inline-flex min-h-6 items-center gap-1 rounded hover:text-ink',
        sorted && 'text-ink',
        numeric && 'flex-row-reverse',
      )}
    >
      {children}
      <Arrow
        aria-hidden
        className={classes(
          'size-3',
          !sorted && 'opacity-0 group-hover:opacity-40 group-focus-visible:opacity-40',
        )}
      />
    </button>
  );
}
