'use client';

import type { ReactNode } from 'react';
import { useFilters } from '#components/filters/filter-context';
import type { Dimension } from '#components/filters/filter-options';
import { classes } from '#components/ui/classes';

interface FilterButtonProps {
  dimension: Dimension;
  value: string;
  children: ReactNode;
  /** Reacts to presses anywhere in the nearest `relative` ancestor, such as a table row. */
  wholeRow?: boolean;
}

/** A value that filters the whole page when pressed, and no longer when pressed again. */
export function FilterButton({ dimension, value, children, wholeRow }: FilterButtonProps) {
  const filters = useFilters();
  if (!filters) return children;
  const pressed = filters.chosen[dimension].includes(value);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => filters.toggleOnly(dimension, value)}
      className={classes(
        'min-h-6 min-w-0 text-left hover:text-accent-strong',
        pressed && 'font-semibold text-accent-strong',
        wholeRow && 'after:absolute after:inset-0',
      )}
    >
      {children}
    </button>
  );
}
