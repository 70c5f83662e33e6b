import { computeRate, type Metric, type Rate } from '#lib/core/metric';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  type AnswerSegment,
  readAnswerSegments,
  sumAnswerCounts,
} from '#lib/dashboard/analytics/segments/answer-segments';
import { computeMetric, metricDefinitions, zeroCounts } from '#lib/dashboard/analytics/segments/metrics';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readDomainCounts } from '#lib/dashboard/analytics/sources/domain-counts';
import { computeDomainMetrics, type DomainMetrics } from '#lib/dashboard/analytics/sources/domain-metrics';
import {
  buildTopSources,
  type DomainRow,
  readSources,
  type SourceDomain,
} from '#lib/dashboard/analytics/sources/top-sources';
import { type DomainType, domainTypes } from '#lib/dashboard/projects/domain-type';
import type { Context } from '#lib/db/context';

/** What the list of sources can be ordered by, the most first. */
export const sourceOrders = ['citations', 'cited', 'listed', 'conversion', 'gap'] as const;
export type SourceOrder = (typeof sourceOrders)[number];

export interface SourcesOptions {
  /** Only domains of this type. */
  type?: DomainType | null;
  order?: SourceOrder;
  /** From 1; past the end the last one is shown. */
  page?: number;
  /** Domains a page. */
  size?: number;
}

/** A domain with the figures of its row. */
export interface SourceListItem extends SourceDomain, Pick<DomainMetrics, 'trend'> {
  citationShare: DomainMetrics['citationShare'];
}

export interface SourcesData {
  sources: SourceListItem[];
  page: number;
  pages: number;
  /** Domains of the type asked for, of which one page is shown. */
  matching: number;
  /** Domains in all. */
  total: number;
  citations: number;
  answers: number;
  /** Whether every source is of the fictional market. */
  fictional: boolean;
  /** The most cited domain; null without any. */
  most: SourceDomain | null;
  /** Citations of addresses of the brand looked at ÷ all citations. */
  ownShare: Metric;
  /** Which tracked brand owns a domain, for those with an owner. */
  owners: [domain: string, brandId: string][];
  /** Types in the order of their citations, each with its domains and its share of all citations. */
  byType: { type: DomainType; domains: number; citationShare: Rate }[];
  /** Where a competitor is named and the own brand is not, most answers first; null for another brand. */
  gaps: { sources: SourceDomain[]; total: number } | null;
  /** Null for another brand than the project's own. */
  flow: SourceFlow[] | null;
}

const flowDomains = 8;
const gapsShown = 10;

/** Who is cited: a page of domains with their figures, and what all domains come to. */
export function getSources(
  context: Context,
  filters: MetricFilters,
  { type = null, order = 'citations', page = 1, size = 15 }: SourcesOptions = {},
): Promise<SourcesData> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const cells = await readAnswerSegments(scope, filters);
    const rows = await readSources(scope, filters);
    const { sources, total, citations, answers } = buildTopSources(market, sumAnswerCounts(cells), rows);
    const matching = sources
      .filter((source) => type === null || source.type === type)
      .toSorted((a, b) => getAmount(b, order) - getAmount(a, order));
    const pages = Math.max(1, Math.ceil(matching.length / size));
    const at = Math.min(Math.max(1, page), pages);
    const shown = matching.slice((at - 1) * size, at * size);
    const names = shown.map(({ domain }) => domain);
    const figures = computeDomainMetrics(market, await readDomainCounts(scope, filters, cells, names), names);
    const isOwn = market.own.role === 'own';
    return {
      sources: shown.flatMap((source) => {
        const found = figures.get(source.domain);
        return found ? [{ ...source, citationShare: found.citationShare, trend: found.trend }] : [];
      }),
      page: at,
      pages,
      matching: matching.length,
      total,
      citations,
      answers,
      fictional: sources.length > 0 && sources.every(({ fictional }) => fictional),
      most: sources[0] ?? null,
      ownShare: await readOwnCitationShare(scope, filters, market, cells),
      owners: sources.flatMap(({ domain, brandId }): SourcesData['owners'] =>
        brandId === null ? [] : [[domain, brandId]],
      ),
      byType: groupByType(sources, citations),
      gaps: isOwn ? findSourceGaps(sources) : null,
      flow: isOwn ? buildSourceFlow(rows, flowDomains) : null,
    };
  });
}

