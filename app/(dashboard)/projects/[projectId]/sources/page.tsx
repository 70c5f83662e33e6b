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
import { sourceListParameters } from '#lib/contract/filters/page-parameters';
import { sourcesTable } from '#lib/contract/tables/sources';
import { defineMessages } from '#lib/core/messages';
import { capitalize } from '#lib/core/text';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { domainTypes } from '#lib/dashboard/projects/domains';
import { describeDomainMetrics } from '#lib/format/metric-descriptions';
import { summarizeSources } from '#lib/format/summary-sentences';
import { FilteredPage, NoAnswersState } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';

export const metadata: Metadata = { title: 'Sources' };

const messages = defineMessages({
  domains:
    '{shown, number} of {domains, plural, one {# domain} other {# domains}}{filter, select, type { of the type “{type}”} other {}}. Listed: shown as a source; cited: linked from the text.',
});

export default async function SourcesPage(props: ProjectPageProps) {
  const page = await loadPage(props);
  const { context, project, filters, query, searchParams } = page;
  const { order, ...parameters } = sourceListParameters.parse(searchParams);
  const type = domainTypes.find((value) => value === parameters.type) ?? null;
  const [list, stabilities] = await Promise.all([
    getSources(context, filters, { type, order, page: parameters.page }),
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
            note={messages.domains({
              shown: list.sources.length,
              domains: list.matchingCount,
              filter: type ? 'type' : 'other',
              type: type ? capitalize(type) : '',
            })}
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
