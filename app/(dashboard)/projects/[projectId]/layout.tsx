import type { ReactNode } from 'react';
import { projectOf } from './project-of';

interface ProjectLayoutProps {
  params: Promise<{ projectId: string }>;
  children: ReactNode;
}

/**
 * Asks for the project before any page below begins to stream, so that a missing one is answered with 404. Every
 * page asks for itself too: a layout is not drawn anew on each way between pages.
 */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  await projectOf((await params).projectId);
  return children;
}
