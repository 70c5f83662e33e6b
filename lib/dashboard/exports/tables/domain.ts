import { getParameterValues, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type DomainData, getDomain } from '#lib/dashboard/analytics/sources/domain';
import { annotationLabel, listAnnotationsByDay } from '#lib/dashboard/exports/annotation-column';
import { type ExportedRow, type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { rateLabels, rateValues } from '#lib/dashboard/exports/metric-columns';
import type { Context } from '#lib/db/client';

/** Defines a table about the domain given as `domain`; empty when no answer lists it. */
function defineDomainTable(
  labels: Record<string, string>,
  rowsOf: (
    detail: DomainData,
    context: Context,
    filters: MetricFilters,
  ) => ExportedRow[] | Promise<ExportedRow[]>,
): ExportedTable {
  return {
    columns: toColumns(labels),
    async rows(context, filters, asked) {
      const [domain = ''] = getParameterValues(asked, 'domain');
      const detail = await getDomain(context, filters, { domain });
      return detail ? rowsOf(detail, context, filters) : [];
    },
  };
}

export const domainOverTimeTable = defineDomainTable(
  { day: 'Day', ...rateLabels('citation_share', 'Citation share'), ...annotationLabel },
  async ({ days, metrics }, context, filters) => {
    const happened = await listAnnotationsByDay(context, filters);
    return days.map((day, index) => ({
      day,
      ...rateValues('citation_share', metrics.trend[index] ?? null),
      happened: happened.get(day) ?? null,
    }));
  },
);

export const domainEnginesTable = defineDomainTable(
  { engine: 'Engine', ...rateLabels('cited', 'Cited in') },
  ({ byEngine }) => byEngine.map(({ engine, cited }) => ({ engine, ...rateValues('cited', cited) })),
);

export const domainPromptsTable = defineDomainTable(
  { prompt: 'Prompt', ...rateLabels('cited', 'Cited in') },
  ({ prompts }) => prompts.map(({ prompt, cited }) => ({ prompt, ...rateValues('cited', cited) })),
);

export const domainPagesTable = defineDomainTable(
  {
    url: 'URL',
    label: 'Label',
    citations: 'Citations',
    cited: 'Answers that cite it',
    listed: 'Answers that list it',
  },
  ({ pages }) =>
    pages.pages.map(({ url, label, citations, cited, listed }) => ({ url, label, citations, cited, listed })),
);
