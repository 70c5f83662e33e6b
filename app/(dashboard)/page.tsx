import { redirect } from 'next/navigation';
import { listProjects } from '#lib/dashboard/projects/project';
import { getContext } from '../session';

/** Redirects to the overview of the oldest project, or to the form that creates the first one. */
export default async function HomePage() {
  const [project] = await listProjects(await getContext());
  redirect(project ? `/projects/${project.id}/overview` : '/projects/new');
}
