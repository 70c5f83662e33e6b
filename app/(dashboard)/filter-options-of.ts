import type { FilterOptions } from '#components/filters/filter-options';
import { engineLabel } from '#components/overview/engine-label';
import { countryName } from '#lib/charts/names';
import type { FilterChoices } from '#lib/dashboard/metrics/filter-choices';

/** What a project offers to filter by, with the words for it. */
export function filterOptionsOf({ engines, countries, topics, tags }: FilterChoices): FilterOptions {
  const labelled = (value: string) => ({ value, label: value });
  return {
    engines: engines.map((value) => ({ value, label: engineLabel(value) })),
    countries: countries.map((value) => ({ value, label: countryName(value) })),
    topics: topics.map(labelled),
    tags: tags.map(labelled),
  };
}
