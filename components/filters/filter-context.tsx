'use client';

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { classes } from '#components/ui/classes';
import { useUrlQuery } from '#components/ui/links';
import type { Option } from '#components/ui/select';
import type { CalendarPeriodName, Period } from '#lib/core/time';
import { formatPeriod } from '#lib/format/dates';
import { type EngineLabels, formatEngine, formatModel } from '#lib/format/labels';

/** The filter options of a project. */
export interface FilterMenuOptions {
  /** The project's own brand first. */
  brands: readonly Option[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** Only the selected prompts, because a project can have thousands. */
  prompts: readonly Option[];
}

/** The filter dimensions. `key` is the URL parameter, which can be repeated to select several values. */
export const dimensions = [
  { key: 'engine', plural: 'engines', label: 'Engine', heading: 'Engines' },
  { key: 'country', plural: 'countries', label: 'Country', heading: 'Countries' },
  { key: 'topic', plural: 'topics', label: 'Topic', heading: 'Topics' },
  { key: 'tag', plural: 'tags', label: 'Tag', heading: 'Tags' },
  { key: 'prompt', plural: 'prompts', label: 'Prompt', heading: 'Prompts' },
] as const;

export type Dimension = (typeof dimensions)[number]['key'];

/** Options for prompts that contain the name of a tracked brand. */
export const brandedOptions = [
  { value: 'without', label: 'Exclude from share of voice' },
  { value: 'with', label: 'Include in share of voice' },
  { value: 'only', label: 'Only branded prompts' },
] as const;

export type Branded = (typeof brandedOptions)[number]['value'];

/** The comparison periods. */
export const comparisonOptions = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Same period last year' },
  { value: 'custom', label: 'Custom dates' },
  { value: 'none', label: 'No comparison' },
] as const;

export type Comparison = (typeof comparisonOptions)[number]['value'];

/** The period as parsed by the server, both days included. */
export interface SelectedPeriod extends Period {
  /** 7, 28, 56 or 91 days; null for a calendar period and custom dates. */
  preset: number | null;
  calendarPeriod: CalendarPeriodName | null;
  compare: Comparison;
  /** The comparison period; null without one. */
  comparedWith: Period | null;
}

export interface FilterState {
  period: SelectedPeriod;
  selected: Record<Dimension, readonly string[]>;
  /** The selected brand; null for the project's own. */
  brand: string | null;
  branded: Branded;
  /** Whether new data is loading. */
  isPending: boolean;
  /** Whether the user has set a filter other than the period, or selected a competitor. */
  isFiltered: boolean;
  setDays(days: number): void;
  setCalendarPeriod(name: CalendarPeriodName): void;
  setRange(range: Period): void;
  /** `range` is needed for `custom` only. */
  setCompare(compare: Comparison, range?: Period): void;
  setSelected(dimension: Dimension, values: string[]): void;
  /** Filters by this value only, or clears the filter if it was the only value. */
  toggleOnly(dimension: Dimension, value: string): void;
  setBrand(brand: string | null): void;
  setBranded(branded: Branded): void;
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
  accepted: Record<Dimension, readonly string[]> & { brand: string | null };
  children: ReactNode;
}

export function FilterProvider({ period, accepted, children }: FilterProviderProps) {
  const { query, isPending, change } = useUrlQuery();
  const state = useMemo<FilterState>(() => {
    const parameters = new URLSearchParams(query);
    const brandedValue = parameters.get('branded');
    const branded = brandedOptions.find(({ value }) => value === brandedValue)?.value ?? 'without';
    const getAccepted = (dimension: Dimension) =>
      parameters.getAll(dimension).filter((value) => isPending || accepted[dimension].includes(value));
    const selected = {
      engine: getAccepted('engine'),
      country: getAccepted('country'),
      topic: getAccepted('topic'),
      tag: getAccepted('tag'),
      prompt: getAccepted('prompt'),
    };
    const brand = isPending ? parameters.get('brand') : accepted.brand;
    const setSelected = (dimension: Dimension, next: string[]) => change({ [dimension]: next });
    return {
      period,
      selected,
      brand,
      branded,
      isPending,
      isFiltered:
        Object.values(selected).some((dimensionValues) => dimensionValues.length > 0) ||
        brand !== null ||
        branded !== 'without',
      setDays: (days) => change({ days: [String(days)], period: [], from: [], to: [] }),
      setCalendarPeriod: (name) => change({ days: [], period: [name], from: [], to: [] }),
      setRange: ({ from, to }) => change({ days: [], period: [], from: [from], to: [to] }),
      setCompare: (compare, range) =>
        change({
          compare: compare === 'previous' ? [] : [compare],
          compareFrom: range ? [range.from] : [],
          compareTo: range ? [range.to] : [],
        }),
      setSelected,
      toggleOnly: (dimension, value) =>
        setSelected(
          dimension,
          selected[dimension].length === 1 && selected[dimension][0] === value ? [] : [value],
        ),
      setBrand: (next) => change({ brand: next === null ? [] : [next] }),
      setBranded: (next) => change({ branded: next === 'without' ? [] : [next] }),
      setSearch: (text) => change({ words: text === '' ? [] : [text], answer: [] }, { navigate: 'replace' }),
      clear: () =>
        change({ engine: [], country: [], topic: [], tag: [], prompt: [], brand: [], branded: [] }),
    };
  }, [query, change, period, accepted, isPending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

const EngineLabelsContext = createContext<EngineLabels>({});

/** Makes engine names in `children` include the model that answered recently. */
export function EngineLabelsProvider({ labels, children }: { labels: EngineLabels; children: ReactNode }) {
  return <EngineLabelsContext value={labels}>{children}</EngineLabelsContext>;
}

/** Returns the label of an engine. */
export function useEngineLabel(engine: string): string {
  return formatEngine(engine, useContext(EngineLabelsContext));
}

interface EngineNameProps {
  engine: string;
  /** Puts the model on a line below, for narrow columns. */
  isStacked?: boolean;
}

/** The name of an engine, followed by its model or "Sandbox" in a muted color. */
export function EngineName({ engine, isStacked = false }: EngineNameProps) {
  const answeredBy = useContext(EngineLabelsContext)[engine];
  const model = answeredBy ? formatModel(answeredBy) : '';
  return (
    <>
      {formatEngine(engine)}
      {model ? (
        <span className={classes(isStacked && 'sr-only', 'font-normal text-muted')}> · {model}</span>
      ) : null}
      {model && isStacked ? (
        <span aria-hidden className="block text-xs font-normal text-muted">
          {model}
        </span>
      ) : null}
    </>
  );
}

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
          ? `Data for ${formatPeriod(filters.period)}${filters.isFiltered ? ', filtered' : ''}`
          : null}
      </p>
      <div aria-busy={isPending}>{children}</div>
    </>
  );
}
