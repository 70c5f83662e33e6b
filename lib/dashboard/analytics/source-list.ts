import type { Figure } from '#lib/core/figure';
import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import { askedNow, readAskedCells } from '#lib/dashboard/analytics/asked-cells';
import { type DomainType, domainTypes } from '#lib/dashboard/analytics/domain-type';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { readOwnCitationShare } from '#lib/dashboard/analytics/own-citation-share';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { type DomainFigures, sourceFiguresOf } from '#lib/dashboard/analytics/source-figures';
import { type SourceFlow, sourceFlowOf } from '#lib/dashboard/analytics/source-flow';
import { readSourceParts } from '#lib/dashboard/analytics/source-parts';
import { readSources, type SourceDomain, topSourcesOf } from '#lib/dashboard/analytics/top-sources';
import type { Context } from '#lib/db/context';

/** What the list of sources can be ordered by, the most first. */
export const sourceOrders = ['citations', 'cited', 'listed', 'conversion', 'gap'] as const;
export type SourceOrder = (typeof sourceOrders)[number];

export interface SourceListInput {
  /** Only domains of this type. */
  type?: DomainType | null;
  order?: SourceOrder;
  /** From 1; past the end the last one is shown. */
  page?: number;
  /** Domains a page. */
  size?: number;
}

/** A domain with the figures of its row. */
export interface ListedSource extends SourceDomain, Pick<DomainFigures, 'trend'> {
  citationShare: DomainFigures['citationShare'];
}

export interface SourceList {
  sources: ListedSource[];
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
  ownShare: Figure;
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
export function sourceList(
  context: Context,
  filters: MetricFilters,
  { type = null, order = 'citations', page = 1, size = 15 }: SourceListInput = {},
): Promise<SourceList> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const cells = await readAskedCells(scope, filters);
    const rows = await readSources(scope, filters);
    const { sources, total, citations, answers } = topSourcesOf(market, askedNow(cells), rows);
    const matching = sources
      .filter((source) => type === null || source.type === type)
      .toSorted((a, b) => amountOf(b, order) - amountOf(a, order));
    const pages = Math.max(1, Math.ceil(matching.length / size));
    const at = Math.min(Math.max(1, page), pages);
    const shown = matching.slice((at - 1) * size, at * size);
    const names = shown.map(({ domain }) => domain);
    const figures = sourceFiguresOf(market, await readSourceParts(scope, filters, cells, names), names);
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
      owners: sources.flatMap(({ domain, brandId }): SourceList['owners'] =>
        brandId === null ? [] : [[domain, brandId]],
      ),
      byType: byTypeOf(sources, citations),
      gaps: isOwn ? gapsOf(sources) : null,
      flow: isOwn ? sourceFlowOf(rows, flowDomains) : null,
    };
  });
}

function amountOf({ citations, cited, listed, conversion, gap }: SourceDomain, order: SourceOrder): number {
  const amounts: Record<SourceOrder, number> = {
    citations,
    cited: cited.numerator,
    listed: listed.numerator,
    conversion: conversion.value ?? -1,
    gap: gap?.numerator ?? -1,
  };
  return amounts[order];
}

function byTypeOf(sources: readonly SourceDomain[], citations: number): SourceList['byType'] {
  return domainTypes
    .flatMap((type) => {
      const ofType = sources.filter((source) => source.type === type);
      if (ofType.length === 0) return [];
      const cited = ofType.reduce((sum, source) => sum + source.citations, 0);
      return [{ type, domains: ofType.length, citationShare: wilson(cited, citations) }];
    })
    .sort((a, b) => b.citationShare.numerator - a.citationShare.numerator);
}

/** The brands' own sites are left out: nobody else gets named there. */
function gapsOf(sources: readonly SourceDomain[]): NonNullable<SourceList['gaps']> {
  const gaps = sources
    .filter(({ gap, brandId }) => brandId === null && (gap?.numerator ?? 0) > 0)
    .toSorted((a, b) => (b.gap?.numerator ?? 0) - (a.gap?.numerator ?? 0));
  return { sources: gaps.slice(0, gapsShown), total: gaps.length };
}
