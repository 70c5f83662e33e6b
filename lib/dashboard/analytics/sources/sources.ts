import type { SourceOrder } from '#lib/contract/filters/page-parameters';
import type { PossiblePlaces } from '#lib/contract/tables/shared-columns';
import { invalidField } from '#lib/core/errors';
import type { Metric, Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeMetric } from '#lib/dashboard/analytics/segments/compute-metrics';
import { countFictionalSegments, isAllFictional } from '#lib/dashboard/analytics/segments/count-segments';
import { withPageScope } from '#lib/dashboard/analytics/segments/metric-data';
import {
  type FictionalAnswers,
  sumAnswerCounts,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import { computeDailyRates } from '#lib/dashboard/analytics/segments/time-series';
import {
  type CitationsByType,
  readBrandCitationShare,
  readCitationsByType,
} from '#lib/dashboard/analytics/sources/citation-shares';
import {
  computeDomainRates,
  type DomainRates,
  domainDefinitions,
  readDomainData,
  readSourceAnswers,
} from '#lib/dashboard/analytics/sources/domain-metrics';
import {
  buildTopSources,
  type DomainRow,
  readDomains,
  type SourceDomain,
  type TopSources,
} from '#lib/dashboard/analytics/sources/top-sources';
import type { DomainType } from '#lib/dashboard/projects/domains';
import type { Context } from '#lib/db/context';

export interface SourcesOptions {
  /** Only domains of this type; null for all. */
  type?: DomainType | null;
  order?: SourceOrder;
  /** From 1; a number past the end selects the last page. */
  page?: number;
  /** Instead of `page`: the domain after which the page starts. */
  after?: string | undefined;
  /** Number of domains on a page. */
  size?: number;
  /** Maximum number of domains in `gaps`. */
  maxGaps?: number;
}

/** A domain with its metrics. */
export interface SourceListItem extends Omit<SourceDomain, keyof DomainRates>, DomainRates {
  /** Its citations ÷ all citations. */
  citationShare: Metric;
  /** Its place by citation share; null unless it is among the most cited ones, and missing in older frozen reports. */
  place?: PossiblePlaces | null;
  /** Its citation share by day of the current period; null on a day without citations. */
  trend: (Rate | null)[];
}

export interface SourcesData extends Omit<TopSources, 'sources'> {
  sources: SourceListItem[];
  /** The number of the page; 1 if `after` selected it. */
  page: number;
  pageCount: number;
  /** The `after` of the next page; null on the last page. */
  nextDomain: string | null;
  /** Number of domains of the requested type; `sources` contains one page of them. */
  matchingCount: number;
  /** True if there are answers and all come from the sandbox's fictional market. */
  isFictional: boolean;
  /** Null unless some, but not all of the answers are fictional. */
  fictional: FictionalAnswers | null;
  /** The most cited domain; null without any. */
  topSource: SourceDomain | null;
  /** Citations of the selected brand's URLs ÷ all citations. */
  brandCitationShare: Metric;
  /** The domains that belong to a tracked brand. */
  owners: [domain: string, brandId: string][];
  /** The most cited type first. */
  byType: CitationsByType[];
  /**
   * Domains, other than those of tracked brands, that are cited in answers that mention a competitor and not the project's
   * own brand; null if another brand is selected.
   */
  gaps: { sources: (SourceDomain & DomainRates)[]; total: number } | null;
  /** Null unless the project's own brand is selected. */
  flow: SourceFlow[] | null;
}

const maxFlowDomains = 8;

/**
 * Returns a page of domains with their metrics, and totals over all domains.
 * @throws ServiceError VALIDATION_ERROR if `after` is not among the matching domains
 */
export function getSources(
  context: Context,
  filters: MetricFilters,
  { type = null, order = 'citations', page = 1, after, size = 15, maxGaps = 10 }: SourcesOptions = {},
): Promise<SourcesData> {
  return withPageScope(context, filters, async (tx, scopeOfPage) => {
    const { scope } = scopeOfPage;
    const countInput = { context: tx, filters, summedMonths: scope.summedMonths };
    const answers = await readSourceAnswers(tx, filters, scope);
    const rows = await readDomains(countInput);
    const { sources, ...totals } = buildTopSources(scope, sumAnswerCounts(answers.segments), rows);
    const matching = sources
      .filter((source) => type === null || source.type === type)
      .toSorted((a, b) => getSortValue(b, order) - getSortValue(a, order));
    const pageCount = Math.max(1, Math.ceil(matching.length / size));
    const shownPage = Math.min(Math.max(1, page), pageCount);
    const first = after === undefined ? (shownPage - 1) * size : findPosition(matching, after) + 1;
    const shown = matching.slice(first, first + size);
    const isOwn = scope.selectedBrand.role === 'own';
    const gaps = isOwn ? findSourceGaps(sources) : [];
    const shownGaps = gaps.slice(0, maxGaps);
    const names = [...new Set([...shown, ...shownGaps].map(({ domain }) => domain))];
    const data = await readDomainData(
      tx,
      { filters, page: scopeOfPage, answers },
      { ranked: rows.map(({ domain }) => domain), domains: names },
    );
    const brandSharePromise = readBrandCitationShare(countInput, scope, answers.segments);
    const typesPromise = readCitationsByType(countInput, sources, answers.segments);
    // Computed while the database reads the shares and types.
    const { citationShare } = domainDefinitions;
    const days = listDays(scope.periods.current.from, scope.periods.current.to);
    const places = data.listPlaces();
    const withRates = (source: SourceDomain) => ({
      ...source,
      ...computeDomainRates(data.getSegments(source.domain), scope),
    });
    return {
      sources: shown.map((source) => {
        const input = data.getInput(source.domain);
        const change = data.getChange(source.domain, 'citationShare');
        return {
          ...withRates(source),
          citationShare: computeMetric(citationShare, input, change),
          place: places.get(source.domain) ?? null,
          trend: computeDailyRates(citationShare, input, days),
        };
      }),
      page: shownPage,
      pageCount,
      nextDomain: first + size < matching.length ? (shown.at(-1)?.domain ?? null) : null,
      matchingCount: matching.length,
      ...totals,
      isFictional: isAllFictional(answers.segments),
      fictional: countFictionalSegments(answers, answers.segments),
      topSource: sources[0] ?? null,
      brandCitationShare: await brandSharePromise,
      owners: sources.flatMap(({ domain, brandId }): SourcesData['owners'] =>
        brandId === null ? [] : [[domain, brandId]],
      ),
      byType: await typesPromise,
      gaps: isOwn ? { sources: shownGaps.map(withRates), total: gaps.length } : null,
      flow: isOwn ? buildSourceFlow(rows, maxFlowDomains) : null,
    };
  });
}

function findPosition(sources: readonly SourceDomain[], domain: string): number {
  const position = sources.findIndex((source) => source.domain === domain);
  if (position >= 0) return position;
  throw invalidField('after', 'The domain is no longer in this list. Start again with the first page.');
}

function getSortValue(
  { citations, cited, listed, citedWhenListed, gap }: SourceDomain,
  order: SourceOrder,
): number {
  const amounts: Record<SourceOrder, number> = {
    citations,
    cited: cited.numerator,
    listed: listed.numerator,
    citedWhenListed: citedWhenListed.value ?? -1,
    gap: gap?.numerator ?? -1,
  };
  return amounts[order];
}

/** Finds domains with gaps, except those of tracked brands: the pages of a brand rarely mention other brands. */
function findSourceGaps(sources: readonly SourceDomain[]): SourceDomain[] {
  return sources
    .filter(({ gap, brandId }) => brandId === null && (gap?.numerator ?? 0) > 0)
    .toSorted((a, b) => (b.gap?.numerator ?? 0) - (a.gap?.numerator ?? 0));
}

/** The answers of an engine that cite a domain, and those of them that mention the project's own brand. */
export interface SourceFlow {
  engine: string;
  /** Null for the sum of all domains except the most cited ones. */
  domain: string | null;
  /** Answers that cite it; if `domain` is null, an answer counts once for each domain that it cites. */
  cited: number;
  /** Of these, answers that mention the project's own brand. */
  mentioned: number;
}

/** Sums the answers that cite each domain, by engine. Domains beyond the `maxDomains` most cited ones are summed as one. */
function buildSourceFlow(rows: readonly DomainRow[], maxDomains: number): SourceFlow[] {
  const flows = new Map<string, SourceFlow>();
  for (const [index, row] of rows.entries()) {
    const domain = index < maxDomains ? row.domain : null;
    for (const [engine, cited, mentioned] of row.engines ?? []) {
      const key = `${engine} ${domain ?? ''}`;
      const flow = flows.get(key) ?? { engine, domain, cited: 0, mentioned: 0 };
      flow.cited += cited;
      flow.mentioned += mentioned;
      flows.set(key, flow);
    }
  }
  return [...flows.values()].sort((a, b) => (a.engine < b.engine ? -1 : Number(a.engine > b.engine)));
}
