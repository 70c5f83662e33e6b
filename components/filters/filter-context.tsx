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

/** The keys of the address; it alone owns the filters, so that a copied link shows the same view. */
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

/** Days of the period, as the server understood them, both included. */
export interface ShownPeriod extends Days {
  /** 7, 28, 56 or 91, or null for days chosen by hand. */
  preset: number | null;
  compare: Comparison;
  /** The days it is compared with; null where it is not. */
  comparedWith: Days | null;
}

export interface FilterState {
  period: ShownPeriod;
  chosen: Record<Dimension, readonly string[]>;
  /** The brand whose figures are shown, where it is not the project's own. */
  brand: string | null;
  branded: Branded;
  /** New figures are on their way. */
  pending: boolean;
  /** Whether anything but the period is filtered. */
  any: boolean;
  setDays(days: number): void;
  setRange(range: Days): void;
  /** Days are needed for `custom` alone. */
  setCompare(compare: Comparison, days?: Days): void;
  setChosen(dimension: Dimension, values: string[]): void;
  /** Filters by this one value, or no longer if it was the only one. */
  toggleOnly(dimension: Dimension, value: string): void;
  setBrand(brand: string | null): void;
  setBranded(branded: Branded): void;
  clear(): void;
}

const FilterContext = createContext<FilterState | null>(null);

/** The filters of the page; null where they are fixed (a shared page). */
export function useFilters(): FilterState | null {
  return useContext(FilterContext);
}

interface FilterProviderProps {
  period: ShownPeriod;
  /** What the server made of the address: what it holds beside that filters nothing, and is not shown as a filter. */
  understood: Record<Dimension, readonly string[]> & { brand: string | null };
  children: ReactNode;
}

export function FilterProvider({ period, understood, children }: FilterProviderProps) {
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
      pending
        ? values[dimension]
        : values[dimension].filter((value) => understood[dimension].includes(value));
    const chosen = {
      engine: known('engine'),
      country: known('country'),
      topic: known('topic'),
      tag: known('tag'),
      prompt: known('prompt'),
    };
    const brand = pending ? values.brand : understood.brand;
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
  }, [values, set, period, understood, pending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

/** The figures under the filters: assistive technology hears that new ones are on their way, and that they are there. */
export function FilteredFigures({ children }: { children: ReactNode }) {
  const filters = useFilters();
  const pending = filters?.pending ?? false;
  const [waited, setWaited] = useState(false);
  if (pending && !waited) setWaited(true);
  return (
    <>
      <p role="status" className="sr-only">
        {pending ? 'Reading the figures' : null}
        {waited && !pending && filters
          ? `Figures of ${formatPeriod(filters.period)}${filters.any ? ', filtered' : ''}`
          : null}
      </p>
      <div aria-busy={pending}>{children}</div>
    </>
  );
}
