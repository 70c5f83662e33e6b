import { redirect } from 'next/navigation';
import { listProjects } from '#lib/dashboard/projects/list-projects';
import { currentContext } from '../session';

/** The start: the oldest project's overview, or the way to a first project. */
export default async function StartPage() {
  const [project] = await listProjects(await currentContext());
  redirect(project ? `/projects/${project.id}/overview` : '/projects/new');
}
