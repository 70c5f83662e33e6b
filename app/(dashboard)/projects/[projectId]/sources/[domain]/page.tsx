import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AnnotatedCharts } from '#app/(dashboard)/projects/[projectId]/annotations/annotated-charts.tsx';
import { FilteredPage } from '#app/(dashboard)/projects/[projectId]/filtered-page.tsx';
import {
  getSelectedBrand,
  loadPage,
  type ProjectPageProps,
} from '#app/(dashboard)/projects/[projectId]/load-page.ts';
import { ClearFiltersButton } from '#components/filters/filter-buttons';
import { SandboxBadge } from '#components/sections/section';
import { buildDomainTrend, DomainView } from '#components/sources/domain-view';
import { DomainName, DomainType } from '#components/ui/domain';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { toDay } from '#lib/core/days';
import { explainDenial } from '#lib/core/permissions';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { assignableTypes } from '#lib/dashboard/projects/domains';
import { summarizeDomain } from '#lib/format/summary-sentences';
import { DomainTypeSelect } from './domain-type-select';

export const metadata: Metadata = { title: 'Source' };

export default async function DomainPage(props: ProjectPageProps<{ domain: string }>) {
  const page = await loadPage(props);
  const { context, project, filters, query } = page;
  const domain = parseDomain((await props.params).domain);
  const [data, annotations] = await Promise.all([
    getDomain(context, filters, { domain }),
    listAnnotations(context, filters),
  ]);
  const pageContext = {
    projectId: project.id,
    query,
    brands: [project.own, ...project.competitors],
    selectedBrand: getSelectedBrand(project, filters),
  };
  const owner = pageContext.brands.find(({ id }) => id === data?.source.brandId);
  const trend = data && buildDomainTrend(data, toDay(project.createdAt, project.timeZone));
  const allSources = (
    <LinkButton
      kind="quiet"
      data-print="hide"
      Icon={ArrowLeft}
      href={`/projects/${project.id}/sources${query ? `?${query}` : ''}`}
    >
      All sources
    </LinkButton>
  );
  return (
    <FilteredPage
      page={page}
      title={domain}
      heading={<DomainName domain={domain} />}
      summary={data ? summarizeDomain(data) : 'No answers in this period list this domain.'}
      actions={
        data ? (
          <>
            {data.source.isFictional ? <SandboxBadge /> : null}
            {owner ? (
              <DomainType type={data.source.type} owner={owner} />
            ) : (
              <DomainTypeSelect
                projectId={project.id}
                domain={domain}
                type={data.source.type}
                types={assignableTypes}
                denial={explainDenial(context.actor, 'projects.edit')}
              />
            )}
            {allSources}
          </>
        ) : (
          allSources
        )
      }
    >
      {data && trend ? (
        <AnnotatedCharts page={page} annotations={annotations} days={trend.days}>
          <DomainView pageContext={pageContext} data={data} trend={trend} />
        </AnnotatedCharts>
      ) : (
        <EmptyState
          kind="no match"
          title="No matching answers"
          action={<ClearFiltersButton />}
          className="min-h-80"
        >
          No answers list {domain} in this period with these filters. Clear filters or choose other dates.
        </EmptyState>
      )}
    </FilteredPage>
  );
}

/** Parses the domain in a URL segment. Shows the 404 page if it is not valid. */
function parseDomain(segment: string): string {
  const domain = decodeSegment(segment).toLowerCase();
  // A site on Google Sites includes its path.
  return /^[^\s\p{Cc}/]+(?:\/[^\s\p{Cc}]+)?$/u.test(domain) ? domain : notFound();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
