import type { Metadata } from 'next';
import { FictionalTag } from '#components/sections/sandbox-badge';
import { Section } from '#components/sections/section';
import { DomainsTable, ListPages } from '#components/sources/domains-table';
import { GapTable } from '#components/sources/gap-table';
import { SourceFlow } from '#components/sources/source-flow';
import { type ListCut, listAddress, type SourcesPlace } from '#components/sources/source-links';
import { StabilityTable } from '#components/sources/stability-table';
import { TypeTable } from '#components/sources/type-table';
import { RemovableLink } from '#components/ui/chip';
import { EmptyState } from '#components/ui/empty-state';
import { domainTypes } from '#lib/dashboard/analytics/domain-type';
import { getSources, sourceOrders } from '#lib/dashboard/analytics/source-list';
import { getStability } from '#lib/dashboard/analytics/stability';
import { siteType } from '#lib/format/labels';
import { sourceDefinitionsOf } from '#lib/format/metric-descriptions';
import { formatCount, formatPlural } from '#lib/format/numbers';
import { sourcesSentence } from '#lib/format/summary-sentences';
import { FilteredPage } from '../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../load-page';
import { NoAnswersState } from '../no-answers-state';

export const metadata: Metadata = { title: 'Sources' };

/** Who is cited? The sites that answers rest on, and where the brand is missing among them. */
export default async function SourcesPage(props: ProjectPageProps) {
  const view = await loadPage(props);
  const { context, project, filters, query, searchParams } = view;
  const type = domainTypes.find((one) => one === searchParams.type) ?? null;
  const order = sourceOrders.find((one) => one === searchParams.order) ?? 'citations';
  const [list, steady] = await Promise.all([
    getSources(context, filters, { type, order, page: Math.trunc(Number(searchParams.page)) || 1 }),
    getStability(context, filters),
  ]);
  const own = getSelectedBrand(project, filters);
  const place: SourcesPlace = {
    projectId: project.id,
    query,
    brands: [project.own, ...project.competitors],
    own,
  };
  const cut: ListCut = { type, order, page: list.page };
  const owners = new Map(list.owners);
  const definitions = sourceDefinitionsOf('the domain');
  return (
    <FilteredPage
      view={view}
      title="Who is cited?"
      answer={
        list.answers > 0
          ? sourcesSentence({ ...list, brand: own.name, ownShare: list.ownShare })
          : `The sites that AI answers rest on, and where ${own.name} is missing among them.`
      }
      actions={list.fictional ? <FictionalTag /> : null}
    >
      {list.answers === 0 ? (
        <NoAnswersState view={view} />
      ) : list.total === 0 ? (
        <EmptyState kind="not measured" title="Not measured" className="min-h-80">
          These answers list no sources. Not every engine names what it read.
        </EmptyState>
      ) : (
        <>
          <Section
            title="Domains"
            note={`${formatCount(list.sources.length)} of ${formatPlural(list.matching, 'domain')}${type ? ` of the type “${siteType(type)}”` : ''}. Listed: named as a source; cited: the text points at it.`}
            aside={
              type ? (
                <RemovableLink href={listAddress(place, cut, { type: null })}>{siteType(type)}</RemovableLink>
              ) : null
            }
            exported="sources"
            meanings={[
              { figure: 'Citation share', means: definitions.citationShare },
              { figure: 'Cited in', means: definitions.cited },
              { figure: 'Listed in', means: definitions.listed },
              { figure: 'Conversion', means: definitions.conversion },
              { figure: 'Gap', means: definitions.gap(place.own.name) },
            ]}
          >
            <DomainsTable place={place} cut={cut} sources={list.sources} />
            <ListPages place={place} cut={cut} pages={list.pages} />
          </Section>
          <div className="grid gap-x-12 lg:grid-cols-2">
            <TypeTable place={place} cut={cut} types={list.byType} />
            <GapTable place={place} gaps={list.gaps} />
          </div>
          {list.flow && list.flow.length > 0 ? (
            <SourceFlow
              place={place}
              flow={list.flow}
              total={list.total}
              ownerOf={(domain) => place.brands.find(({ id }) => id === owners.get(domain))}
            />
          ) : null}
          <StabilityTable {...steady} />
        </>
      )}
    </FilteredPage>
  );
}