function getAmount({ citations, cited, listed, conversion, gap }: SourceDomain, order: SourceOrder): number {
  const amounts: Record<SourceOrder, number> = {
    citations,
    cited: cited.numerator,
    listed: listed.numerator,
    conversion: conversion.value ?? -1,
    gap: gap?.numerator ?? -1,
  };
  return amounts[order];
}

function groupByType(sources: readonly SourceDomain[], citations: number): SourcesData['byType'] {
  return domainTypes
    .flatMap((type) => {
      const ofType = sources.filter((source) => source.type === type);
      if (ofType.length === 0) return [];
      const cited = ofType.reduce((sum, source) => sum + source.citations, 0);
      return [{ type, domains: ofType.length, citationShare: computeRate(cited, citations) }];
    })
    .sort((a, b) => b.citationShare.numerator - a.citationShare.numerator);
}

/** The brands' own sites are left out: nobody else gets named there. */
function findSourceGaps(sources: readonly SourceDomain[]): NonNullable<SourcesData['gaps']> {
  const gaps = sources
    .filter(({ gap, brandId }) => brandId === null && (gap?.numerator ?? 0) > 0)
    .toSorted((a, b) => (b.gap?.numerator ?? 0) - (a.gap?.numerator ?? 0));
  return { sources: gaps.slice(0, gapsShown), total: gaps.length };
}

/** What an engine draws from a domain, and what comes of it. */
export interface SourceFlow {
  engine: string;
  /** Null for all domains that are not the first ones. */
  domain: string | null;
  /** Answers that cite it; for the others each domain of an answer counts. */
  cited: number;
  /** Of these, answers that mention the project's own brand. */
  named: number;
}

/**
 * How answers flow from engines, in the order of their keys, over the domains they cite to naming the own brand or not.
 * @param rows every domain of the period, the most cited first
 * @param first how many of them are shown by name
 */
function buildSourceFlow(rows: readonly DomainRow[], first: number): SourceFlow[] {
  const flows = new Map<string, SourceFlow>();
  for (const [index, row] of rows.entries()) {
    const domain = index < first ? row.domain : null;
    for (const [engine, cited, named] of row.engines ?? []) {
      const key = `${engine} ${domain ?? ''}`;
      const flow = flows.get(key) ?? { engine, domain, cited: 0, named: 0 };
      flow.cited += cited;
      flow.named += named;
      flows.set(key, flow);
    }
  }
  return [...flows.values()].sort((a, b) => (a.engine < b.engine ? -1 : Number(a.engine > b.engine)));
}

const ownCitationsQuery = `
SELECT prompt_id AS "promptId", sum(citations)::int AS citations
FROM daily_brands WHERE ${rollupInScope} AND ${isNow} AND brand_id = $13 GROUP BY prompt_id`;

interface OwnCitationsRow {
  promptId: string;
  citations: number;
}

/** Citations of addresses of the brand looked at ÷ all citations, over what was asked; not compared. */
async function readOwnCitationShare(
  context: Context,
  filters: MetricFilters,
  market: ProjectScope,
  cells: readonly AnswerSegment[],
): Promise<Metric> {
  const { rows } = await context.db.$client.query<OwnCitationsRow>({
    name: 'metrics-own-citations',
    text: ownCitationsQuery,
    values: [...scopeValues(context.organizationId, filters), market.own.id],
  });
  const ofPrompts = [
    ...cells.map(({ promptId, now }) => ({ promptId, counts: { ...zeroCounts, ...now } })),
    ...rows.map(({ promptId, citations }) => ({
      promptId,
      counts: { ...zeroCounts, ownCitations: citations },
    })),
  ];
  const observed = ofPrompts.map(({ promptId, counts }) => ({
    promptId,
    branded: false,
    pairs: 0,
    all: counts,
    now: zeroCounts,
    before: zeroCounts,
  }));
  const models = { withoutEngines: [], engineChanged: false };
  return computeMetric(
    metricDefinitions.citationShare,
    observed,
    { market, brand: market.own, filters, models },
    null,
  );
}
