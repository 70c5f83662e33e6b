import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** Domains a file holds at most: more than any market of ours has, and one page of memory. */
const mostDomains = 10_000;

/** The domains that answers cite, the most cited first; all of them, not only those the overview shows. */
export const topSourcesTable: ExportedTable = {
  columns: columnsOf({
    domain: 'Domain',
    type: 'Type',
    citations: 'Citations',
    ...rateLabels('citation_share', 'Citation share'),
    ...rateLabels('cited', 'Cited in'),
    ...rateLabels('listed', 'Listed in'),
    ...rateLabels('conversion', 'Conversion'),
    ...rateLabels('gap', 'Gap'),
  }),
  rows: async (context, filters) =>
    (await getSources(context, filters, { size: mostDomains })).sources.map((source) => ({
      domain: source.domain,
      type: source.type,
      citations: source.citations,
      ...rateCells('citation_share', source.citationShare),
      ...rateCells('cited', source.cited),
      ...rateCells('listed', source.listed),
      ...rateCells('conversion', source.conversion),
      ...rateCells('gap', source.gap),
    })),
};
