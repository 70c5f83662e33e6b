'use client';

import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { AnnotationList, useAnnotations } from '#components/charts/annotations';
import { Section, type SectionProps } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { joinSentences } from '#lib/core/lists';

interface ChartFrameProps extends Omit<SectionProps, 'aside' | 'note'> {
  /** The same data as a table. */
  table: ReactNode;
  note?: string;
  /** Explains the marks of the chart, such as shaded areas. Shown after the note, but not with the table. */
  chartNote?: string;
  /** Whether to show a button to add notes above the chart, and a list of its annotations below. */
  listsAnnotations?: boolean;
}

/** A chart with its title and a switch to a table. */
export function ChartFrame({
  table,
  note,
  chartNote,
  listsAnnotations,
  children,
  ...section
}: ChartFrameProps) {
  const { title } = section;
  const [showsTable, setShowsTable] = useState(false);
  const { addButton } = useAnnotations();
  const Icon = showsTable ? ChartLine : Table2;
  return (
    <Section
      {...section}
      note={joinSentences([note, showsTable ? null : chartNote])}
      aside={
        <>
          {listsAnnotations ? addButton : null}
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
      {showsTable ? <Suspense fallback={children}>{table}</Suspense> : children}
      {listsAnnotations ? <AnnotationList /> : null}
    </Section>
  );
}
