'use client';

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { classes } from '#components/ui/classes';
import { useUrlQuery } from '#components/ui/links';
import type { Option } from '#components/ui/select';
import { type EngineLabels, formatModel } from '#lib/contract/engine-labels';
import { getEngineName } from '#lib/contract/engines';
import {
  type ChangedFilters,
  type FilterSelection,
  hasSelection,
  type ListFilterName,
  listChangedParameters,
  loadSelection,
  noSelection,
  type PageFilterValues,
} from '#lib/contract/filters/page-filters';
import { formatPeriod } from '#lib/core/dates';
import { defineMessages } from '#lib/core/messages';
import type { CalendarPeriodName, Period } from '#lib/core/time';

/** The filter options of a project. Those for prompts are only the selected ones, because a project can have thousands. */
export interface FilterMenuOptions extends Record<ListFilterName, readonly Option[]> {
  /** The project's own brand first. */
  brands: readonly Option[];
}

/** Options for prompts that contain the name of a tracked brand. */
export const brandedOptions = [
  { value: 'without', label: 'Exclude from share of voice' },
  { value: 'with', label: 'Include in share of voice' },
  { value: 'only', label: 'Only branded prompts' },
] as const satisfies readonly Option<FilterSelection['branded']>[];

/** The comparison periods. */
export const comparisonOptions = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Same period last year' },
  { value: 'custom', label: 'Custom dates' },
  { value: 'none', label: 'No comparison' },
] as const satisfies readonly Option<PageFilterValues['compare']>[];

/** The period as parsed by the server, both days included. */
export interface SelectedPeriod extends Period {
  /** 7, 28, 56 or 91 days; null for a calendar period and custom dates. */
  preset: number | null;
  calendarPeriod: CalendarPeriodName | null;
  compare: PageFilterValues['compare'];
  /** The comparison period; null without one. */
  comparedWith: Period | null;
  /** The time zone of the project's days. */
  timeZone: string;
}

export interface FilterState {
  period: SelectedPeriod;
  selected: FilterSelection;
  /** Whether new data is loading. */
  isPending: boolean;
  /** Whether the user has set a filter other than the period, or selected a competitor. */
  isFiltered: boolean;
  setDays(days: PageFilterValues['days']): void;
  setCalendarPeriod(name: CalendarPeriodName): void;
  setRange(range: Period): void;
  /** `range` is needed for `custom` only. */
  setCompare(compare: PageFilterValues['compare'], range?: Period): void;
  setSelected(filter: ListFilterName, values: string[]): void;
  /** Filters by this value only, or clears the filter if it was the only value. */
  toggleOnly(filter: ListFilterName, value: string): void;
  setBrand(brandId: string | null): void;
  setBranded(branded: FilterSelection['branded']): void;
  /** Searches the list on the page and returns to its first page. Replaces the previous search in the browser's history. */
  setSearch(text: string): void;
  clear(): void;
}

const FilterContext = createContext<FilterState | null>(null);

/** Returns the filters of the page; null if they are fixed, as on a shared page. */
export function useFilters(): FilterState | null {
  return useContext(FilterContext);
}

interface FilterProviderProps {
  period: SelectedPeriod;
  /** The filters the server accepted. Other values in the URL are not shown as filters. */
  accepted: FilterSelection;
  children: ReactNode;
}

export function FilterProvider({ period, accepted, children }: FilterProviderProps) {
  const { query, isPending, change } = useUrlQuery();
  const state = useMemo<FilterState>(() => {
    const selected = isPending ? loadSelection(new URLSearchParams(query)) : accepted;
    const set = (changed: ChangedFilters) => change(listChangedParameters(changed));
    const setSelected = (filter: ListFilterName, values: string[]) => {
      const changed: ChangedFilters = {};
      changed[filter] = values;
      set(changed);
    };
    return {
      period,
      selected,
      isPending,
      isFiltered: hasSelection(selected),
      setDays: (days) => set({ days, calendarPeriod: null, from: null, to: null }),
      setCalendarPeriod: (calendarPeriod) => set({ days: null, calendarPeriod, from: null, to: null }),
      setRange: ({ from, to }) => set({ days: null, calendarPeriod: null, from, to }),
      setCompare: (compare, range) =>
        set({ compare, compareFrom: range?.from ?? null, compareTo: range?.to ?? null }),
      setSelected,
      toggleOnly: (filter, value) => {
        const [only, ...others] = selected[filter];
        setSelected(filter, only === value && others.length === 0 ? [] : [value]);
      },
      setBrand: (brandId) => set({ brandId }),
      setBranded: (branded) => set({ branded }),
      setSearch: (text) => change({ words: text === '' ? [] : [text], answer: [] }, { navigate: 'replace' }),
      clear: () => set(noSelection),
    };
  }, [query, change, period, accepted, isPending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

const EngineLabelsContext = createContext<EngineLabels>({});

/** Makes engine names in `children` include the model that answered recently. */
export function EngineLabelsProvider({ labels, children }: { labels: EngineLabels; children: ReactNode }) {
  return <EngineLabelsContext value={labels}>{children}</EngineLabelsContext>;
}

interface EngineNameProps {
  engine: string;
  /** Puts the model on a line below, for narrow columns. */
  isStacked?: boolean;
  /** Keeps the second line free while the model is unknown, so that the first answer does not shift the layout. */
  reservesModel?: boolean;
}

/** The name of an engine, followed by its model or "Sandbox" in a muted color. */
export function EngineName({ engine, isStacked = false, reservesModel = false }: EngineNameProps) {
  const answeredBy = useContext(EngineLabelsContext)[engine];
  const model = answeredBy ? formatModel(answeredBy) : '';
  return (
    <>
      {getEngineName(engine)}
      {model ? (
        <span className={classes(isStacked && 'sr-only', 'font-normal text-muted')}> · {model}</span>
      ) : null}
      {isStacked && (model || reservesModel) ? (
        <span aria-hidden className="block text-xs font-normal text-muted">
          {model || '\u00a0'}
        </span>
      ) : null}
    </>
  );
}

const messages = defineMessages({
  shown: 'Data for {period}{filters, select, some {, filtered} other {}}',
});

/** The filtered content. Announces loading and new data to assistive technology. */
export function FilteredContent({ children }: { children: ReactNode }) {
  const filters = useFilters();
  const isPending = filters?.isPending ?? false;
  const [hasChanged, setHasChanged] = useState(false);
  if (isPending && !hasChanged) setHasChanged(true);
  return (
    <>
      <p role="status" className="sr-only">
        {isPending ? 'Loading data' : null}
        {hasChanged && !isPending && filters
          ? messages.shown({
              period: formatPeriod(filters.period),
              filters: filters.isFiltered ? 'some' : 'other',
            })
          : null}
      </p>
      <div aria-busy={isPending}>{children}</div>
    </>
  );
}
