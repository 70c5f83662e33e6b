import { IntervalBar } from '#components/charts/inline-charts';
import type { CitingAnswersLoader } from '#components/overview/citing-answers';
import { CitingSheet } from '#components/overview/citing-sheet';
import { SandboxBadge, Section } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import { DomainName, DomainType } from '#components/ui/domain';
import { EmptyState } from '#components/ui/notice';
import { getBrandColor } from '#lib/charts/chart-spec';
import { sourcesTable, topSourcesTable } from '#lib/contract/tables/sources';
import { defineMessages } from '#lib/core/messages';
import type { TrackedBrand } from '#lib/core/metric';
import type { TopSources } from '#lib/dashboard/analytics/sources/top-sources';
import { type AnswersLinkContext, getAnswersUrl } from '#lib/format/answer-links';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';

interface SourcesTableProps {
  topSources: TopSources;
  brands: readonly TrackedBrand[];
  /** Identifies the filters of the page. */
  filterKey: string;
  /** Null if citing answers cannot be listed. */
  loadCitingAnswers: CitingAnswersLoader | null;
  /** The context of links to answers; undefined on a shared page. */
  linkContext: AnswersLinkContext | undefined;
}

const messages = defineMessages({
  note: '{shown, number} of {domains, plural, one {# domain} other {# domains}}, by their share of {citations, plural, one {# citation} other {# citations}}.',
});

/** The most cited domains. */
export function SourcesTable({
  topSources,
  brands,
  filterKey,
  loadCitingAnswers,
  linkContext,
}: SourcesTableProps) {
  const { sources, domainCount, citations } = topSources;
  const descriptions = describeDomainMetrics('the domain');
  const max = Math.max(0.01, ...sources.map(({ citationShare }) => citationShare.value ?? 0));
  return (
    <Section
      title={topSourcesTable.title}
      exportedTable={sourcesTable.name}
      descriptions={[
        { metric: 'Citation share', description: descriptions.citationShare },
        { metric: 'Cited in', description: descriptions.cited },
        { metric: 'Listed in', description: descriptions.listed },
      ]}
      note={
        sources.length > 0
          ? messages.note({ shown: sources.length, domains: domainCount, citations })
          : undefined
      }
      aside={sources.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
    >
      {sources.length === 0 ? (
        <EmptyState kind="not measured" title="No sources">
          These answers list no sources.
        </EmptyState>
      ) : (
        <TableView
          table={topSourcesTable}
          rows={sources.map((source) => ({
            ...source,
            owner: brands.find(({ id }) => id === source.brandId),
            citingUrl:
              linkContext &&
              getAnswersUrl(linkContext.projectId, linkContext.query, { cites: source.domain }),
          }))}
          getKey={({ domain }) => domain}
          views={{
            domain: {
              className: 'font-medium',
              cell: ({ domain }) =>
                loadCitingAnswers ? (
                  <CitingSheet
                    key={filterKey}
                    domain={domain}
                    filterKey={filterKey}
                    loadCitingAnswers={loadCitingAnswers}
                  />
                ) : (
                  <DomainName domain={domain} />
                ),
            },
            type: { cell: ({ type, owner }) => <DomainType type={type} owner={owner} /> },
            citationShare: {
              className: 'font-medium',
              url: ({ citingUrl }) => citingUrl,
              before: {
                head: 'Citation share (bar)',
                labelHidden: true,
                className: 'w-[28%] max-lg:hidden',
                cell: ({ citationShare, owner }) => (
                  <IntervalBar
                    value={citationShare.value ?? 0}
                    max={max}
                    color={owner ? getBrandColor(owner.colorIndex) : 'var(--control)'}
                  />
                ),
              },
            },
            citations: { className: 'text-muted' },
            cited: { className: 'text-muted', url: ({ citingUrl }) => citingUrl },
            listed: {
              className: 'text-muted',
              url: ({ domain }) =>
                linkContext && getAnswersUrl(linkContext.projectId, linkContext.query, { lists: domain }),
            },
          }}
        />
      )}
    </Section>
  );
}
