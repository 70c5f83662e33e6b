import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineTable, type TableInput } from '#lib/dashboard/exports/define-table';

const maxDomains = 10_000;

/** Returns the data of the domain in the URL parameter `domain`; null if no answer lists it. */
function getRequestedDomain(...[context, filters, parameters]: TableInput) {
  const [domain = ''] = getParameterValues(parameters, 'domain');
  return getDomain(context, filters, { domain });
}

const labelDomain = (...[, , parameters]: TableInput) => getParameterValues(parameters, 'domain').slice(0, 1);

export const sourceTables = {
  /** The domains that answers list or cite, the most cited first, up to `maxDomains`. */
  sources: defineTable({
    rows: async (context, filters) => (await getSources(context, filters, { size: maxDomains })).sources,
    columns: [
      { key: 'domain', label: 'Domain', value: ({ domain }) => domain },
      { key: 'type', label: 'Type', value: ({ type }) => type },
      { key: 'citations', label: 'Citations', value: ({ citations }) => citations },
      { key: 'citation_share', label: 'Citation share', rate: ({ citationShare }) => citationShare },
      { key: 'cited', label: 'Cited in', rate: ({ cited }) => cited },
      { key: 'listed', label: 'Listed in', rate: ({ listed }) => listed },
      {
        key: 'cited_when_listed',
        label: 'Cited when listed',
        rate: ({ citedWhenListed }) => citedWhenListed,
      },
      { key: 'gap', label: 'Gap rate', rate: ({ gap }) => gap },
    ],
  }),
  /** Citations by domain type. */
  'source-types': defineTable({
    rows: async (context, filters) => (await getSources(context, filters)).byType,
    columns: [
      { key: 'type', label: 'Type', value: ({ type }) => type },
      { key: 'domains', label: 'Domains', value: ({ domains }) => domains },
      { key: 'citation_share', label: 'Citation share', rate: ({ citationShare }) => citationShare },
    ],
  }),
  /**
   * Domains, except those of tracked brands, that are cited in answers that mention a competitor but not the project's own
   * brand; most such answers first.
   */
  'source-gaps': defineTable({
    rows: async (context, filters) =>
      (await getSources(context, filters, { maxGaps: maxDomains })).gaps?.sources ?? [],
    columns: [
      { key: 'domain', label: 'Domain', value: ({ domain }) => domain },
      { key: 'type', label: 'Type', value: ({ type }) => type },
      { key: 'gap', label: 'Gap rate', rate: ({ gap }) => gap },
      { key: 'cited', label: 'Cited in', rate: ({ cited }) => cited },
    ],
  }),
  /** Answers that cite each of the most cited domains, by engine; the remaining domains are summed as one. */
  'source-flow': defineTable({
    rows: async (context, filters) => (await getSources(context, filters)).flow ?? [],
    columns: [
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'domain', label: 'Domain', value: ({ domain }) => domain },
      { key: 'cited', label: 'Answers that cite it', value: ({ cited }) => cited },
      { key: 'mentioned', label: 'Answers mentioning the brand', value: (row) => row.mentioned },
    ],
  }),
  /** Stability of citations, over all engines and by engine. */
  stability: defineTable({
    async rows(context, filters) {
      const { overall, byEngine } = await getStability(context, filters);
      return [{ engine: 'all', ...overall }, ...byEngine];
    },
    columns: [
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'stability', label: 'Stability (0 to 100)', value: ({ value }) => value },
      { key: 'days', label: 'Days with citations', value: ({ days }) => days },
    ],
  }),
  'domain-over-time': defineTable({
    label: labelDomain,
    async rows(context, filters, parameters) {
      const data = await getRequestedDomain(context, filters, parameters);
      const annotations = await listAnnotationsByDay(context, filters);
      return (data?.days ?? []).map((day, index) => ({
        day,
        rate: data?.trend[index],
        annotations: annotations.get(day),
      }));
    },
    columns: [
      { key: 'day', label: 'Day', format: 'day', value: ({ day }) => day },
      { key: 'citation_share', label: 'Citation share', rate: ({ rate }) => rate },
      { key: 'annotations', label: 'Annotations', isLong: true, value: ({ annotations }) => annotations },
    ],
  }),
  'domain-engines': defineTable({
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.byEngine ?? [],
    columns: [
      { key: 'engine', label: 'Engine', engines: ({ engine }) => [engine] },
      { key: 'cited', label: 'Cited in', rate: ({ cited }) => cited },
    ],
  }),
  'domain-prompts': defineTable({
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.prompts ?? [],
    columns: [
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      { key: 'cited', label: 'Cited in', rate: ({ cited }) => cited },
    ],
  }),
  'domain-pages': defineTable({
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.pages.pages ?? [],
    columns: [
      { key: 'url', label: 'URL', format: 'link', value: ({ url }) => url },
      { key: 'label', label: 'Title', value: ({ label }) => label },
      { key: 'citations', label: 'Citations', value: ({ citations }) => citations },
      { key: 'cited', label: 'Answers that cite it', value: ({ cited }) => cited },
      { key: 'listed', label: 'Answers that list it', value: ({ listed }) => listed },
    ],
  }),
};
