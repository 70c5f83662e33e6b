'use client';

import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FlagList, useAnnotations } from '#components/charts/annotations';
import type { ExportTarget } from '#components/sections/export-menu';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import type { MetricDescription } from '#lib/format/metric-descriptions';

interface ChartFrameProps {
  title: string;
  /** One line that says what is seen. */
  note?: ReactNode;
  /** The same figures as a table, for whoever reads better so. */
  table: ReactNode;
  /** What the exports know the figures as. */
  exported?: ExportTarget;
  /** What its figures mean. */
  descriptions?: readonly MetricDescription[];
  /** Whether what the flags on its axis of days stand for is listed under it, where notes are written too. */
  listsFlags?: boolean;
  children: ReactNode;
  className?: string;
}

/** A chart with its title, and a switch to the same figures as a table. */
export function ChartFrame({
  title,
  note,
  table,
  exported,
  descriptions,
  listsFlags,
  children,
  className,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const { add } = useAnnotations();
  const Icon = asTable ? ChartLine : Table2;
  return (
    <Section
      title={title}
      note={note}
      className={className}
      exported={exported}
      descriptions={descriptions}
      aside={
        <>
          {listsFlags ? add : null}
          <Button
            kind="quiet"
            size="icon"
            className="last:-mr-2"
            data-print="hide"
            aria-label={asTable ? `Show “${title}” as a chart` : `Show “${title}” as a table`}
            title={asTable ? 'As a chart' : 'As a table'}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon aria-hidden />
          </Button>
        </>
      }
    >
      {asTable ? table : children}
      {listsFlags ? <FlagList /> : null}
    </Section>
  );
}
