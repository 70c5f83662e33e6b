'use client';

import type { ReactNode } from 'react';
import { useFilters } from '#components/filters/filter-context';
import type { Dimension } from '#components/filters/filter-options';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import type { TrackedBrand } from '#lib/core/metric';

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

/** A brand that the whole page turns to when its row is pressed, and back to the own one when pressed again. */
export function BrandButton({ brand, children }: { brand: TrackedBrand; children: ReactNode }) {
  const filters = useFilters();
  if (!filters) return children;
  const own = brand.role === 'own';
  const pressed = own ? filters.brand === null : filters.brand === brand.id;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={pressed ? undefined : `Show the figures of ${brand.name}`}
      onClick={() => filters.setBrand(own || pressed ? null : brand.id)}
      className={classes(
        'min-h-6 min-w-0 text-left after:absolute after:inset-0 hover:text-accent-strong',
        pressed && 'font-semibold',
      )}
    >
      {children}
    </button>
  );
}

/** The one next step where nothing matches. */
export function ClearFiltersButton() {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={filters.clear}>Clear filters</Button>;
}

interface DateRangeButtonProps {
  from: string;
  to: string;
}

/** The one next step where the days chosen hold no answer: days that do. */
export function DateRangeButton({ from, to }: DateRangeButtonProps) {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={() => filters.setRange({ from, to })}>Show the days with answers</Button>;
}
