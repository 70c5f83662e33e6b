import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import { getTopSources } from '#lib/dashboard/analytics/sources/top-sources';
import { type ExportedTable, toColumns } from '#lib/dashboard/exports/exported-table';
import { rateLabels, rateValues, roundValue } from '#lib/dashboard/exports/metric-columns';

/** Domains of a file at most. */
const maxListedDomains = 10_000;

/** All cited domains, the most cited first. */
export const topSourcesTable: ExportedTable = {
  columns: toColumns({
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
    (await getSources(context, filters, { size: maxListedDomains })).sources.map((source) => ({
      domain: source.domain,
      type: source.type,
      citations: source.citations,
      ...rateValues('citation_share', source.citationShare),
      ...rateValues('cited', source.cited),
      ...rateValues('listed', source.listed),
      ...rateValues('conversion', source.conversion),
      ...rateValues('gap', source.gap),
    })),
};

/** Domains that gaps are selected from at most. */
const maxDomains = 10_000;

/** Citations by domain type. */
export const sourceTypesTable: ExportedTable = {
  columns: toColumns({
    type: 'Type',
    domains: 'Domains',
    ...rateLabels('citation_share', 'Citation share'),
  }),
  rows: async (context, filters) =>
    (await getSources(context, filters)).byType.map(({ type, domains, citationShare }) => ({
      type,
      domains,
      ...rateValues('citation_share', citationShare),
    })),
};

/** Domains cited where a competitor is mentioned and the own brand is not, most answers first. */
export const sourceGapsTable: ExportedTable = {
  columns: toColumns({
    domain: 'Domain',
    type: 'Type',
    ...rateLabels('gap', 'Gap'),
    ...rateLabels('cited', 'Cited in'),
  }),
  rows: async (context, filters) =>
    (await getTopSources(context, filters, { limit: maxDomains })).sources
      .filter(({ gap, brandId }) => brandId === null && (gap?.numerator ?? 0) > 0)
      .toSorted((a, b) => (b.gap?.numerator ?? 0) - (a.gap?.numerator ?? 0))
      .map(({ domain, type, gap, cited }) => ({
        domain,
        type,
        ...rateValues('gap', gap),
        ...rateValues('cited', cited),
      })),
};

/** Citations by engine and domain; other domains are summed as one. */
export const sourceFlowTable: ExportedTable = {
  columns: toColumns({
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

/** Stability of citations, over all engines and by engine. */
export const stabilityTable: ExportedTable = {
  columns: toColumns({ engine: 'Engine', stability: 'Stability (0 to 100)', days: 'Days with citations' }),
  async rows(context, filters) {
    const { overall, byEngine } = await getStability(context, filters);
    return [{ engine: 'all', ...overall }, ...byEngine].map(({ engine, value, days }) => ({
      engine,
      stability: roundValue(value),
      days,
    }));
  },
};
