import { domainOverTimeTable } from '#lib/contract/tables/daily-rates';
import {
  domainEnginesTable,
  domainPagesTable,
  domainPromptsTable,
  sourceFlowTable,
  sourceGapsTable,
  sourceTypesTable,
  stabilityTable,
} from '#lib/contract/tables/source-details';
import { sourcesTable } from '#lib/contract/tables/sources';
import { getParameterValues } from '#lib/dashboard/analytics/filters/metric-filters';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { listAnnotationsByDay } from '#lib/dashboard/exports/annotations-by-day';
import { defineRows, type TableInput } from '#lib/dashboard/exports/exported-table';

const maxDomains = 10_000;

/** Returns the data of the domain in the URL parameter `domain`; null if no answer lists it. */
function getRequestedDomain(...[context, filters, parameters]: TableInput) {
  const [domain = ''] = getParameterValues(parameters, 'domain');
  return getDomain(context, filters, { domain });
}

const labelDomain = (...[, , parameters]: TableInput) => getParameterValues(parameters, 'domain').slice(0, 1);

export const sourceTables = [
  /** Up to `maxDomains` domains. */
  defineRows(sourcesTable, {
    rows: async (context, filters) => (await getSources(context, filters, { size: maxDomains })).sources,
  }),
  defineRows(sourceTypesTable, {
    rows: async (context, filters) => (await getSources(context, filters)).byType,
  }),
  defineRows(sourceGapsTable, {
    rows: async (context, filters) =>
      (await getSources(context, filters, { maxGaps: maxDomains })).gaps?.sources ?? [],
  }),
  defineRows(sourceFlowTable, {
    rows: async (context, filters) => (await getSources(context, filters)).flow ?? [],
  }),
  defineRows(stabilityTable, {
    async rows(context, filters) {
      const { overall, byEngine } = await getStability(context, filters);
      return [{ engine: 'all', ...overall }, ...byEngine];
    },
  }),
  defineRows(domainOverTimeTable, {
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
  }),
  defineRows(domainEnginesTable, {
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.byEngine ?? [],
  }),
  defineRows(domainPromptsTable, {
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.prompts ?? [],
  }),
  defineRows(domainPagesTable, {
    label: labelDomain,
    rows: async (...input) => (await getRequestedDomain(...input))?.pages.pages ?? [],
  }),
];
