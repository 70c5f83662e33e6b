'use client';

import { Bot, Globe, Hash, Tag } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import type { PaletteFacts } from '#components/layout/palette-facts';
import type { PaletteItem } from '#components/layout/palette-item';

/** The screens without figures, from which a filter leads to the overview. */
const withoutFigures = ['schedule', 'runs', 'settings', 'new'];

const icons = { engine: Bot, country: Globe, topic: Hash, tag: Tag };
type Key = keyof typeof icons;

/** Sets a filter on this screen, where it has figures, else on the overview. */
export function useFilterBy(projectId: string | undefined): (key: Key | 'brand', value: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const base = `/projects/${projectId}`;
  const screen = pathname.split('/')[3] ?? '';
  return (key, value) => {
    const next = new URLSearchParams(parameters);
    next.set(key, value);
    const here = pathname.startsWith(base) && !withoutFigures.includes(screen);
    router.push(`${here ? pathname : `${base}/overview`}?${next}`);
  };
}

/** What to filter by; topics and tags, which can be many, once words are typed. */
export function usePaletteFilters(
  projectId: string | undefined,
  { engines, countries, topics, tags }: PaletteFacts,
  words: string,
): PaletteItem[] {
  const filterBy = useFilterBy(projectId);
  const item = (key: Key) => (option: { value: string; label: string }) => ({
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
