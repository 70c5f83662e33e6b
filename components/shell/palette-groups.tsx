'use client';

import {
  Bookmark,
  Bot,
  Folder,
  Globe,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Moon,
  PlayCircle,
  Plus,
  Sun,
} from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { signOut } from 'next-auth/react';
import { useCommands } from '#components/shell/commands-context';
import { useCurrentProject } from '#components/shell/current-project';
import { useShell } from '#components/shell/shell-context';
import { useDestinations } from '#components/shell/use-destinations';
import { usePaletteFacts } from '#components/shell/use-palette-facts';
import { chooseTheme } from '#components/ui/theme-toggle';
import { filterQuery, sharedFilterQuery } from '#lib/charts/filter-query';
import { roleMay } from '#lib/core/permissions';

interface PaletteItem {
  /** Stands for it alone. */
  id: string;
  label: string;
  keywords?: string[];
  hint?: string;
  Icon: LucideIcon;
  run: () => void;
}

interface PaletteGroup {
  heading: string;
  items: PaletteItem[];
}

/** The screens without figures, from which a filter leads to the overview. */
const withoutFigures = ['schedule', 'runs', 'settings', 'new'];

/** What the palette offers here, for the words typed. */
export function usePaletteGroups(words: string): PaletteGroup[] {
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const project = useCurrentProject();
  const shell = useShell();
  const { open } = useCommands();
  const { ofProject, ofOrganization } = useDestinations();
  const facts = usePaletteFacts(project?.id, words);
  const base = `/projects/${project?.id}`;
  const screen = pathname.split('/')[3] ?? '';
  const filterBy = (key: 'engine' | 'country', value: string) => () => {
    const next = new URLSearchParams(parameters);
    next.set(key, value);
    const here = pathname.startsWith(base) && !withoutFigures.includes(screen);
    router.push(`${here ? pathname : `${base}/overview`}?${next}`);
  };
  const may = shell !== null && roleMay(shell.role, 'projects.edit');
  return [
    {
      heading: 'Pages',
      items: [...ofProject, ...ofOrganization].map(({ label, href, Icon, letter }) => ({
        id: `page ${label}`,
        label,
        hint: `g ${letter}`,
        Icon,
        run: () => router.push(href),
      })),
    },
    {
      heading: 'Saved views',
      items: facts.views.map(({ id, name, screen: of, query }) => ({
        id: `view ${id}`,
        label: name,
        hint: of.replaceAll('-', ' '),
        Icon: Bookmark,
        run: () => router.push(`${base}/${of}${query ? `?${query}` : ''}`),
      })),
    },
    {
      heading: 'Prompts',
      items: facts.prompts.map(({ id, text }) => ({
        id: `prompt ${id}`,
        label: text,
        Icon: MessageSquare,
        run: () => router.push(`${base}/prompts/${id}${filterQuery(parameters)}`),
      })),
    },
    {
      heading: 'Filter by',
      items: [
        ...facts.engines.map(({ value, label }) => ({
          id: `engine ${value}`,
          label,
          keywords: ['engine', 'filter'],
          hint: 'engine',
          Icon: Bot,
          run: filterBy('engine', value),
        })),
        ...facts.countries.map(({ value, label }) => ({
          id: `country ${value}`,
          label,
          keywords: ['country', 'filter'],
          hint: 'country',
          Icon: Globe,
          run: filterBy('country', value),
        })),
      ],
    },
    {
      heading: 'Projects',
      items: [
        ...(shell?.projects ?? [])
          .filter(({ id }) => id !== project?.id)
          .map(({ id, name }) => ({
            id: `project ${id}`,
            label: name,
            keywords: ['project'],
            Icon: Folder,
            run: () => router.push(`/projects/${id}/overview${sharedFilterQuery(parameters)}`),
          })),
        ...(may
          ? [{ id: 'new project', label: 'New project', Icon: Plus, run: () => router.push('/projects/new') }]
          : []),
      ],
    },
    {
      heading: 'Actions',
      items: [
        ...(may && project
          ? [
              {
                id: 'ask now',
                label: 'Ask all prompts now',
                keywords: ['run'],
                hint: 'shows the cost first',
                Icon: PlayCircle,
                run: () => router.push(`${base}/schedule`),
              },
            ]
          : []),
        ...(['light', 'dark', 'system'] as const).map((theme) => ({
          id: `theme ${theme}`,
          label: theme === 'system' ? 'Light or dark as the system' : `Use the ${theme} theme`,
          keywords: ['theme', 'appearance', 'mode'],
          Icon: theme === 'dark' ? Moon : Sun,
          run: () => chooseTheme(theme),
        })),
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          hint: '?',
          Icon: Keyboard,
          run: () => open('shortcuts'),
        },
        {
          id: 'sign out',
          label: 'Sign out',
          keywords: ['log out'],
          Icon: LogOut,
          run: () => void signOut({ callbackUrl: '/sign-in' }),
        },
      ],
    },
  ];
}
