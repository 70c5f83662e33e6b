import type { Metadata } from 'next';
import { Section } from '#components/sections/section';
import { DomainsTable, SourceListPagination } from '#components/sources/domains-table';
import { GapTable } from '#components/sources/gap-table';
import { SourceFlow } from '#components/sources/source-flow';
import {
  getSourceListUrl,
  type SourceListState,
  type SourcesPageContext,
} from '#components/sources/source-links';
import { StabilityTable } from '#components/sources/stability-table';
import { TypeTable } from '#components/sources/type-table';
import { RemovableLink } from '#components/ui/chip';
import { EmptyState } from '#components/ui/notice';
import { sourcesTable } from '#lib/contract/tables/sources';
import { formatCount, formatPlural } from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';
import { getSources, sourceOrders } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { domainTypes } from '#lib/dashboard/projects/domains';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { summarizeSources } from '#lib/format/summary-sentences';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';

export const metadata: Metadata = { title: 'Sources' };

export default async function SourcesPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query, searchParams } = page;
  const type = domainTypes.find((value) => value === searchParams.type) ?? null;
  const order = sourceOrders.find((value) => value === searchParams.order) ?? 'citations';
  const [list, stabilities] = await Promise.all([
    getSources(context, filters, { type, order, page: Math.trunc(Number(searchParams.page)) || 1 }),
    getStability(context, filters),
  ]);
  const selectedBrand = getSelectedBrand(project, filters);
  const pageContext: SourcesPageContext = {
    projectId: project.id,
    query,
    brands: [project.own, ...project.competitors],
    selectedBrand,
  };
  const listState: SourceListState = { type, order, page: list.page };
  const owners = new Map(list.owners);
  const definitions = describeDomainMetrics('the domain');
  return (
    <FilteredPage
      page={page}
      title="Sources"
      summary={
        list.answers > 0
          ? summarizeSources({ ...list, brand: selectedBrand.name })
          : `The sites AI answers rely on, and where ${selectedBrand.name} is missing.`
      }
      answerSet={list}
    >
      {list.answers === 0 ? (
        <NoAnswersState page={page} />
      ) : list.domainCount === 0 ? (
        <EmptyState kind="not measured" title="No sources" className="min-h-80">
          These answers list no sources. Not every engine reports them.
        </EmptyState>
      ) : (
        <>
          <Section
            title="Domains"
            note={`${formatCount(list.sources.length)} of ${formatPlural(list.matchingCount, 'domain')}${type ? ` of the type “${capitalize(type)}”` : ''}. Listed: shown as a source; cited: linked from the text.`}
            aside={
              type ? (
                <RemovableLink href={getSourceListUrl(pageContext, listState, { type: null })}>
                  {capitalize(type)}
                </RemovableLink>
              ) : null
            }
            exportedTable={sourcesTable.name}
            descriptions={[
              { metric: 'Citation share', description: definitions.citationShare },
              { metric: 'Cited in', description: definitions.cited },
              { metric: 'Listed in', description: definitions.listed },
              { metric: 'Cited when listed', description: definitions.citedWhenListed },
              { metric: 'Gap answers', description: definitions.gapAnswers(pageContext.selectedBrand.name) },
            ]}
          >
            <DomainsTable pageContext={pageContext} list={listState} sources={list.sources} />
            <SourceListPagination pageContext={pageContext} list={listState} pageCount={list.pageCount} />
          </Section>
          <div className="two-columns [--min-column:420px]">
            <TypeTable pageContext={pageContext} list={listState} types={list.byType} />
            <GapTable pageContext={pageContext} gaps={list.gaps} />
          </div>
          {list.flow && list.flow.length > 0 ? (
            <SourceFlow
              flow={list.flow}
              domainCount={list.domainCount}
              brand={selectedBrand}
              getOwner={(domain) => pageContext.brands.find(({ id }) => id === owners.get(domain))}
            />
          ) : null}
          <StabilityTable {...stabilities} />
        </>
      )}
    </FilteredPage>
  );
}
