import { Fragment, type ReactNode } from 'react';
import { AnnotationsProvider } from '#components/charts/annotations';
import { EngineLabelsProvider } from '#components/filters/filter-context';
import { MeasurementCard } from '#components/overview/measurement-card';
import { Definitions } from '#components/reports/definitions';
import { ReportBlockView, type ReportLinks } from '#components/reports/report-block';
import { EmptyState } from '#components/ui/notice';
import { buildFlags } from '#lib/charts/plot-layout';
import { trimEmptyStart } from '#lib/charts/series-charts';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import type { MetricDescription } from '#lib/format/metric-descriptions';
import { buildReportVariables } from '#lib/format/report-variables';

interface ReportViewProps {
  blocks: readonly ReportBlock[];
  data: ReportData;
  links: ReportLinks;
  definitions: readonly MetricDescription[];
  /** Whether notes and experiments are shown on charts. */
  showsNotes: boolean;
  isFrozen: boolean;
  /** Adds the tools of the editor to a block. */
  wrapBlock?: ((block: ReportBlock, content: ReactNode) => ReactNode) | undefined;
}

/** The blocks of a report, followed by how its data was measured and by definitions. */
export function ReportView({
  blocks,
  data,
  links,
  definitions,
  showsNotes,
  isFrozen,
  wrapBlock,
}: ReportViewProps) {
  const { overview, annotations, engineLabels, createdOn } = data;
  const variables = buildReportVariables(data);
  const shown = annotations.filter(({ kind }) => showsNotes || (kind !== 'note' && kind !== 'experiment'));
  const { days } = trimEmptyStart(overview.visibilityOverTime, createdOn);
  return (
    <AnnotationsProvider flags={buildFlags(shown, days)} addButton={null} editButtons={{}}>
      <EngineLabelsProvider labels={engineLabels}>
        {overview.headline.answers === 0 ? (
          <EmptyState kind="no match" title="No data for this period" className="mb-8 min-h-40">
            There are no answers with the filters of this report.
          </EmptyState>
        ) : null}
        {blocks.map((block) => {
          const content =
            overview.headline.answers > 0 || block.kind === 'text' ? (
              <ReportBlockView block={block} data={data} variables={variables} links={links} />
            ) : null;
          return <Fragment key={block.id}>{wrapBlock ? wrapBlock(block, content) : content}</Fragment>;
        })}
        {overview.headline.answers > 0 ? (
          <div className={wrapBlock ? 'pt-10' : undefined}>
            <MeasurementCard data={overview} engineLabels={engineLabels} isFrozen={isFrozen} isOpen />
          </div>
        ) : null}
        <Definitions metrics={definitions} brands={data.brands} />
      </EngineLabelsProvider>
    </AnnotationsProvider>
  );
}
