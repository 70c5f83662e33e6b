import { engineLabel } from '#components/overview/engine-label';
import type { Clock } from '#lib/core/clock';
import { type MetricFilters, presetOf } from '#lib/dashboard/analytics/filters';
import type { Project } from '#lib/dashboard/projects/project';
import { formatPeriod, formatPlural } from '#lib/format/formats';
import { countryName, listNames } from '#lib/format/names';

/**
 * Filters in words: "The last 28 days · Chat and Gen · in Japan".
 * @param query as they stand in an address: days named there stay the same, others move on
 */
export function filterWords(
  filters: MetricFilters,
  clock: Clock,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  query: string,
): string {
  const { engines, countries, topics, tags, promptIds, brandId, branded } = filters;
  const preset = new URLSearchParams(query).has('from') ? null : presetOf(filters, clock);
  const brand = [own, ...competitors].find(({ id }) => id === brandId);
  return [
    preset === null ? formatPeriod(filters) : `The last ${preset} days`,
    comparisonWords(filters),
    brand && brand.id !== own.id ? `figures of ${brand.name}` : '',
    engines.length > 0 ? listNames(engines.map(engineLabel)) : '',
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
function comparisonWords({ compare, comparedWith }: MetricFilters): string {
  if (compare === 'none') return 'not compared';
  if (compare === 'year') return 'against the same days last year';
  return comparedWith ? `against ${formatPeriod(comparedWith)}` : '';
}
