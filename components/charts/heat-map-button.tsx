'use client';

import { useFilters } from '#components/filters/filter-context';
import { classes } from '#components/ui/classes';
import { getShareStepColor, getShareStepTextColor } from '#lib/charts/chart-spec';
import type { HeatMapCell } from '#lib/charts/heat-map';
import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { defineMessages } from '#lib/core/messages';

const cellClasses = 'flex h-11 w-full flex-col items-center justify-center rounded-md text-sm';

const messages = defineMessages({
  cell: '{name}: {value}, {note}{precision, select, low {. Too few answers for a precise value.} other {}}',
});

/** One engine in one country, with its visibility and number of answers. A click filters by both. */
export function HeatMapButton({ cell }: { cell: HeatMapCell }) {
  const filters = useFilters();
  const { engine, country, step, value, count, note, hasFewAnswers } = cell;
  const name = `${getEngineName(engine)} in ${formatCountry(country)}`;
  if (!step) {
    return (
      <span className={classes(cellClasses, 'hatched text-muted')} title={`${name}: ${note}`}>
        <span className="sr-only">{note}</span>
        <span aria-hidden>{value}</span>
      </span>
    );
  }
  const content = (
    <>
      <span className={hasFewAnswers ? undefined : 'font-medium'}>{value}</span>
      <span className="text-xs">
        <span aria-hidden>n = {count}</span>
        <span className="sr-only">{note}</span>
      </span>
    </>
  );
  const style = { background: getShareStepColor(step), color: getShareStepTextColor(step) };
  const description = messages.cell({ name, value, note, precision: hasFewAnswers ? 'low' : 'other' });
  if (!filters) {
    return (
      <span className={cellClasses} style={style} title={description}>
        {content}
      </span>
    );
  }
  const { selected } = filters;
  const isOnly = (values: readonly string[], value: string) => values.length === 1 && values[0] === value;
  const isPressed = isOnly(selected.engines, engine) && isOnly(selected.countries, country);
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      title={description}
      onClick={() => {
        filters.setSelected('engines', isPressed ? [] : [engine]);
        filters.setSelected('countries', isPressed ? [] : [country]);
      }}
      className={classes(
        cellClasses,
        'hover:outline-2 hover:outline-ink',
        // A ring, because outlines mark hover and focus.
        isPressed && 'ring-2 ring-ink',
      )}
      style={style}
    >
      <span className="sr-only">{name}: </span>
      {content}
    </button>
  );
}
