'use client';

import {
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from 'react';
import type { Option } from '#components/ui/select';
import type { Period } from '#lib/core/time';
import { formatPeriod } from '#lib/format/dates';
import { type EngineLabels, formatEngine } from '#lib/format/labels';

/** The filter options of a project. */
export interface FilterMenuOptions {
  /** The project's own brand first. */
  brands: readonly Option[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** Only the selected ones: a project can have thousands. */
  prompts: readonly Option[];
}

/** The filter dimensions by URL parameter, which can be repeated. */
export const dimensions = [
  { key: 'engine', plural: 'engines', label: 'Engine', heading: 'Engines' },
  { key: 'country', plural: 'countries', label: 'Country', heading: 'Countries' },
  { key: 'topic', plural: 'topics', label: 'Topic', heading: 'Topics' },
  { key: 'tag', plural: 'tags', label: 'Tag', heading: 'Tags' },
  { key: 'prompt', plural: 'prompts', label: 'Prompt', heading: 'Prompts' },
] as const;

export type Dimension = (typeof dimensions)[number]['key'];

/** Whether prompts that contain the name of a tracked brand count. */
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

const list = parseAsNativeArrayOf(parseAsString);

/** The URL parameters. Filters are stored only in the URL, so that a copied link shows the same view. */
const parsers = {
  days: parseAsInteger,
  from: parseAsString,
  to: parseAsString,
  compare: parseAsStringLiteral(comparisonOptions.map(({ value }) => value)).withDefault('previous'),
  compareFrom: parseAsString,
  compareTo: parseAsString,
  engine: list,
  country: list,
  topic: list,
  tag: list,
  prompt: list,
  brand: parseAsString,
  branded: parseAsStringLiteral(brandedOptions.map(({ value }) => value)).withDefault('without'),
};

/** The period as parsed by the server, both days included. */
export interface ShownPeriod extends Period {
  /** 7, 28, 56 or 91 days; null for custom dates. */
  preset: number | null;
  compare: Comparison;
  /** The comparison period; null without one. */
  comparedWith: Period | null;
}

export interface FilterState {
  period: ShownPeriod;
  selected: Record<Dimension, readonly string[]>;
  /** The selected brand; null for the project's own. */
  brand: string | null;
  branded: Branded;
  /** Whether new data is loading. */
  isPending: boolean;
  /** Whether anything but the period is filtered. */
  isFiltered: boolean;
  setDays(days: number): void;
  setRange(range: Period): void;
  /** `days` is needed for `custom` only. */
  setCompare(compare: Comparison, days?: Period): void;
  setSelected(dimension: Dimension, values: string[]): void;
  /** Filters by this value only, or clears the filter if it was the only value. */
  toggleOnly(dimension: Dimension, value: string): void;
  setBrand(brand: string | null): void;
  setBranded(branded: Branded): void;
  clear(): void;
}

const FilterContext = createContext<FilterState | null>(null);

/** Returns the filters of the page; null where they are fixed, as on a shared page. */
export function useFilters(): FilterState | null {
  return useContext(FilterContext);
}

interface FilterProviderProps {
  period: ShownPeriod;
  /** The filters the server accepted. Other values in the URL are not shown as filters. */
  accepted: Record<Dimension, readonly string[]> & { brand: string | null };
  children: ReactNode;
}

export function FilterProvider({ period, accepted, children }: FilterProviderProps) {
  const [isPending, startTransition] = useTransition();
  const [values, setValues] = useQueryStates(parsers, {
    shallow: false,
    history: 'push',
    scroll: false,
    startTransition,
  });
  const state = useMemo<FilterState>(() => {
    const { branded } = values;
    const getAccepted = (dimension: Dimension) =>
      isPending
        ? values[dimension]
        : values[dimension].filter((value) => accepted[dimension].includes(value));
    const selected = {
      engine: getAccepted('engine'),
      country: getAccepted('country'),
      topic: getAccepted('topic'),
      tag: getAccepted('tag'),
      prompt: getAccepted('prompt'),
    };
    const brand = isPending ? values.brand : accepted.brand;
    const setSelected = (dimension: Dimension, next: string[]) =>
      void setValues({ [dimension]: next.length > 0 ? next : null });
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
      setDays: (days) => void setValues({ days, from: null, to: null }),
      setRange: ({ from, to }) => void setValues({ days: null, from, to }),
      setCompare: (compare, days) =>
        void setValues({ compare, compareFrom: days?.from ?? null, compareTo: days?.to ?? null }),
      setSelected,
      toggleOnly: (dimension, value) =>
        setSelected(
          dimension,
          selected[dimension].length === 1 && selected[dimension][0] === value ? [] : [value],
        ),
      setBrand: (next) => void setValues({ brand: next }),
      setBranded: (next) => void setValues({ branded: next }),
      clear: () =>
        void setValues({
          engine: null,
          country: null,
          topic: null,
          tag: null,
          prompt: null,
          brand: null,
          branded: null,
        }),
    };
  }, [values, setValues, period, accepted, isPending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

const EngineLabelsContext = createContext<EngineLabels>({});

/** Labels the engines inside with the provider or model behind them, such as "Chat · OpenAI gpt-5.2", by engine. */
export function EngineLabelsProvider({ labels, children }: { labels: EngineLabels; children: ReactNode }) {
  return <EngineLabelsContext value={labels}>{children}</EngineLabelsContext>;
}

/** Returns the label of an engine. */
export function useEngineLabel(engine: string): string {
  return formatEngine(engine, useContext(EngineLabelsContext));
}

/** The label of an engine. */
export function EngineName({ engine }: { engine: string }) {
  return useEngineLabel(engine);
}

/** The filtered content. Announces loading and new data to assistive technology. */
export function FilteredContent({ children }: { children: ReactNode }) {
  const filters = useFilters();
  const isPending = filters?.isPending ?? false;
  const [hasLoaded, setHasLoaded] = useState(false);
  if (isPending && !hasLoaded) setHasLoaded(true);
  return (
    <>
      <p role="status" className="sr-only">
        {isPending ? 'Loading data' : null}
        {hasLoaded && !isPending && filters
          ? `Data for ${formatPeriod(filters.period)}${filters.isFiltered ? ', filtered' : ''}`
          : null}
      </p>
      <div aria-busy={isPending}>{children}</div>
    </>
  );
}
