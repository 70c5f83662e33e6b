'use client';

import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import Link from 'next/link';
import { useParams, usePathname, useSearchParams } from 'next/navigation';
import { DropdownMenu } from 'radix-ui';
import { useShell } from '#components/shell/shell-context';
import { sharedFilterQuery } from '#lib/charts/filter-query';
import { roleMay } from '#lib/core/permissions';

const row =
  'flex h-9 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-sunken';

/** The project at hand and the way to the others; on the organization's pages its name. */
export function ProjectSwitcher() {
  const shell = useShell();
  const { projectId } = useParams<{ projectId?: string }>();
  const pathname = usePathname();
  const filters = sharedFilterQuery(useSearchParams());
  if (!shell) return null;
  const current = shell.projects.find((project) => project.id === projectId);
  if (!current) return <p className="truncate px-1 font-semibold">{shell.organization.name}</p>;
  const page = pathname.split('/')[3] ?? 'overview';
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="-ml-1 flex h-9 min-w-0 items-center gap-1.5 rounded-md px-2 font-semibold transition-colors duration-150 hover:bg-sunken">
        <span className="sr-only">Project: </span>
        <span className="truncate">{current.name}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={6}
          className="floats z-50 max-h-96 w-64 overflow-y-auto rounded-lg border border-hairline bg-surface p-1 shadow-float"
        >
          {shell.projects.map((project) => (
            <DropdownMenu.Item key={project.id} asChild>
              <Link href={`/projects/${project.id}/${page}${filters}`} className={row}>
                <span className="flex-1 truncate">{project.name}</span>
                {project.id === current.id ? (
                  <Check className="size-4 text-accent" aria-label="current" />
                ) : null}
              </Link>
            </DropdownMenu.Item>
          ))}
          {roleMay(shell.role, 'projects.edit') ? (
            <>
              <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
              <DropdownMenu.Item asChild>
                <Link href="/projects/new" className={row}>
                  <Plus className="size-4 text-muted" aria-hidden />
                  New project
                </Link>
              </DropdownMenu.Item>
            </>
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
