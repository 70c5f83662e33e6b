import { getParameterValues, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type DomainData, getDomain } from '#lib/dashboard/analytics/sources/domain';
import { columnsOf, type ExportedRow, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { happenedLabel, happenedOnDays } from '#lib/dashboard/exports/happened-on-days';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';
import type { Context } from '#lib/db/context';

/** A table of the domain that the address names as `domain`; empty where no answer lists it. */
function tableOf(
  labels: Record<string, string>,
  rowsOf: (
    detail: DomainData,
    context: Context,
    filters: MetricFilters,
  ) => ExportedRow[] | Promise<ExportedRow[]>,
): ExportedTable {
  return {
    columns: columnsOf(labels),
    async rows(context, filters, asked) {
      const [domain = ''] = getParameterValues(asked, 'domain');
      const detail = await getDomain(context, filters, { domain });
      return detail ? rowsOf(detail, context, filters) : [];
    },
  };
}

export const domainOverTimeTable = tableOf(
  { day: 'Day', ...rateLabels('citation_share', 'Citation share'), ...happenedLabel },
  async ({ days, metrics }, context, filters) => {
    const happened = await happenedOnDays(context, filters);
    return days.map((day, index) => ({
      day,
      ...rateCells('citation_share', metrics.trend[index] ?? null),
      happened: happened.get(day) ?? null,
    }));
  },
);

export const domainEnginesTable = tableOf(
  { engine: 'Engine', ...rateLabels('cited', 'Cited in') },
  ({ byEngine }) => byEngine.map(({ engine, cited }) => ({ engine, ...rateCells('cited', cited) })),
);

export const domainPromptsTable = tableOf(
  { prompt: 'Prompt', ...rateLabels('cited', 'Cited in') },
  ({ prompts }) => prompts.map(({ prompt, cited }) => ({ prompt, ...rateCells('cited', cited) })),
);

export const domainPagesTable = tableOf(
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
