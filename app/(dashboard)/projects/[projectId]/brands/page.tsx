import type { Metadata } from 'next';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { defineMessages } from '#lib/core/messages';
import { explainDenial } from '#lib/core/permissions';
import { findBrandProblems } from '#lib/dashboard/brands/find-brand-problems';
import { suggestCompetitors } from '#lib/dashboard/brands/suggest-competitors';
import { getProject } from '#lib/dashboard/projects/project';
import { loadOrNotFound } from '../load-page';
import { BrandList, DeleteProject } from './brand-list';
import { SuggestedCompetitors } from './suggested-competitors';

export const metadata: Metadata = { title: 'Brands' };

const messages = defineMessages({
  summary:
    '{brand} and {competitors, plural, =0 {no competitors yet} one {# competitor} other {# competitors}}. After a change, brands are searched in all existing answers again, so metrics stay consistent.',
});

export default async function BrandsPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  const [project, suggestions, problems] = await loadOrNotFound(
    Promise.all([
      getProject(context, { projectId }),
      suggestCompetitors(context, { projectId }),
      findBrandProblems(context, { projectId }),
    ]),
  );
  const denial = explainDenial(context.actor, 'projects.edit');
  const competitorCount = project.competitors.length;
  return (
    <Page
      title="Brands"
      summary={messages.summary({ brand: project.own.name, competitors: competitorCount })}
    >
      <BrandList
        projectId={projectId}
        brands={[project.own, ...project.competitors]}
        problems={problems}
        denial={denial}
      />
      {suggestions.names.length > 0 ? (
        <SuggestedCompetitors projectId={projectId} suggestions={suggestions} denial={denial} />
      ) : null}
      <Section title="Delete project" note="Deletes its prompts, runs and answers. This can’t be undone.">
        <DeleteProject
          projectId={projectId}
          name={project.name}
          denial={explainDenial(context.actor, 'projects.delete')}
        />
      </Section>
    </Page>
  );
}
