import { IntervalBar } from '#components/charts/inline-charts';
import { Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import {
  getSourceListUrl,
  type SourceListState,
  type SourcesPageContext,
} from '#components/sources/source-links';
import { classes } from '#components/ui/classes';
import { PageLink } from '#components/ui/links';
import { getBrandColor } from '#lib/charts/chart-spec';
import { sourceTypesTable } from '#lib/contract/tables/source-details';
import { capitalize } from '#lib/core/text';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';

interface TypeTableProps {
  pageContext: SourcesPageContext;
  list: SourceListState;
  types: SourcesData['byType'];
}

/** Citations by type of domain. A row filters the list of domains by its type, or clears that filter. */
export function TypeTable({ pageContext, list, types }: TypeTableProps) {
  const max = Math.max(0.01, ...types.map(({ citationShare }) => citationShare.value ?? 0));
  const isChosen = (type: string) => list.type === type;
  return (
    <Section
      title={sourceTypesTable.title}
      note={sourceTypesTable.description}
      exportedTable={sourceTypesTable.name}
      descriptions={[{ metric: 'Citation share', description: sourceMetricDescriptions.typeShare }]}
    >
      <TableView
        table={sourceTypesTable}
        label="Domain types"
        rows={types}
        getKey={({ type }) => type}
        views={{
          type: {
            className: 'font-medium',
            cell: ({ type }) => (
              <PageLink
                href={
                  pageContext.projectId === null
                    ? undefined
                    : getSourceListUrl(pageContext, list, { type: isChosen(type) ? null : type })
                }
                scroll={false}
                aria-current={isChosen(type) ? 'true' : undefined}
                className={classes(
                  'after:absolute after:inset-0 hover:text-accent-strong',
                  isChosen(type) && 'font-semibold text-accent-strong',
                )}
              >
                {capitalize(type)}
              </PageLink>
            ),
          },
          citationShare: {
            className: 'font-medium',
            before: {
              head: 'Citation share (bar)',
              labelHidden: true,
              className: 'w-[38%]',
              cell: ({ type, citationShare }) => (
                <IntervalBar
                  value={citationShare.value ?? 0}
                  max={max}
                  color={type === 'own' ? getBrandColor(0) : 'var(--control)'}
                />
              ),
            },
            interval: {},
          },
          domains: { className: 'text-muted' },
        }}
      />
    </Section>
  );
}
