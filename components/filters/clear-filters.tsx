'use client';

import { useFilters } from '#components/filters/filter-context';
import { Button } from '#components/ui/button';

/** The one next step where nothing matches. */
export function ClearFilters() {
  const filters = useFilters();
  if (!filters) return null;
  return <Button onClick={filters.clear}>Clear filters</Button>;
}
