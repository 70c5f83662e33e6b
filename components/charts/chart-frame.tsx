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
  /** One line about the content. */
  note?: ReactNode;
  /** The same data as a table. */
  table: ReactNode;
  /** The name of its export. */
  exported?: ExportTarget;
  /** The metrics explained in its info popover. */
  descriptions?: readonly MetricDescription[];
  /** Whether the annotations of its days are listed below, with a button to add notes. */
  listsFlags?: boolean;
  children: ReactNode;
  className?: string;
}

/** A chart with its title and a switch to a table. */
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
  const [showsTable, setShowsTable] = useState(false);
  const { add } = useAnnotations();
  const Icon = showsTable ? ChartLine : Table2;
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
            aria-label={showsTable ? `Show “${title}” as a chart` : `Show “${title}” as a table`}
            title={showsTable ? 'As a chart' : 'As a table'}
            onClick={() => setShowsTable(!showsTable)}
          >
            <Icon aria-hidden />
          </Button>
        </>
      }
    >
      {showsTable ? table : children}
      {listsFlags ? <FlagList /> : null}
    </Section>
  );
}
