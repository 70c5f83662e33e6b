'use client';

import { ShareLegend } from '#components/charts/share-legend';
import { FilterButton } from '#components/filters/filter-buttons';
import { useFilters } from '#components/filters/filter-context';
import { classes } from '#components/ui/classes';
import { HeadCell, Table, TableHead } from '#components/ui/table';
import { getShareStepColor } from '#lib/charts/chart-spec';
import type { HeatCell, HeatMap as HeatMapData } from '#lib/charts/heat-map';

interface HeatMapProps {
  label: string;
  heat: HeatMapData;
  rowLabel: (row: string) => string;
  columnLabel: (column: string) => string;
}

/** The columns' share of the table's width; the rest is for the engines. */
const columnsPercent = 85;

/** Visibility by engine and country as a colored table; a cell filters by both. */
export function HeatMap({ label, heat, rowLabel, columnLabel }: HeatMapProps) {
  return (
    <>
      <Table label={label}>
        <TableHead>
          <HeadCell>Engine</HeadCell>
          {heat.columns.map((column) => (
            <HeadCell
              key={column}
              className="text-center"
              style={{ width: `${columnsPercent / heat.columns.length}%` }}
            >
              <FilterButton dimension="country" value={column}>
                {columnLabel(column)}
              </FilterButton>
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {heat.rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row" className="pr-4 text-left font-medium whitespace-nowrap">
                <FilterButton dimension="engine" value={row}>
                  {rowLabel(row)}
                </FilterButton>
              </th>
              {cells.map((cell) => (
                <td key={cell.column} className="h-12 min-w-20 p-0.5">
                  <HeatButton
                    cell={cell}
                    engine={row}
                    name={`${rowLabel(row)} in ${columnLabel(cell.column)}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ShareLegend steps={heat.steps} blank="Not run" isBehindText />
    </>
  );
}

interface HeatButtonProps {
  cell: HeatCell;
  engine: string;
  /** "Chat in Japan". */
  name: string;
}

const size = 'flex h-11 w-full flex-col items-center justify-center rounded-md text-sm';

/** One engine in one country: its share, its answers, and the filter by both. */
function HeatButton({ cell, engine, name }: HeatButtonProps) {
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
