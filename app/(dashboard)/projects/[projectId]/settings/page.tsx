import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { hasPermission } from '#lib/core/permissions';
import { getProject } from '#lib/dashboard/projects/project';
import { getContext, getRole } from '../../../../session';
import { orNotFound } from '../load-page';
import { BrandList } from './brand-list';
import { DeleteProject } from './delete-project';

export const metadata: Metadata = { title: 'Brands' };

export default async function SettingsPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  const project = await orNotFound(getProject(context, { projectId }));
  const role = getRole(context);
  const rivals = project.competitors.length;
  return (
    <Page
      title="Whom do we watch?"
      answer={`${project.own.name}, against ${rivals === 0 ? 'no competitors yet' : rivals === 1 ? 'one competitor' : `${rivals} competitors`}. A change of names scores all stored answers again, so that no figure mixes two definitions.`}
    >
      <BrandList
        projectId={projectId}
        brands={[project.own, ...project.competitors]}
        mayEdit={hasPermission(role, 'projects.edit')}
      />
      {hasPermission(role, 'projects.delete') ? (
        <Section
          title="Delete this project"
          note="Its prompts, runs and answers go with it and cannot be brought back."
        >
          <DeleteProject projectId={projectId} name={project.name} />
        </Section>
      ) : null}
    </Page>
  );
}
