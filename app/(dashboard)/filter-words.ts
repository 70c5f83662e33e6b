import { engineLabel } from '#components/overview/engine-label';
import { formatPeriod } from '#lib/charts/formats';
import { countryName, listNames } from '#lib/charts/names';
import type { Clock } from '#lib/core/clock';
import { type MetricFilters, presetOf } from '#lib/dashboard/metrics/filters';

/** Filters in words: "The last 28 days · Chat and Gen · in Japan". */
export function filterWords(filters: MetricFilters, clock: Clock): string {
  const { engines, countries, topics, tags, branded } = filters;
  const preset = presetOf(filters, clock);
  return [
    preset === null ? formatPeriod(filters) : `The last ${preset} days`,
    engines.length > 0 ? listNames(engines.map(engineLabel)) : '',
    countries.length > 0 ? `in ${listNames(countries.map(countryName))}` : '',
    topics.length > 0 ? `${topics.length === 1 ? 'topic' : 'topics'} ${listNames(topics)}` : '',
    tags.length > 0 ? `${tags.length === 1 ? 'tag' : 'tags'} ${listNames(tags)}` : '',
    branded === 'only' ? 'only prompts that name a brand' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
