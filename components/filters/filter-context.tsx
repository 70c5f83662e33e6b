'use client';

import {
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { createContext, type ReactNode, useContext, useMemo, useTransition } from 'react';
import type { Branded, Dimension } from '#components/filters/filter-options';

const list = parseAsNativeArrayOf(parseAsString);

/** The keys of the address; it alone owns the filters, so that a copied link shows the same view. */
const parsers = {
  days: parseAsInteger,
  from: parseAsString,
  to: parseAsString,
  compare: parseAsStringLiteral(['previous', 'year', 'custom', 'none']).withDefault('previous'),
  engine: list,
  country: list,
  topic: list,
  tag: list,
  branded: parseAsStringLiteral(['without', 'with', 'only']).withDefault('without'),
};

/** Days of the period, as the server understood them, both included. */
export interface ShownPeriod {
  from: string;
  to: string;
  /** 7, 28 or 56, or null for days chosen by hand. */
  preset: number | null;
  compare: 'previous' | 'year' | 'custom' | 'none';
  /** The days compared with, where they were chosen by hand. */
  comparedWith: { from: string; to: string } | null;
}

export interface FilterState {
  period: ShownPeriod;
  chosen: Record<Dimension, readonly string[]>;
  branded: Branded;
  /** New figures are on their way. */
  pending: boolean;
  /** Whether anything but the period is filtered. */
  any: boolean;
  setDays(days: number): void;
  setRange(from: string, to: string): void;
  setCompare(compare: 'previous' | 'none'): void;
  setChosen(dimension: Dimension, values: string[]): void;
  /** Filters by this one value, or no longer if it was the only one. */
  toggleOnly(dimension: Dimension, value: string): void;
  setBranded(branded: Branded): void;
  clear(): void;
}

const FilterContext = createContext<FilterState | null>(null);

/** The filters of the page; null where they are fixed (a shared page). */
export function useFilters(): FilterState | null {
  return useContext(FilterContext);
}

export function FilterProvider({ period, children }: { period: ShownPeriod; children: ReactNode }) {
  const [pending, startTransition] = useTransition();
  const [values, set] = useQueryStates(parsers, {
    shallow: false,
    history: 'push',
    scroll: false,
    startTransition,
  });
  const state = useMemo<FilterState>(() => {
    const chosen = { engine: values.engine, country: values.country, topic: values.topic, tag: values.tag };
    const setChosen = (dimension: Dimension, next: string[]) =>
      void set({ [dimension]: next.length > 0 ? next : null });
    return {
      period,
      chosen,
      branded: values.branded,
      pending,
      any: Object.values(chosen).some((one) => one.length > 0) || values.branded !== 'without',
      setDays: (days) => void set({ days, from: null, to: null }),
      setRange: (from, to) => void set({ days: null, from, to }),
      setCompare: (compare) => void set({ compare }),
      setChosen,
      toggleOnly: (dimension, value) =>
        setChosen(dimension, chosen[dimension].length === 1 && chosen[dimension][0] === value ? [] : [value]),
      setBranded: (branded) => void set({ branded }),
      clear: () => void set({ engine: null, country: null, topic: null, tag: null, branded: null }),
    };
  }, [values, set, period, pending]);
  return <FilterContext value={state}>{children}</FilterContext>;
}

/** The figures under the filters: assistive technology hears that new ones are on their way. */
export function FilteredFigures({ children }: { children: ReactNode }) {
  return <div aria-busy={useFilters()?.pending ?? false}>{children}</div>;
}
