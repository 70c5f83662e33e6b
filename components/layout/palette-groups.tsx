'use client';

import {
  Bookmark,
  Bot,
  ChartLine,
  Folder,
  Globe,
  Hash,
  MessageSquare,
  Plus,
  Swords,
  Tag,
} from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCurrentProject, useDestinations } from '#components/layout/destinations';
import { usePaletteActions } from '#components/layout/palette-actions';
import { type PaletteData, type PaletteItem, usePaletteData } from '#components/layout/palette-data';
import { useShell } from '#components/layout/shell-context';
import { hasPermission } from '#lib/core/permissions';
import { getFilterQuery, getSharedFilterQuery } from '#lib/format/answer-links';

interface PaletteGroup {
  heading: string;
  items: PaletteItem[];
}

/** Returns the items of the palette for the typed words. */
export function usePaletteGroups(words: string): PaletteGroup[] {
  const router = useRouter();
  const parameters = useSearchParams();
  const project = useCurrentProject();
  const shell = useShell();
  const { ofProject, ofOrganization } = useDestinations();
  const data = usePaletteData(project?.id, words);
  const filters = usePaletteFilters(project?.id, data, words);
  const brands = usePaletteBrands(project?.id, data, words);
  const actions = usePaletteActions();
  const base = `/projects/${project?.id}`;
  const goTo = (url: string) => () => router.push(url);
  const pages = [...ofProject, ...ofOrganization].map(({ label, href, Icon, letter }) => ({
    id: `page ${label}`,
    label,
    hint: `g ${letter}`,
    Icon,
    run: goTo(href),
  }));
  const views = data.views.map(({ id, name, screen, query }) => ({
    id: `view ${id}`,
    label: name,
    hint: screen.replaceAll('-', ' '),
    Icon: Bookmark,
    run: goTo(`${base}/${screen}${query ? `?${query}` : ''}`),
  }));
  const prompts = data.prompts.map(({ id, text }) => ({
    id: `prompt ${id}`,
    label: text,
    // The server matched the prompt.
    keywords: [words],
    Icon: MessageSquare,
    run: goTo(`${base}/prompts/${id}${getFilterQuery(parameters)}`),
  }));
  const projects: PaletteItem[] = (shell?.projects ?? [])
    .filter(({ id }) => id !== project?.id)
    .map(({ id, name }) => ({
      id: `project ${id}`,
      label: name,
      keywords: ['project'],
      Icon: Folder,
      run: goTo(`/projects/${id}/overview${getSharedFilterQuery(parameters)}`),
    }));
  if (shell && hasPermission(shell.role, 'projects.edit')) {
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

/** Returns actions on brands once words are typed: compare, or show metrics. */
function usePaletteBrands(
  projectId: string | undefined,
  { brands }: PaletteData,
  words: string,
): PaletteItem[] {
  const router = useRouter();
  const parameters = useSearchParams();
  const filterBy = useFilterBy(projectId);
  if (words.trim() === '') return [];
  const compareWith = (competitorId: string) => () => {
    const query = new URLSearchParams(getFilterQuery(parameters));
    query.delete('brand');
    query.set('rival', competitorId);
    router.push(`/projects/${projectId}/competitors?${query}`);
  };
  return brands.flatMap(({ id, name, role }) => {
    const showMetrics = {
      id: `brand ${id}`,
      label: `Metrics of ${name}`,
      keywords: ['brand'],
      Icon: ChartLine,
      run: () => filterBy('brand', id),
    };
    if (role === 'own') return [showMetrics];
    return [
      {
        id: `competitor ${id}`,
        label: `Head to head with ${name}`,
        keywords: ['competitor', 'compare'],
        Icon: Swords,
        run: compareWith(id),
      },
      showMetrics,
    ];
  });
}

/** Pages without metrics; filters lead from them to the overview. */
const pagesWithoutMetrics = ['schedule', 'runs', 'settings', 'new'];

const icons = { engine: Bot, country: Globe, topic: Hash, tag: Tag };
type FilterKey = keyof typeof icons;

/** Sets a filter on this page, or on the overview if the page has no metrics. */
function useFilterBy(projectId: string | undefined): (key: FilterKey | 'brand', value: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const base = `/projects/${projectId}`;
  const screen = pathname.split('/')[3] ?? '';
  return (key, value) => {
    const next = new URLSearchParams(parameters);
    next.set(key, value);
    const here = pathname.startsWith(base) && !pagesWithoutMetrics.includes(screen);
    router.push(`${here ? pathname : `${base}/overview`}?${next}`);
  };
}

/** Returns the filters. Topics and tags, which can be many, appear once words are typed. */
function usePaletteFilters(
  projectId: string | undefined,
  { engines, countries, topics, tags }: PaletteData,
  words: string,
): PaletteItem[] {
  const filterBy = useFilterBy(projectId);
  const item = (key: FilterKey) => (option: { value: string; label: string }) => ({
    id: `${key} ${option.value}`,
    label: option.label,
    keywords: [key, 'filter'],
    hint: key,
    Icon: icons[key],
    run: () => filterBy(key, option.value),
  });
  const few = [...engines.map(item('engine')), ...countries.map(item('country'))];
  return words.trim() === '' ? few : [...few, ...topics.map(item('topic')), ...tags.map(item('tag'))];
}
