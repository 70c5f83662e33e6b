import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Brand } from '#lib/dashboard/projects/brand';

/** Of longer lists, only the number of values is shown. */
const maxListed = 3;

/**
 * Labels the filters of a table for a file name, without the period: "chat", "gen", "DE", "4 topics", "filtered". The
 * last one stands for filters on answers that have no short name.
 */
export function labelFilters(
  filters: MetricFilters,
  parameters: SearchParameters,
  brands: readonly Pick<Brand, 'id' | 'name' | 'role'>[],
): string[] {
  const { engines, countries, topics, tags, promptIds, branded } = filters;
  const brand = brands.find(({ id, role }) => id === filters.brandId && role === 'competitor');
  const { status, search, ...others } = parseAnswerFilters(parameters);
  const isFiltered = Object.values(others).some((value) => value !== undefined && value !== false);
  return [
    ...listOrCount(engines, 'engines'),
    ...listOrCount(countries, 'countries'),
    ...listOrCount(topics, 'topics'),
    ...listOrCount(tags, 'tags'),
    ...(promptIds.length > 0 ? [`${promptIds.length} ${promptIds.length === 1 ? 'prompt' : 'prompts'}`] : []),
    ...(brand ? [brand.name] : []),
    ...(branded === 'without' ? [] : [branded === 'only' ? 'only branded' : 'with branded']),
    ...(status === 'answered' ? [] : [status]),
    ...(search ? [search] : []),
    ...(isFiltered ? ['filtered'] : []),
  ];
}

function listOrCount(values: readonly string[], plural: string): readonly string[] {
  return values.length > maxListed ? [`${values.length} ${plural}`] : values;
}
