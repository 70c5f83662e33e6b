'use client';

import { useFilters } from '#components/filters/filter-context';
import { classes } from '#components/ui/classes';
import { getShareStepColor } from '#lib/charts/chart-spec';
import type { HeatCell } from '#lib/charts/heat-map';

interface HeatButtonProps {
  cell: HeatCell;
  engine: string;
  /** "Chat in Japan". */
  name: string;
}

const size = 'flex h-11 w-full flex-col items-center justify-center rounded-md text-sm';

/** One engine in one country: its share, its answers, and the filter by both. */
export function HeatButton({ cell, engine, name }: HeatButtonProps) {
  const filters = useFilters();
  const { column, step, value, count, note, isThin } = cell;
  if (!step) {
    return (
      <span className={classes(size, 'hatched text-muted')} title={`${name}: ${note}`}>
        <span className="sr-only">{note}</span>
        <span aria-hidden>{value}</span>
      </span>
    );
  }
  const content = (
    <>
      <span className={isThin ? undefined : 'font-medium'}>{value}</span>
      <span className="text-xs text-ink">
        <span aria-hidden>n {count}</span>
        <span className="sr-only">{note}</span>
      </span>
    </>
  );
  const look = { background: getShareStepColor(step, true) };
  const description = `${name}: ${value}, ${note}${isThin ? '; too few to rely on' : ''}`;
  if (!filters) {
    return (
      <span className={size} style={look} title={description}>
        {content}
      </span>
    );
  }
  const { chosen } = filters;
  const only = (values: readonly string[], one: string) => values.length === 1 && values[0] === one;
  const pressed = only(chosen.engine, engine) && only(chosen.country, column);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={description}
      onClick={() => {
        filters.setChosen('engine', pressed ? [] : [engine]);
        filters.setChosen('country', pressed ? [] : [column]);
      }}
      className={classes(size, 'hover:outline-2 hover:outline-accent', pressed && 'outline-2 outline-accent')}
      style={look}
    >
      <span className="sr-only">{name}: </span>
      {content}
    </button>
  );
}
