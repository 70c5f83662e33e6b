import type { ReactNode } from 'react';
import { ExplainedChange, type ExplainedMetric } from '#components/sections/explained-change';
import { classes, clickableRow } from '#components/ui/classes';
import { AnswersLink } from '#components/ui/links';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { type Change, getInterval, type Interval, type Rate } from '#lib/core/metric';
import { formatPercent, formatRateCounts, noValue } from '#lib/core/numbers';
import type { ChangeUnit } from '#lib/format/format-change';
import { formatPrecision } from '#lib/format/format-precision';

interface ColumnOptions<T> {
  /** Classes of the header and all cells. Hide a column on narrow screens only if the row shows its content elsewhere. */
  className?: string | undefined;
  /** The tooltip of the header. */
  headTitle?: string | undefined;
  /** The tooltip of a cell. */
  title?: ((row: T) => string | undefined) | undefined;
  /** Hides the header, except from assistive technology. */
  labelHidden?: boolean | undefined;
  /** Whether rows are sorted by this column in descending order. */
  isSorted?: boolean | undefined;
}

interface Head {
  head: ReactNode;
}

export type Column<T> = ColumnOptions<T> &
  (
    | (Head & { cell: (row: T) => ReactNode })
    /** Right-aligned. */
    | (Head & { numericCell: (row: T) => ReactNode })
    /** Buttons, right-aligned under a hidden header. */
    | { actionsCell: (row: T) => ReactNode }
    /** A share with its counts as a tooltip. `unit` says what the denominator counts, in the plural. */
    | (Head & {
        rate: (row: T) => Rate | null | undefined;
        unit: string;
        /** Returns the URL of the answers behind the share. */
        url?: ((row: T) => string | undefined) | undefined;
      })
    /** A change from the comparison period; neutral if it is neither good nor bad for the project's brand. */
    | {
        change: (row: T) => Change | null;
        metric?: (row: T) => ExplainedMetric;
        isNeutral?: (row: T) => boolean;
        changeUnit?: ChangeUnit;
      }
    /** The precision of a share, with its interval and counts as a tooltip. `unit` names what the denominator counts, in the plural. */
    | { interval: (row: T) => (Rate & { clusteredInterval?: Interval | null }) | null; unit: string }
  );

export interface DataTableProps<T> {
  label: string;
  rows: readonly T[];
  getKey: (row: T) => string;
  columns: readonly (Column<T> | null)[];
  className?: string;
  isHighlighted?: (row: T) => boolean;
  rowClassName?: (row: T) => string | false;
}

/** A table of typed rows. Links and buttons in a row can stretch over the whole row. */
export function DataTable<T>({
  label,
  rows,
  getKey,
  columns,
  className,
  isHighlighted,
  rowClassName,
}: DataTableProps<T>) {
  const shown = columns.flatMap((column, index) => (column ? [{ ...toCellColumn(column), index }] : []));
  return (
    <Table label={label} className={className}>
      <TableHead>
        {shown.map(({ index, head, headTitle, labelHidden, numeric, isSorted, className: columnClass }) => (
          <HeadCell
            key={index}
            numeric={numeric}
            labelHidden={labelHidden}
            title={headTitle}
            aria-sort={isSorted ? 'descending' : undefined}
            className={columnClass}
          >
            {head}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={getKey(row)}
            isHighlighted={isHighlighted?.(row)}
            className={classes(clickableRow, rowClassName?.(row))}
          >
            {shown.map(({ index, cell, numeric, title, className: columnClass }) => (
              <Cell key={index} numeric={numeric} title={title?.(row)} className={columnClass}>
                {cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface CellColumn<T> extends ColumnOptions<T>, Head {
  cell: (row: T) => ReactNode;
  numeric: boolean;
}

function toCellColumn<T>(column: Column<T>): CellColumn<T> {
  if ('cell' in column) return { ...column, numeric: false };
  if ('numericCell' in column) return { ...column, numeric: true, cell: column.numericCell };
  if ('actionsCell' in column) {
    return { ...column, numeric: true, head: 'Actions', labelHidden: true, cell: column.actionsCell };
  }
  if ('change' in column) {
    const cell = (row: T) => (
      <ExplainedChange
        change={column.change(row)}
        metric={column.metric?.(row)}
        isNeutral={column.isNeutral?.(row)}
        unit={column.changeUnit}
        compact
      />
    );
    return { ...column, numeric: true, head: 'Change', cell };
  }
  if ('interval' in column) {
    const cell = (row: T) => {
      const rate = column.interval(row);
      return (rate && formatPrecision(rate.value, getInterval(rate))) ?? noValue;
    };
    const title = (row: T) => {
      const rate = column.interval(row);
      return rate ? formatRateCounts(rate, column.unit) : undefined;
    };
    const className = classes('text-muted', column.className);
    return { ...column, numeric: true, head: 'Precision', className, title, cell };
  }
  const title = (row: T) => {
    const rate = column.rate(row);
    return rate ? formatRateCounts(rate, column.unit) : undefined;
  };
  const cell = (row: T) => (
    <AnswersLink href={column.url?.(row)} title={title(row)}>
      {formatPercent(column.rate(row)?.value ?? null)}
    </AnswersLink>
  );
  return { ...column, numeric: true, title, cell };
}
