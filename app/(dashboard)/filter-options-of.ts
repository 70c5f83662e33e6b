import type { FilterOptions } from '#components/filters/filter-options';
import { engineLabel } from '#components/overview/engine-label';
import type { FilterChoices } from '#lib/dashboard/analytics/filter-choices';
import type { Project } from '#lib/dashboard/projects/project';
import { countryName } from '#lib/format/names';

/** What a project offers to filter by, with the words for it. */
export function filterOptionsOf(
  { engines, countries, topics, tags }: FilterChoices,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  prompts: readonly { id: string; text: string }[],
): FilterOptions {
  const labelled = (value: string) => ({ value, label: value });
  return {
    brands: [own, ...competitors].map(({ id, name }) => ({ value: id, label: name })),
    engines: engines.map((value) => ({ value, label: engineLabel(value) })),
    countries: countries.map((value) => ({ value, label: countryName(value) })),
    topics: topics.map(labelled),
    tags: tags.map(labelled),
    prompts: prompts.map(({ id, text }) => ({ value: id, label: text })),
  };
}
