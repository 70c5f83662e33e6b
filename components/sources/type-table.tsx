import { IntervalBar } from '#components/charts/inline-charts';
import { DataTable } from '#components/sections/data-table';
import { Section } from '#components/sections/section';
import {
  getSourceListUrl,
  type SourceListState,
  type SourcesPageContext,
} from '#components/sources/source-links';
import { classes } from '#components/ui/classes';
import { PageLink } from '#components/ui/links';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { capitalize } from '#lib/format/labels';
import { sourceMetricDescriptions } from '#lib/format/metric-descriptions';
import { formatCount } from '#lib/format/numbers';

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
      title="Domains by type"
      note="Share of all citations by type of domain."
      exportedTable="source-types"
      descriptions={[{ metric: 'Citation share', description: sourceMetricDescriptions.typeShare }]}
    >
      <DataTable
        label="Domain types"
        rows={types}
        getKey={({ type }) => type}
        columns={[
          {
            head: 'Type',
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
          {
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
          {
            head: 'Citation share',
            rate: ({ citationShare }) => citationShare,
            unit: 'citations',
            className: 'font-medium',
          },
          { interval: ({ citationShare }) => citationShare },
          { head: 'Domains', numericCell: ({ domains }) => formatCount(domains), className: 'text-muted' },
        ]}
      />
    </Section>
  );
}
