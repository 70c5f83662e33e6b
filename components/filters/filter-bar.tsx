'use client';

import { CalendarDays, ChevronDown, ListFilter } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { brandedOptions, type FilterMenuOptions, useFilters } from '#components/filters/filter-context';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { RemovableChip } from '#components/ui/chip';
import { Skeleton } from '#components/ui/loading';
import { LoadFailed } from '#components/ui/notice';
import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { listFilters, pageFilters } from '#lib/contract/filters/page-filters';
import { formatPeriod } from '#lib/core/dates';
import { calendarPeriods } from '#lib/core/time';

/** Dates and filters in the sticky bar; on a narrow screen in a sheet. */
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
            <Button Icon={ListFilter} size="small">
              Filter
            </Button>
          }
        >
          <LazyChoices>
            <DimensionChoices filters={filters} options={options} />
          </LazyChoices>
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
            <Button Icon={ListFilter} size="small">
              Filters
            </Button>
          }
        >
          <div className="flex flex-col gap-6">
            <LazyChoices>
              <PeriodChoices filters={filters} />
              <DimensionChoices filters={filters} options={options} />
            </LazyChoices>
          </div>
        </Dialog>
      </div>
      <FilterChips options={options} />
      {filters.isPending ? (
        <div aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
          <div className="sweeps h-full w-1/3 bg-accent" />
        </div>
      ) : null}
    </>
  );
}

function PeriodPicker() {
  const filters = useFilters();
  const [open, setOpen] = useState(false);
  if (!filters) return null;
  const { calendarPeriod, comparedWith } = filters.period;
  return (
    <Popover
      label="Period"
      className="w-88"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button Icon={CalendarDays} size="small">
          <span className="sr-only">Period: </span>
          {calendarPeriod ? `${calendarPeriods[calendarPeriod].label} · ` : ''}
          {formatPeriod(filters.period)}
          {comparedWith ? (
            <span className="font-normal text-muted max-xl:sr-only">
              compared with {formatPeriod(comparedWith)}
            </span>
          ) : null}
          <ChevronDown className="text-faint" aria-hidden />
        </Button>
      }
    >
      <LazyChoices>
        <PeriodChoices filters={filters} onDone={() => setOpen(false)} />
      </LazyChoices>
    </Popover>
  );
}

const PeriodChoices = loadOnFirstInteraction(
  async () => (await import('#components/filters/filter-choices')).PeriodChoices,
  LoadFailed,
);
const DimensionChoices = loadOnFirstInteraction(
  async () => (await import('#components/filters/filter-choices')).DimensionChoices,
  LoadFailed,
);

/** Shows a placeholder until `children` are loaded. */
function LazyChoices({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-72 w-full" />}>{children}</Suspense>;
}

/** Names values that are not among the options of the project, such as an engine that it does not ask anymore. */
const valueNames: Partial<Record<keyof typeof pageFilters, (value: string) => string>> = {
  engines: getEngineName,
  countries: formatCountry,
};

function FilterChips({ options }: { options: FilterMenuOptions }) {
  const filters = useFilters();
  if (!filters?.isFiltered) return null;
  const branded = brandedOptions.find(({ value }) => value === filters.selected.branded);
  const brand = options.brands.find(({ value }) => value === filters.selected.brandId);
  return (
    <ul
      aria-label="Active filters"
      className="fades-at-edges flex w-full items-center gap-1.5 max-md:overflow-x-auto md:flex-wrap max-md:*:shrink-0"
    >
      {brand ? (
        <li>
          <RemovableChip label={`brand ${brand.label}`} onRemove={() => filters.setBrand(null)}>
            Brand: {brand.label}
          </RemovableChip>
        </li>
      ) : null}
      {listFilters.flatMap((filter) =>
        filters.selected[filter].map((value) => {
          const { label } = pageFilters[filter];
          const option = options[filter].find((known) => known.value === value);
          const name = option?.label ?? valueNames[filter]?.(value);
          return (
            <li key={`${filter}:${value}`} className="max-w-full">
              <RemovableChip
                label={`${label} ${name ?? value}`}
                onRemove={() =>
                  filters.setSelected(
                    filter,
                    filters.selected[filter].filter((other) => other !== value),
                  )
                }
              >
                <span className="max-w-64 truncate">
                  {name ?? (filter === 'promptIds' ? 'A prompt' : value)}
                </span>
              </RemovableChip>
            </li>
          );
        }),
      )}
      {branded && branded.value !== 'without' ? (
        <li>
          <RemovableChip label="branded prompts" onRemove={() => filters.setBranded('without')}>
            {branded.value === 'only' ? 'Only branded prompts' : 'Share of voice includes branded prompts'}
          </RemovableChip>
        </li>
      ) : null}
      <li>
        <button
          type="button"
          onClick={filters.clear}
          className="h-7 rounded-md px-2 text-xs font-medium text-muted hover:text-ink"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
