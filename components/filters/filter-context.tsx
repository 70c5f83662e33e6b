'use client';

import {
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from 'react';
import type { Branded, Comparison, Dimension } from '#components/filters/filter-options';
import { formatPeriod } from '#lib/format/dates';

const list = parseAsNativeArrayOf(parseAsString);

/** The URL parameters. The URL owns the filters, so that a copied link shows the same view. */
const parsers = {
  days: parseAsInteger,
  from: parseAsString,
  to: parseAsString,
  compare: parseAsStringLiteral(['previous', 'year', 'custom', 'none']).withDefault('previous'),
  compareFrom: parseAsString,
  compareTo: parseAsString,
  engine: list,
  country: list,
  topic: list,
  tag: list,
  prompt: list,
  brand: parseAsString,
  branded: parseAsStringLiteral(['without', 'with', 'only']).withDefault('without'),
};

interface Days {
  from: string;
  to: string;
}

/** The period as parsed by the server, both days included. */
export interface ShownPeriod extends Days {
  /** 7, 28, 56 or 91 days; null for custom dates. */
  preset: number | null;
  compare: Comparison;
  /** The comparison period; null without one. */
  comparedWith: Days | null;
}

export interface FilterState {
  period: ShownPeriod;
  chosen: Record<Dimension, readonly string[]>;
  /** The selected brand; null for the project's own. */
  brand: string | null;
  branded: Branded;
  /** Whether new data is loading. */
  pending: boolean;
  /** Whether anything but the period is filtered. */
  any: boolean;
  setDays(days: number): void;
  setRange(range: Days): void;
  /** `days` is needed for `custom` only. */
  setCompare(compare: Comparison, days?: Days): void;
  setChosen(dimension: Dimension, values: string[]): void;
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
  const [pending, startTransition] = useTransition();
  const [values, set] = useQueryStates(parsers, {
    shallow: false,
    history: 'push',
    scroll: false,
    startTransition,
  });
  const state = useMemo<FilterState>(() => {
    const { branded } = values;
    const known = (dimension: Dimension) =>
      pending ? values[dimension] : values[dimension].filter((value) => accepted[dimension].includes(value));
    const chosen = {
      engine: known('engine'),
      country: known('country'),
      topic: known('topic'),
      tag: known('tag'),
      prompt: known('prompt'),
    };
    const brand = pending ? values.brand : accepted.brand;
    const setChosen = (dimension: Dimension, next: string[]) =>
      void set({ [dimension]: next.length > 0 ? next : null });
    return {
      period,
      chosen,
      brand,
      branded,
      pending,
      any: Object.values(chosen).some((one) => one.length > 0) || brand !== null || branded !== 'without',
      setDays: (days) => void set({ days, from: null, to: null }),
      setRange: ({ from, to }) => void set({ days: null, from, to }),
      setCompare: (compare, days) =>
        void set({ compare, compareFrom: days?.from ?? null, compareTo: days?.to ?? null }),
      setChosen,
      toggleOnly: (dimension, value) =>
        setChosen(dimension, chosen[dimension].length === 1 && chosen[dimension][0] === value ? [] : [value]),
      setBrand: (next) => void set({ brand: next }),
      setBranded: (next) => void set({ branded: next }),
      clear: () =>
        void set({
          engine: null,
          country: null,
          topic: null,
          tag: null,
          prompt: null,
          brand: null,
          branded: null,
        }),
    };
  }, [values, set, period, accepted, pending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

/** The filtered content. Announces loading and new data to assistive technology. */
export function FilteredFigures({ children }: { children: ReactNode }) {
  const filters = useFilters();
  const pending = filters?.pending ?? false;
  const [hasLoaded, setHasLoaded] = useState(false);
  if (pending && !hasLoaded) setHasLoaded(true);
  return (
    <>
      <p role="status" className="sr-only">
        {pending ? 'Loading data' : null}
        {hasLoaded && !pending && filters
          ? `Data of ${formatPeriod(filters.period)}${filters.any ? ', filtered' : ''}`
          : null}
      </p>
      <div aria-busy={pending}>{children}</div>
    </>
  );
}
