import type { FilterOptions } from '#components/filters/filter-options';
import type { Clock } from '#lib/core/clock';
import type { FilterOptions } from '#lib/dashboard/analytics/filter-choices';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters';
import type { Project } from '#lib/dashboard/projects/project';
import { countryName, formatEngine, listNames } from '#lib/format/labels';
import { formatPeriod, formatPlural } from '#lib/format/numbers';

/**
 * Filters in words: "The last 28 days · Chat and Gen · in Japan".
 * @param query as they stand in an address: days named there stay the same, others move on
 */
export function describeFilters(
  filters: MetricFilters,
  clock: Clock,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  query: string,
): string {
  const { engines, countries, topics, tags, promptIds, brandId, branded } = filters;
  const preset = new URLSearchParams(query).has('from') ? null : getPresetDays(filters, clock);
  const brand = [own, ...competitors].find(({ id }) => id === brandId);
  return [
    preset === null ? formatPeriod(filters) : `The last ${preset} days`,
    describeComparison(filters),
    brand && brand.id !== own.id ? `figures of ${brand.name}` : '',
    engines.length > 0 ? listNames(engines.map(formatEngine)) : '',
    countries.length > 0 ? `in ${listNames(countries.map(countryName))}` : '',
    topics.length > 0 ? `${topics.length === 1 ? 'topic' : 'topics'} ${listNames(topics)}` : '',
    tags.length > 0 ? `${tags.length === 1 ? 'tag' : 'tags'} ${listNames(tags)}` : '',
    promptIds.length > 0 ? `only ${formatPlural(promptIds.length, 'prompt')}` : '',
    branded === 'only' ? 'only prompts that name a brand' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A comparison other than the usual one with the days before. */
function describeComparison({ compare, comparedWith }: MetricFilters): string {
  if (compare === 'none') return 'not compared';
  if (compare === 'year') return 'against the same days last year';
  return comparedWith ? `against ${formatPeriod(comparedWith)}` : '';
}

/** What a project offers to filter by, with the words for it. */
export function buildFilterOptions(
  { engines, countries, topics, tags }: FilterOptions,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  prompts: readonly { id: string; text: string }[],
): FilterOptions {
  const labelled = (value: string) => ({ value, label: value });
  return {
    brands: [own, ...competitors].map(({ id, name }) => ({ value: id, label: name })),
    engines: engines.map((value) => ({ value, label: formatEngine(value) })),
    countries: countries.map((value) => ({ value, label: countryName(value) })),
    topics: topics.map(labelled),
    tags: tags.map(labelled),
    prompts: prompts.map(({ id, text }) => ({ value: id, label: text })),
  };
}
