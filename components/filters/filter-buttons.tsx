'use client';

import type { ReactNode } from 'react';
import { useFilters } from '#components/filters/filter-context';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import { BrandSwatch } from '#components/ui/domain';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { ListFilterName } from '#lib/contract/filters/page-filters';
import type { TrackedBrand } from '#lib/core/metric';
import type { Period } from '#lib/core/time';

interface FilterButtonProps {
  filter: ListFilterName;
  value: string;
  children: ReactNode;
  /** Whether the clickable area fills the nearest `relative` ancestor, such as a table row. */
  wholeRow?: boolean;
}

/** A button that filters the page by a value, or clears that filter. */
export function FilterButton({ filter, value, children, wholeRow }: FilterButtonProps) {
  const filters = useFilters();
  if (!filters) return children;
  const isPressed = filters.selected[filter].includes(value);
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={() => filters.toggleOnly(filter, value)}
      className={classes(
        'min-h-6 min-w-0 text-left hover:text-accent-strong',
        isPressed && 'font-semibold text-accent-strong',
        wholeRow ? 'after:absolute after:inset-0' : 'relative z-[1]',
      )}
    >
      {children}
    </button>
  );
}

/**
 * A brand with its color. Clicking its row selects the brand for the page; clicking the row again returns to the
 * project's own brand.
 */
export function BrandButton({ brand, className }: { brand: TrackedBrand; className?: string | false }) {
  const filters = useFilters();
  const isOwn = brand.role === 'own';
  const isPressed =
    filters !== null && (isOwn ? filters.selected.brandId === null : filters.selected.brandId === brand.id);
  return (
    <span className={classes('flex items-center gap-2.5', className)}>
      <BrandSwatch color={getBrandColor(brand.colorIndex)} />
      {filters ? (
        <button
          type="button"
          aria-pressed={isPressed}
          title={isPressed ? undefined : `Show metrics of ${brand.name}`}
          onClick={() => filters.setBrand(isOwn || isPressed ? null : brand.id)}
          className={classes(
            'min-h-6 min-w-0 text-left after:absolute after:inset-0 hover:text-accent-strong',
            isPressed && 'font-semibold',
          )}
        >
          {brand.name}
        </button>
      ) : (
        brand.name
      )}
    </span>
  );
}

/** Clears the filters. */
export function ClearFiltersButton() {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={filters.clear}>Clear filters</Button>;
}

/** Sets the period to the days that have answers. */
export function DateRangeButton({ range }: { range: Period }) {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={() => filters.setRange(range)}>Show days with answers</Button>;
}
