import type { FilterMenuOptions } from '#components/filters/filter-options';
import type { Clock } from '#lib/core/clock';
import type { FilterValues } from '#lib/dashboard/analytics/filters/filter-values';
import { getPresetDays, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Project } from '#lib/dashboard/projects/project';
import { formatPeriod } from '#lib/format/dates';
import { formatCountry, formatEngine, formatList } from '#lib/format/labels';
import { formatPlural } from '#lib/format/numbers';

/**
 * Describes filters, such as "Last 28 days · Chat and Gen · in Japan".
 * @param query the filters as a query string; dates in it are fixed, without dates the period is relative to today
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
    preset === null ? formatPeriod(filters) : `Last ${preset} days`,
    describeComparison(filters),
    brand && brand.id !== own.id ? `brand ${brand.name}` : '',
    engines.length > 0 ? formatList(engines.map(formatEngine)) : '',
    countries.length > 0 ? `in ${formatList(countries.map(formatCountry))}` : '',
    topics.length > 0 ? `${topics.length === 1 ? 'topic' : 'topics'} ${formatList(topics)}` : '',
    tags.length > 0 ? `${tags.length === 1 ? 'tag' : 'tags'} ${formatList(tags)}` : '',
    promptIds.length > 0 ? `only ${formatPlural(promptIds.length, 'prompt')}` : '',
    branded === 'only' ? 'branded prompts only' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Describes a comparison unless it is the default, the previous period. */
function describeComparison({ compare, comparedWith }: MetricFilters): string {
  if (compare === 'none') return 'no comparison';
  if (compare === 'year') return 'compared with the same dates last year';
  return comparedWith ? `compared with ${formatPeriod(comparedWith)}` : '';
}

/** Builds the labeled options of the filter menus. */
export function buildFilterMenuOptions(
  { engines, countries, topics, tags }: FilterValues,
  { own, competitors }: Pick<Project, 'own' | 'competitors'>,
  prompts: readonly { id: string; text: string }[],
): FilterMenuOptions {
  const toOption = (value: string) => ({ value, label: value });
  return {
    brands: [own, ...competitors].map(({ id, name }) => ({ value: id, label: name })),
    engines: engines.map((value) => ({ value, label: formatEngine(value) })),
    countries: countries.map((value) => ({ value, label: formatCountry(value) })),
    topics: topics.map(toOption),
    tags: tags.map(toOption),
    prompts: prompts.map(({ id, text }) => ({ value: id, label: text })),
  };
}
