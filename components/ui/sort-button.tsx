'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';

interface SortButtonProps {
  /** How the table is put in order by this column now; null when it is not. */
  sorted: 'up' | 'down' | null;
  /** Of a right-aligned column: the arrow stands before the name. */
  numeric?: boolean;
  onSort: () => void;
  children: ReactNode;
}

/** A column's name that puts the table in its order; the cell around it carries `aria-sort`. */
export function SortButton({ sorted, numeric, onSort, children }: SortButtonProps) {
  const Arrow = sorted === 'down' ? ArrowDown : ArrowUp;
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
