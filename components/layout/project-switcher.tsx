'use client';

import { ChevronsUpDown } from 'lucide-react';
import { useParams } from 'next/navigation';
import { useShell } from '#components/layout/shell-context';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';

const ProjectPanel = loadOnFirstInteraction(
  async () => (await import('#components/layout/project-panel')).ProjectPanel,
  PanelFailed,
);

/** The current project with a menu of all projects; on organization pages, the organization's name. */
export function ProjectSwitcher() {
  const shell = useShell();
  const { projectId } = useParams<{ projectId?: string }>();
  const disclosure = useDisclosure();
  if (!shell) return null;
  const current = shell.projects.find((project) => project.id === projectId);
  if (!current) return <p className="truncate px-1 font-semibold">{shell.organization.name}</p>;
  return (
    <LazyTrigger
      disclosure={disclosure}
      opens="menu"
      trigger={
        <button
          type="button"
          className="-ml-1 flex h-9 min-w-0 items-center gap-1.5 rounded-md px-2 font-semibold transition-colors duration-150 hover:bg-sunken"
        >
          <span className="sr-only">Project: </span>
          <span className="truncate">{current.name}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
        </button>
      }
    >
      <ProjectPanel disclosure={disclosure} shell={shell} currentId={current.id} />
    </LazyTrigger>
  );
}
