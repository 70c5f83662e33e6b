'use client';

import { Download, Keyboard, LogOut, Moon, PlayCircle, Printer, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { signOut } from '#components/layout/account-menu';
import { useCurrentProject } from '#components/layout/destinations';
import { useCommands } from '#components/layout/keyboard';
import type { PaletteItem } from '#components/layout/palette-data';
import { useShell } from '#components/layout/shell-context';
import { chooseTheme } from '#components/ui/theme-toggle';
import { hasPermission } from '#lib/core/permissions';

/** Returns the actions of the palette. Running prompts leads to the schedule, which shows the cost first. */
export function usePaletteActions(): PaletteItem[] {
  const router = useRouter();
  const project = useCurrentProject();
  const shell = useShell();
  const { open } = useCommands();
  const run: PaletteItem[] =
    project && shell && hasPermission(shell.role, 'runs.start')
      ? [
          {
            id: 'run now',
            label: 'Run all prompts now',
            keywords: ['run'],
            hint: 'shows the cost first',
            Icon: PlayCircle,
            run: () => router.push(`/projects/${project.id}/schedule`),
          },
        ]
      : [];
  const answers: PaletteItem[] = project
    ? [
        {
          id: 'export answers',
          label: 'Export these answers',
          keywords: ['download', 'csv'],
          hint: 'CSV, with the current filters',
          Icon: Download,
          run: () => {
            const query = new URLSearchParams(window.location.search);
            query.set('format', 'csv');
            window.location.assign(`/projects/${project.id}/export/answers?${query}`);
          },
        },
      ]
    : [];
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme ${theme}`,
    label: theme === 'system' ? 'Use system theme' : `Use the ${theme} theme`,
    keywords: ['theme', 'appearance', 'mode'],
    Icon: theme === 'dark' ? Moon : Sun,
    run: () => chooseTheme(theme),
  }));
  return [
    ...run,
    ...answers,
    {
      id: 'print',
      label: 'Print this page',
      keywords: ['pdf', 'export'],
      Icon: Printer,
      // Wait until the palette has closed.
      run: () => void setTimeout(() => window.print(), 250),
    },
    ...themes,
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
      run: () => void signOut(),
    },
  ];
}
