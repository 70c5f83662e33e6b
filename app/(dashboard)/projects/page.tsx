import { redirect } from 'next/navigation';
import { requireSession } from '../../session';

/** The home page redirects to a project. */
export default async function ProjectsPage() {
  await requireSession();
  redirect('/');
}
