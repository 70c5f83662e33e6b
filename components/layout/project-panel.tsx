'use client';

import { Check, Plus } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ShellData } from '#components/layout/shell-context';
import type { Disclosure } from '#components/overlays/lazy-panel';
import { MenuItem, MenuPanel } from '#components/overlays/panels';
import { Link } from '#components/ui/link';
import { useUrlQuery } from '#components/ui/links';
import { getCrossProjectFilterQuery } from '#lib/contract/filters/page-filters';

const itemClasses =
  'flex h-9 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-sunken';

interface ProjectPanelProps {
  disclosure: Disclosure;
  shell: ShellData;
  currentId: string;
}

/**
 * Links to the same page of each project, with the filters that mean the same in every project; and a link that creates a
 * project.
 */
export function ProjectPanel({ disclosure, shell, currentId }: ProjectPanelProps) {
  const filters = getCrossProjectFilterQuery(new URLSearchParams(useUrlQuery().query));
  const page = usePathname().split('/')[3] ?? 'overview';
  return (
    <MenuPanel
      disclosure={disclosure}
      label="Projects"
      align="start"
      className="max-h-96 w-64 overflow-y-auto"
    >
      {shell.projects.map(({ id, name }) => (
        <MenuItem key={id}>
          <Link href={`/projects/${id}/${page}${filters}`} className={itemClasses}>
            <span className="flex-1 truncate">{name}</span>
            {id === currentId ? <Check className="size-4 text-accent" aria-label="current" /> : null}
          </Link>
        </MenuItem>
      ))}
      {shell.canCreateProjects ? (
        <>
          <hr className="my-1 border-t" />
          <MenuItem>
            <Link href="/projects/new" className={itemClasses}>
              <Plus className="size-4 text-muted" aria-hidden />
              New project
            </Link>
          </MenuItem>
        </>
      ) : null}
    </MenuPanel>
  );
}
