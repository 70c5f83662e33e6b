import { redirect } from 'next/navigation';

/** The home page redirects to a project. */
export default function ProjectsPage() {
  redirect('/');
}
