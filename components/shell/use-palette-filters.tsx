'use client';

import { Bot, Globe } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import type { PaletteFacts } from '#components/shell/palette-facts';
import type { PaletteItem } from '#components/shell/palette-item';

/** The screens without figures, from which a filter leads to the overview. */
const withoutFigures = ['schedule', 'runs', 'settings', 'new'];

/** Engines and countries to filter by, on this screen where it has figures. */
export function usePaletteFilters(
  projectId: string | undefined,
  { engines, countries }: PaletteFacts,
): PaletteItem[] {
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const base = `/projects/${projectId}`;
  const screen = pathname.split('/')[3] ?? '';
  const filterBy = (key: 'engine' | 'country', value: string) => () => {
    const next = new URLSearchParams(parameters);
    next.set(key, value);
    const here = pathname.startsWith(base) && !withoutFigures.includes(screen);
    router.push(`${here ? pathname : `${base}/overview`}?${next}`);
  };
  const item =
    (key: 'engine' | 'country', Icon: typeof Bot) => (option: { value: string; label: string }) => ({
      id: `${key} ${option.value}`,
      label: option.label,
      keywords: [key, 'filter'],
      hint: key,
      Icon,
      run: filterBy(key, option.value),
    });
  return [...engines.map(item('engine', Bot)), ...countries.map(item('country', Globe))];
}
