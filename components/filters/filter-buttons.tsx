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
  /** Reacts to clicks anywhere in the nearest `relative` ancestor, such as a table row. */
  wholeRow?: boolean;
}

/** A value that filters the page, or clears that filter. */
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

/** Selects a brand for the page, or the project's own brand again. */
export function BrandButton({ brand, children }: { brand: TrackedBrand; children: ReactNode }) {
  const filters = useFilters();
  if (!filters) return children;
  const own = brand.role === 'own';
  const pressed = own ? filters.brand === null : filters.brand === brand.id;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={pressed ? undefined : `Show metrics of ${brand.name}`}
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

/** Clears the filters. */
export function ClearFiltersButton() {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={filters.clear}>Clear filters</Button>;
}

interface DateRangeButtonProps {
  from: string;
  to: string;
}

/** Shows the days that have answers. */
export function DateRangeButton({ from, to }: DateRangeButtonProps) {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={() => filters.setRange({ from, to })}>Show days with answers</Button>;
}
