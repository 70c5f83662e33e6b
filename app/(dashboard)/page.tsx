import { redirect } from 'next/navigation';
import { listProjects } from '#lib/dashboard/projects/project';
import { getContext } from '../session';

/** The start: the oldest project's overview, or the way to a first project. */
export default async function StartPage() {
  const [project] = await listProjects(await getContext());
  redirect(project ? `/projects/${project.id}/overview` : '/projects/new');
}
