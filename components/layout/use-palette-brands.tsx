'use client';

import { ChartLine, Swords } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import type { PaletteFacts } from '#components/layout/palette-facts';
import type { PaletteItem } from '#components/layout/palette-item';
import { useFilterBy } from '#components/layout/use-palette-filters';
import { filterQuery } from '#lib/format/filter-query';

/** The brands of a project, once words are typed: opposite ours, and looked at themselves. */
export function usePaletteBrands(
  projectId: string | undefined,
  { brands }: PaletteFacts,
  words: string,
): PaletteItem[] {
  const router = useRouter();
  const parameters = useSearchParams();
  const filterBy = useFilterBy(projectId);
  if (words.trim() === '') return [];
  const opposite = (rivalId: string) => () => {
    const query = new URLSearchParams(filterQuery(parameters));
    query.delete('brand');
    query.set('rival', rivalId);
    router.push(`/projects/${projectId}/competitors?${query}`);
  };
  return brands.flatMap(({ id, name, role }) => {
    const figures = {
      id: `brand ${id}`,
      label: `Figures of ${name}`,
      keywords: ['brand'],
      Icon: ChartLine,
      run: () => filterBy('brand', id),
    };
    if (role === 'own') return [figures];
    return [
      {
        id: `rival ${id}`,
        label: `Head to head with ${name}`,
        keywords: ['competitor', 'compare'],
        Icon: Swords,
        run: opposite(id),
      },
      figures,
    ];
  });
}
