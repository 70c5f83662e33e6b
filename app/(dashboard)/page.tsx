import { redirect } from 'next/navigation';
import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';
import { explainDenial, hasPermission } from '#lib/core/permissions';
import { listProjects } from '#lib/dashboard/projects/project';
import { getContext, getRole } from '../session';

/** Redirects to the overview of the oldest project. If there is none, redirects members who can create
 * projects to the form for a new one. */
export default async function HomePage() {
  const context = await getContext();
  const [project] = await listProjects(context);
  if (project) redirect(`/projects/${project.id}/overview`);
  const denial = explainDenial(context.actor, 'projects.edit');
  if (denial === null) redirect('/projects/new');
  return (
    <Page title="Projects">
      <EmptyState kind="none yet" title="No projects yet">
        {hasPermission(getRole(context), 'projects.edit') ? denial : 'Ask an editor to create one.'}
      </EmptyState>
    </Page>
  );
}
