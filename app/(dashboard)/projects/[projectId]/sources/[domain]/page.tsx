import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { ClearFilters } from '#components/filters/clear-filters';
import { DomainType } from '#components/sources/domain-type';
import { DomainView } from '#components/sources/domain-view';
import type { SourcesPlace } from '#components/sources/facts';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { FictionalTag } from '#components/ui/fictional-tag';
import { roleMay } from '#lib/core/permissions';
import { domainDetail } from '#lib/dashboard/analytics/domain-detail';
import { correctableTypes } from '#lib/dashboard/analytics/domain-type';
import { listAnnotations } from '#lib/dashboard/annotations/list-annotations';
import { domainSentence } from '#lib/format/sources-sentence';
import { roleOf } from '../../../../role-of';
import { Annotated } from '../../annotations/annotated';
import { FilteredPage } from '../../filtered-page';
import { lookedAt } from '../../looked-at';
import { readView, type ViewProps } from '../../read-view';
import { CorrectType } from './correct-type';
import { domainOf } from './domain-of';

export const metadata: Metadata = { title: 'Source' };

interface DomainPageProps extends ViewProps {
  params: Promise<{ projectId: string; domain: string }>;
}

/** How often is this site cited? One domain: its figures, and the engines, prompts and pages behind them. */
export default async function DomainPage(props: DomainPageProps) {
  const view = await readView(props);
  const { context, project, filters, query } = view;
  const domain = domainOf((await props.params).domain);
  const [facts, annotations] = await Promise.all([
    domainDetail(context, filters, { domain }),
    listAnnotations(context, filters),
  ]);
  const place: SourcesPlace = {
    projectId: project.id,
    query,
    brands: [project.own, ...project.competitors],
    own: lookedAt(project, filters),
  };
  const owner = place.brands.find(({ id }) => id === facts?.source.brandId);
  const mayCorrect = facts && !owner && roleMay(roleOf(context), 'projects.edit');
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
      title={`How often is ${domain} cited?`}
      answer={
        facts
          ? domainSentence({ ...facts.figures, listed: facts.listed })
          : 'No answer of these days lists it as a source.'
      }
      actions={
        facts ? (
          <>
            {facts.source.fictional ? <FictionalTag /> : null}
            {mayCorrect ? (
              <CorrectType
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
        <Annotated view={view} annotations={annotations}>
          <DomainView place={place} facts={facts} />
        </Annotated>
      ) : (
        <EmptyState kind="no match" title="Nothing matches" action={<ClearFilters />} className="min-h-80">
          No answer lists {domain} in these days with these filters. Take filters away or choose other days.
        </EmptyState>
      )}
    </FilteredPage>
  );
}
