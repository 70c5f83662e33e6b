'use client';

import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { DimensionChoices, PeriodChoices } from '#components/filters/choices';
import { FilterChips } from '#components/filters/filter-chips';
import { useFilters } from '#components/filters/filter-context';
import type { FilterMenuOptions } from '#components/filters/filter-options';
import { PeriodPicker } from '#components/filters/period-picker';
import { Dialog } from '#components/overlays/dialog';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';

/** Dates and filters in the sticky bar; one sheet holds them all on a narrow screen. */
export function FilterBar({ options, views }: { options: FilterMenuOptions; views?: ReactNode }) {
  const filters = useFilters();
  if (!filters) return null;
  return (
    <>
      <div className="ml-auto hidden items-center gap-2 md:flex">
        <Popover
          label="Filters"
          align="end"
          className="w-96"
          trigger={
            <Button size="small">
              <ListFilter aria-hidden />
              Filter
            </Button>
          }
        >
          <DimensionChoices filters={filters} options={options} />
        </Popover>
        <PeriodPicker />
        {views}
      </div>
      <div className="ml-auto flex items-center gap-2 md:hidden">
        {views}
        <Dialog
          kind="sheet"
          title="Dates and filters"
          trigger={
            <Button size="small">
              <ListFilter aria-hidden />
              Filters
            </Button>
          }
        >
          <div className="flex flex-col gap-6">
            <PeriodChoices filters={filters} />
            <DimensionChoices filters={filters} options={options} />
          </div>
        </Dialog>
      </div>
      <FilterChips options={options} />
      {filters.pending ? (
        <div aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
          <div className="sweeps h-full w-1/3 bg-accent" />
        </div>
      ) : null}
    </>
  );
}
