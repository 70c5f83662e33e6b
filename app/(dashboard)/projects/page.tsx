import { redirect } from 'next/navigation';
import { requireSession } from '#app/session.ts';

/** Redirects to the home page, which opens a project. */
export default async function ProjectsPage() {
  await requireSession();
  redirect('/');
}
