'use client';

import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DayFlag, FlagList, useAnnotations } from '#components/charts/annotations';
import { Section, type SectionProps } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { TimeSeries } from '#lib/dashboard/analytics/segments/time-series';
import { formatDate } from '#lib/format/dates';
import { formatPercent, formatRateCounts } from '#lib/format/numbers';

interface ChartFrameProps extends Omit<SectionProps, 'aside'> {
  /** The same data as a table. */
  table: ReactNode;
  /** Whether the annotations of its days are listed below it, with a button to add notes. */
  listsFlags?: boolean;
}

/** A chart with its title and a switch to a table. */
export function ChartFrame({ table, listsFlags, children, ...section }: ChartFrameProps) {
  const { title } = section;
  const [showsTable, setShowsTable] = useState(false);
  const { add } = useAnnotations();
  const Icon = showsTable ? ChartLine : Table2;
  return (
    <Section
      {...section}
      aside={
        <>
          {listsFlags ? add : null}
          <Button
            Icon={Icon}
            kind="quiet"
            size="icon"
            className="last:-mr-2"
            data-print="hide"
            aria-label={showsTable ? `Show “${title}” as a chart` : `Show “${title}” as a table`}
            title={showsTable ? 'Show as a chart' : 'Show as a table'}
            onClick={() => setShowsTable(!showsTable)}
          />
        </>
      }
    >
      {showsTable ? table : children}
      {listsFlags ? <FlagList /> : null}
    </Section>
  );
}

interface TimeSeriesTableProps {
  label: string;
  timeSeries: TimeSeries;
  /** What the denominators count, plural. */
  unit?: string;
}

/** Daily rates as a table, newest day first, with the counts behind each on hover. */
export function TimeSeriesTable({ label, timeSeries, unit = 'answers' }: TimeSeriesTableProps) {
  const { days, series } = timeSeries;
  const newestFirst = days.map((day, index) => ({ day, index })).toReversed();
  return (
    <Table label={label} className="max-h-[340px] overflow-y-auto">
      <TableHead>
        <HeadCell>Day</HeadCell>
        {series.map(({ brand }) => (
          <HeadCell key={brand.id} numeric>
            {brand.name}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {newestFirst.map(({ day, index }) => (
          <Row key={day}>
            <Cell className="whitespace-nowrap">
              {formatDate(day)}
              <DayFlag day={day} />
            </Cell>
            {series.map(({ brand, points }) => {
              const rate = points[index];
              return (
                <Cell key={brand.id} numeric title={rate ? formatRateCounts(rate, unit) : undefined}>
                  {formatPercent(rate?.value ?? null)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
