'use client';

import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAnnotations } from '#components/annotations/annotations-context';
import { FlagList } from '#components/annotations/flag-list';
import { Button } from '#components/ui/button';
import type { Exported } from '#components/ui/export-menu';
import { Section } from '#components/ui/section';
import type { Meaning } from '#lib/format/definitions';

interface ChartFrameProps {
  title: string;
  /** One line that says what is seen. */
  note?: ReactNode;
  /** The same figures as a table, for whoever reads better so. */
  table: ReactNode;
  /** What the exports know the figures as. */
  exported?: Exported;
  /** What its figures mean. */
  meanings?: readonly Meaning[];
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
  meanings,
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
      meanings={meanings}
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
