'use client';

import { useParams } from 'next/navigation';
import { useShell } from '#components/layout/shell-context';

/** The project of the address; elsewhere the organization's first, so that navigation always leads somewhere. */
export function useCurrentProject(): { id: string; name: string } | undefined {
  const { projectId } = useParams<{ projectId?: string }>();
  const projects = useShell()?.projects ?? [];
  return projects.find((project) => project.id === projectId) ?? projects[0];
}
