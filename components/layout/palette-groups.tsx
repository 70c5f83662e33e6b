'use client';

import {
  Bookmark,
  Bot,
  ChartLine,
  Download,
  Folder,
  Globe,
  Hash,
  Keyboard,
  Link2,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Moon,
  PlayCircle,
  Plus,
  Printer,
  Sun,
  Swords,
  Tag,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useCurrentProject, useDestinations } from '#components/layout/destinations';
import { useCommands } from '#components/layout/keyboard';
import { useShell } from '#components/layout/shell-context';
import { signOut } from '#components/layout/sign-out';
import { useUrlQuery } from '#components/ui/links';
import type { Option } from '#components/ui/select';
import { setTheme } from '#components/ui/theme-toggle';
import { getCrossProjectFilterQuery, getFilterQuery } from '#lib/contract/filters/page-filters';
import { labelProjectPage } from '#lib/format/project-pages';

/** The project data of the command palette. */
export interface PaletteData {
  views: readonly { id: string; name: string; page: string; query: string }[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** The brand of the project first, then its competitors. */
  brands: readonly { id: string; name: string; role: 'own' | 'competitor' }[];
  /** Prompts that contain the search text. */
  prompts: readonly { id: string; text: string }[];
  /** Domains of sources that contain the search text. */
  domains: readonly string[];
}

const debounceMs = 150;
const noData: PaletteData = {
  views: [],
  engines: [],
  countries: [],
  topics: [],
  tags: [],
  brands: [],
  prompts: [],
  domains: [],
};

/**
 * Loads a project's data for the search text after a pause in typing; returns the previous data until then.
 * @returns `matchedText` is the text for which the prompts and domains were found
 */
function usePaletteData(
  projectId: string | undefined,
  search: string,
): PaletteData & { matchedText: string } {
  const query = search.trim();
  const [{ matchedText, ...data }, setData] = useState({ ...noData, matchedText: query });
  useEffect(() => {
    if (!projectId) return;
    const controller = new AbortController();
    const load = async () => {
      try {
        const url = `/projects/${projectId}/palette?${new URLSearchParams({ words: query })}`;
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok || response.redirected) throw new Error('not loaded');
        const loaded: PaletteData = await response.json();
        setData({ ...loaded, matchedText: query });
      } catch {
        if (controller.signal.aborted) return;
        // If loading fails, for example offline, keeps the items that don't depend on the search text.
        setData((last) => ({ ...last, prompts: [], domains: [], matchedText: query }));
      }
    };
    const timer = setTimeout(load, query === '' ? 0 : debounceMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [projectId, query]);
  return { ...data, matchedText };
}

interface PaletteItem {
  /** Unique. */
  id: string;
  label: string;
  Icon: LucideIcon;
  run: () => void;
  keywords?: string[];
  hint?: string;
}

function createItem(
  id: string,
  label: string,
  Icon: LucideIcon,
  run: () => void,
  details: Pick<PaletteItem, 'keywords' | 'hint'> = {},
): PaletteItem {
  return { id, label, Icon, run, ...details };
}

interface PaletteGroups {
  groups: { heading: string; items: PaletteItem[] }[];
  /** Whether the search for prompts and domains is in progress. */
  isSearching: boolean;
}

/** Pages with filters. Choosing a filter elsewhere opens the overview. */
const filteredPages = ['overview', 'prompts', 'answers', 'sources', 'competitors', 'fan-out', 'experiments'];

const filterIcons = { engine: Bot, country: Globe, topic: Hash, tag: Tag };

/**
 * Returns the items of the palette for the search text, in groups. Brands, topics and tags appear only once text is
 * typed, because there can be many.
 */
export function usePaletteGroups(search: string): PaletteGroups {
  const router = useRouter();
  const { pathname, query: urlQuery, change } = useUrlQuery();
  const parameters = new URLSearchParams(urlQuery);
  const project = useCurrentProject();
  const shell = useShell();
  const { open } = useCommands();
  const { projectPages, organizationPages } = useDestinations();
  const { views, engines, countries, topics, tags, brands, prompts, domains, matchedText } = usePaletteData(
    project?.id,
    search,
  );
  // Keeps what the server has found, even if it compares letters differently than the palette.
  const serverMatch = { keywords: matchedText === search.trim() ? [search] : [] };
  const base = `/projects/${project?.id}`;
  const isTyping = search.trim() !== '';
  const goTo = (url: string) => () => router.push(url);

  /** Sets a filter on this page, or on the overview if the page has no filters. */
  const filterBy = (key: string, value: string) => () => {
    if (pathname.startsWith(base) && filteredPages.includes(pathname.split('/')[3] ?? '')) {
      change({ [key]: [value] });
      return;
    }
    const query = new URLSearchParams(getFilterQuery(parameters));
    query.set(key, value);
    router.push(`${base}/overview?${query}`);
  };
  const toFilterItems = (key: keyof typeof filterIcons, options: readonly Option[]) =>
    options.map(({ value, label }) =>
      createItem(`${key} ${value}`, label, filterIcons[key], filterBy(key, value), {
        keywords: [key, 'filter'],
        hint: key,
      }),
    );
  const compareWith = (competitorId: string) => () => {
    const query = new URLSearchParams(getFilterQuery(parameters));
    query.delete('brand');
    query.set('competitor', competitorId);
    router.push(`${base}/competitors?${query}`);
  };

  const pageItems = [...projectPages, ...organizationPages].map(({ label, href, Icon, letter }) =>
    createItem(`page ${label}`, label, Icon, goTo(href), { hint: `g ${letter}` }),
  );
  const viewItems = views.map(({ id, name, page, query }) => {
    const url = `${base}/${page}${query ? `?${query}` : ''}`;
    return createItem(`view ${id}`, name, Bookmark, goTo(url), { hint: labelProjectPage(page) });
  });
  const promptItems = prompts.map(({ id, text }) => {
    const url = `${base}/prompts/${id}${getFilterQuery(parameters)}`;
    return createItem(`prompt ${id}`, text, MessageSquare, goTo(url), serverMatch);
  });
  const domainItems = domains.map((domain) => {
    const url = `${base}/sources/${encodeURIComponent(domain)}${getFilterQuery(parameters)}`;
    return createItem(`domain ${domain}`, domain, Link2, goTo(url), serverMatch);
  });
  const brandItems = brands.flatMap(({ id, name, role }) => {
    const metrics = createItem(`brand ${id}`, `Metrics for ${name}`, ChartLine, filterBy('brand', id), {
      keywords: ['brand'],
    });
    if (role === 'own') return [metrics];
    const keywords = ['competitor', 'compare'];
    return [
      createItem(`competitor ${id}`, `Head to head with ${name}`, Swords, compareWith(id), { keywords }),
      metrics,
    ];
  });
  const otherProjects = (shell?.projects ?? []).filter(({ id }) => id !== project?.id);
  const projectItems = otherProjects.map(({ id, name }) => {
    const url = `/projects/${id}/overview${getCrossProjectFilterQuery(parameters)}`;
    return createItem(`project ${id}`, name, Folder, goTo(url), { keywords: ['project'] });
  });
  if (shell?.canCreateProjects)
    projectItems.push(createItem('new project', 'New project', Plus, goTo('/projects/new')));
  const exportAnswers = () => {
    const query = new URLSearchParams(window.location.search);
    query.set('format', 'csv');
    window.location.assign(`${base}/export/answers?${query}`);
  };
  // Waits until the palette has closed.
  const print = () => void setTimeout(() => window.print(), 250);
  const actions = [
    createItem('print', 'Print this page', Printer, print, { keywords: ['pdf', 'export'] }),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      createItem(
        `theme ${theme}`,
        theme === 'system' ? 'Use system theme' : `Use ${theme} theme`,
        theme === 'dark' ? Moon : Sun,
        () => setTheme(theme),
        { keywords: ['theme', 'appearance', 'mode'] },
      ),
    ),
    createItem('shortcuts', 'Keyboard shortcuts', Keyboard, () => open('shortcuts'), { hint: '?' }),
    createItem('sign out', 'Sign out', LogOut, () => void signOut(), { keywords: ['log out'] }),
  ];
  if (project) {
    actions.unshift(
      createItem('export answers', 'Export answers', Download, exportAnswers, {
        keywords: ['download', 'csv'],
        hint: 'CSV, with the current filters',
      }),
    );
  }
  if (project && shell?.canStartRuns) {
    actions.unshift(
      createItem('run now', 'Run all prompts now', PlayCircle, goTo(`${base}/schedule`), {
        keywords: ['run'],
        hint: 'shows the cost first',
      }),
    );
  }
  const filters = [...toFilterItems('engine', engines), ...toFilterItems('country', countries)];
  if (isTyping) filters.push(...toFilterItems('topic', topics), ...toFilterItems('tag', tags));
  const groups = [
    { heading: 'Pages', items: pageItems },
    { heading: 'Saved views', items: viewItems },
    { heading: 'Prompts', items: promptItems },
    { heading: 'Sources', items: domainItems },
    { heading: 'Brands', items: isTyping ? brandItems : [] },
    { heading: 'Filter by', items: filters },
    { heading: 'Projects', items: projectItems },
    { heading: 'Actions', items: actions },
  ];
  return { groups, isSearching: project !== undefined && matchedText !== search.trim() };
}
