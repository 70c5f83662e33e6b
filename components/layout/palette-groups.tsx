'use client';

import { Bookmark, Folder, MessageSquare, Plus } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCurrentProject } from '#components/layout/current-project';
import type { PaletteItem } from '#components/layout/palette-item';
import { useShell } from '#components/layout/shell-context';
import { useDestinations } from '#components/layout/use-destinations';
import { usePaletteActions } from '#components/layout/use-palette-actions';
import { usePaletteBrands } from '#components/layout/use-palette-brands';
import { usePaletteFacts } from '#components/layout/use-palette-facts';
import { usePaletteFilters } from '#components/layout/use-palette-filters';
import { roleMay } from '#lib/core/permissions';
import { filterQuery, sharedFilterQuery } from '#lib/format/filter-query';

interface PaletteGroup {
  heading: string;
  items: PaletteItem[];
}

/** What the palette offers here, for the words typed. */
export function usePaletteGroups(words: string): PaletteGroup[] {
  const router = useRouter();
  const parameters = useSearchParams();
  const project = useCurrentProject();
  const shell = useShell();
  const { ofProject, ofOrganization } = useDestinations();
  const facts = usePaletteFacts(project?.id, words);
  const filters = usePaletteFilters(project?.id, facts, words);
  const brands = usePaletteBrands(project?.id, facts, words);
  const actions = usePaletteActions();
  const base = `/projects/${project?.id}`;
  const goTo = (address: string) => () => router.push(address);
  const pages = [...ofProject, ...ofOrganization].map(({ label, href, Icon, letter }) => ({
    id: `page ${label}`,
    label,
    hint: `g ${letter}`,
    Icon,
    run: goTo(href),
  }));
  const views = facts.views.map(({ id, name, screen, query }) => ({
    id: `view ${id}`,
    label: name,
    hint: screen.replaceAll('-', ' '),
    Icon: Bookmark,
    run: goTo(`${base}/${screen}${query ? `?${query}` : ''}`),
  }));
  const prompts = facts.prompts.map(({ id, text }) => ({
    id: `prompt ${id}`,
    label: text,
    // The server found it by them.
    keywords: [words],
    Icon: MessageSquare,
    run: goTo(`${base}/prompts/${id}${filterQuery(parameters)}`),
  }));
  const projects: PaletteItem[] = (shell?.projects ?? [])
    .filter(({ id }) => id !== project?.id)
    .map(({ id, name }) => ({
      id: `project ${id}`,
      label: name,
      keywords: ['project'],
      Icon: Folder,
      run: goTo(`/projects/${id}/overview${sharedFilterQuery(parameters)}`),
    }));
  if (shell && roleMay(shell.role, 'projects.edit')) {
    projects.push({ id: 'new project', label: 'New project', Icon: Plus, run: goTo('/projects/new') });
  }
  return [
    { heading: 'Pages', items: pages },
    { heading: 'Saved views', items: views },
    { heading: 'Prompts', items: prompts },
    { heading: 'Brands', items: brands },
    { heading: 'Filter by', items: filters },
    { heading: 'Projects', items: projects },
    { heading: 'Actions', items: actions },
  ];
}
