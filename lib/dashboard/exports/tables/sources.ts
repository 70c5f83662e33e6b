import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getTopSources } from '#lib/dashboard/analytics/sources/top-sources';
import { columnsOf, type ExportedTable } from '#lib/dashboard/exports/exported-table';
import { rateCells, rateLabels } from '#lib/dashboard/exports/rate-columns';

/** Domains a file is chosen from: more than any market of ours has. */
const mostDomains = 10_000;

/** How citations divide over kinds of sites. */
export const sourceTypesTable: ExportedTable = {
  columns: columnsOf({
    type: 'Type',
    domains: 'Domains',
    ...rateLabels('citation_share', 'Citation share'),
  }),
  rows: async (context, filters) =>
    (await getSources(context, filters)).byType.map(({ type, domains, citationShare }) => ({
      type,
      domains,
      ...rateCells('citation_share', citationShare),
    })),
};

/** All sites cited where a competitor is named and the own brand is not, most answers first. */
export const sourceGapsTable: ExportedTable = {
  columns: columnsOf({
    domain: 'Domain',
    type: 'Type',
    ...rateLabels('gap', 'Gap'),
    ...rateLabels('cited', 'Cited in'),
  }),
  rows: async (context, filters) =>
    (await getTopSources(context, filters, { limit: mostDomains })).sources
      .filter(({ gap, brandId }) => brandId === null && (gap?.numerator ?? 0) > 0)
      .toSorted((a, b) => (b.gap?.numerator ?? 0) - (a.gap?.numerator ?? 0))
      .map(({ domain, type, gap, cited }) => ({
        domain,
        type,
        ...rateCells('gap', gap),
        ...rateCells('cited', cited),
      })),
};

/** How answers flow from engines over the most cited domains to naming the own brand; other domains as one. */
export const sourceFlowTable: ExportedTable = {
  columns: columnsOf({
    engine: 'Engine',
    domain: 'Domain',
    cited: 'Answers that cite it',
    mentioned: 'Of these, answers that mention the brand',
  }),
  rows: async (context, filters) =>
    ((await getSources(context, filters)).flow ?? []).map(({ engine, domain, cited, mentioned }) => ({
      engine,
      domain,
      cited,
      mentioned,
    })),
};
