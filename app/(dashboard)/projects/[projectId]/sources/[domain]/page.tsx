import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { ClearFiltersButton } from '#components/filters/filter-buttons';
import { SandboxBadge } from '#components/sections/sandbox-badge';
import { DomainView } from '#components/sources/domain-view';
import type { SourcesView } from '#components/sources/source-links';
import { Button } from '#components/ui/button';
import { DomainType } from '#components/ui/domain';
import { EmptyState } from '#components/ui/empty-state';
import { hasPermission } from '#lib/core/permissions';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { correctableTypes } from '#lib/dashboard/projects/domain-type';
import { summarizeDomain } from '#lib/format/summary-sentences';
import { getRole } from '../../../../../session';
import { AnnotatedCharts } from '../../annotations/annotated-charts';
import { FilteredPage } from '../../filtered-page';
import { getSelectedBrand, loadPage, type ProjectPageProps } from '../../load-page';
import { parseDomain } from './domain-of';
import { DomainTypeSelect } from './domain-type-select';

export const metadata: Metadata = { title: 'Source' };

interface DomainPageProps extends ProjectPageProps {
  params: Promise<{ projectId: string; domain: string }>;
}

export default async function DomainPage(props: DomainPageProps) {
  const view = await loadPage(props);
  const { context, project, filters, query } = view;
  const domain = parseDomain((await props.params).domain);
  const [facts, annotations] = await Promise.all([
    getDomain(context, filters, { domain }),
    listAnnotations(context, filters),
  ]);
  const place: SourcesView = {
    projectId: project.id,
    query,
    brands: [project.own, ...project.competitors],
    own: getSelectedBrand(project, filters),
  };
  const owner = place.brands.find(({ id }) => id === facts?.source.brandId);
  const canCorrect = facts && !owner && hasPermission(getRole(context), 'projects.edit');
  const allSources = (
    <Button asChild kind="quiet" data-print="hide">
      <Link href={`/projects/${project.id}/sources${query ? `?${query}` : ''}`}>
        <ArrowLeft aria-hidden />
        All sources
      </Link>
    </Button>
  );
  return (
    <FilteredPage
      view={view}
      title={domain}
      answer={
        facts
          ? summarizeDomain({ ...facts.metrics, listed: facts.listed })
          : 'No answers in this period list this domain.'
      }
      actions={
        facts ? (
          <>
            {facts.source.isFictional ? <SandboxBadge /> : null}
            {canCorrect ? (
              <DomainTypeSelect
                projectId={project.id}
                domain={domain}
                type={facts.source.type}
                types={correctableTypes}
              />
            ) : (
              <DomainType type={facts.source.type} owner={owner} />
            )}
            {allSources}
          </>
        ) : (
          allSources
        )
      }
    >
      {facts ? (
        <AnnotatedCharts view={view} annotations={annotations}>
          <DomainView view={place} data={facts} />
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
