import { and, inArray, sql } from 'drizzle-orm';
import type { Metric, Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { buildFilterSql, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { compareMetrics } from '#lib/dashboard/analytics/segments/compare-metrics';
import { computeMetric, computeShare } from '#lib/dashboard/analytics/segments/compute-metrics';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readAnswerSegments, sumAnswerCounts } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { readAutocorrelation } from '#lib/dashboard/analytics/segments/read-autocorrelation';
import { computeDailyRates } from '#lib/dashboard/analytics/segments/time-series';
import {
  computeDomainRates,
  type DomainSegment,
  domainDefinitions,
  readDomainCounts,
  toDomainInputs,
} from '#lib/dashboard/analytics/sources/domain-metrics';
import {
  buildTopSources,
  readDomains,
  type SourceDomain,
} from '#lib/dashboard/analytics/sources/top-sources';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { queryRows } from '#lib/db/query-rows';
import { prompts } from '#lib/db/schema/projects';

export interface DomainData {
  source: SourceDomain;
  /** Its citations ÷ all citations. */
  citationShare: Metric;
  /** Answers that cite it ÷ answers with reported citations. */
  citationRate: Metric;
  /** Answers that list it ÷ answers. */
  listed: Metric;
  /** “Cited when listed”: answers that cite it ÷ answers with reported citations that list it. */
  citedWhenListed: Metric;
  /**
   * Answers that cite it and mention a competitor but not the brand ÷ those that cite it; null if a competitor is
   * selected.
   */
  gap: Metric | null;
  /**
   * Answers that cite it without mentioning the brand ÷ those that cite it; null unless the project's own brand is
   * selected and owns the domain.
   */
  citedWithoutMention: Metric | null;
  /** Its citation share by day of the current period; null on a day without citations. */
  trend: (Rate | null)[];
  /** The days of `trend`. */
  days: string[];
  /**
   * Answers that cite the domain ÷ answers of the engine with reported citations, sorted by the numerator in descending
   * order; without engines that report none.
   */
  byEngine: { engine: string; cited: Metric }[];
  /** The prompts whose answers cite the domain, sorted by the number of such answers in descending order. */
  prompts: { promptId: string; prompt: string; cited: Metric }[];
  /** Number of such prompts in total; `prompts` contains the first ones. */
  promptCount: number;
  pages: DomainPages;
}

const maxPrompts = 20;

/** Returns the data of a domain; null if no answer of the current period lists or cites it. */
export function getDomain(
  context: Context,
  filters: MetricFilters,
  { domain }: { domain: string },
): Promise<DomainData | null> {
  return withMetricsTransaction(context, async (tx) => {
    const scope = await readProjectScope(tx, filters);
    const countInput = { context: tx, filters, summedMonths: scope.summedMonths };
    const answers = await readAnswerSegments(countInput);
    const rows = await readDomains(countInput, { domain });
    const [source] = buildTopSources(scope, sumAnswerCounts(answers.segments), rows).sources;
    if (!source) return null;
    const counts = await readDomainCounts(countInput, answers, [domain]);
    const autocorrelation = await readAutocorrelation(tx, filters, {
      brandId: scope.selectedBrand.id,
      promptIds: answers.segments.map(({ promptId }) => promptId),
    });
    const input = toDomainInputs(scope, counts, filters, autocorrelation).get(domain);
    const { segments } = counts.get(domain) ?? {};
    if (!input || !segments) return null;
    const { citationShare, citationRate } = domainDefinitions;
    const getChange = compareMetrics([[[input], [citationShare, citationRate]]]);
    const promptRates = groupRates(segments, ({ promptId }) => promptId).filter(
      ({ cited }) => cited.numerator > 0,
    );
    const shown = promptRates.slice(0, maxPrompts);
    const promptIds = shown.map(({ key }) => key);
    const texts = await readPromptTexts(tx, filters.projectId, promptIds);
    const days = listDays(scope.periods.current.from, scope.periods.current.to);
    const { listed, citedWhenListed, gap } = computeDomainRates(segments, scope);
    return {
      source,
      citationShare: computeMetric(citationShare, input, getChange),
      citationRate: computeMetric(citationRate, input, getChange),
      trend: computeDailyRates(citationShare, input, days),
      days,
      listed,
      citedWhenListed,
      gap,
      citedWithoutMention:
        source.mentioned && source.brandId === scope.selectedBrand.id
          ? computeShare(segments, ({ mentioned, current }) => ({
              numerator: current.cited - mentioned,
              denominator: current.cited,
            }))
          : null,
      byEngine: groupRates(segments, ({ engine }) => engine).map(({ key, cited }) => ({
        engine: key,
        cited,
      })),
      prompts: shown.map(({ key, cited }) => ({ promptId: key, prompt: texts.get(key) ?? '', cited })),
      promptCount: promptRates.length,
      pages: await readDomainPages(tx, filters, { domain }),
    };
  });
}

/** Groups segments by key and computes each group's share of answers that cite the domain, most citing answers first. */
function groupRates(
  segments: readonly DomainSegment[],
  getKey: (segment: DomainSegment) => string,
): { key: string; cited: Metric }[] {
  return [...Map.groupBy(segments, getKey)]
    .map(([key, group]) => ({
      key,
      cited: computeShare(group, ({ current }) => ({
        numerator: current.cited,
        denominator: current.withReportedCitations,
      })),
    }))
    .filter(({ cited }) => cited.denominator > 0)
    .sort(
      (a, b) =>
        b.cited.numerator - a.cited.numerator ||
        b.cited.denominator - a.cited.denominator ||
        a.key.localeCompare(b.key),
    );
}

async function readPromptTexts(
  { db, organizationId }: Context,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: prompts.id, text: prompts.text })
    .from(prompts)
    .where(and(hasValues(prompts, { organizationId, projectId }), inArray(prompts.id, [...ids])));
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** A page of a domain, by its normalized URL. */
export interface DomainPage {
  url: string;
  label: string;
  /** Answers that list it, and those that cite it. */
  listed: number;
  cited: number;
  citations: number;
}

export interface DomainPages {
  /** The most cited first. */
  pages: DomainPage[];
  /** Number of pages in total; `pages` contains the first ones. */
  pageCount: number;
  /** Number of counted listings. A listing is one page in the sources of one answer; the newest ones are counted. */
  listingCount: number;
  /** True if older listings were not counted. */
  isTruncated: boolean;
}

/** Enough to rank pages, and few enough to count quickly. */
const maxListings = 4000;

async function readDomainPages(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<DomainPages> {
  const filterSql = buildFilterSql(context, filters);
  const [row] = await queryRows<DomainPages & Record<string, unknown>>(
    context.db,
    sql`
      WITH listings AS MATERIALIZED (
        SELECT requested_at, answer_id, normalized_url, url, label, citations
        FROM answer_sources
        WHERE organization_id = ${filterSql.organizationId} AND domain = ${domain} AND ${filterSql.isInPeriod('requested_at')}
        ORDER BY requested_at DESC NULLS LAST LIMIT ${maxListings + 1}
      ), counted AS MATERIALIZED (
        SELECT listings.* FROM (SELECT * FROM listings LIMIT ${maxListings}) listings JOIN LATERAL (
          SELECT 1 FROM answers
          WHERE id = listings.answer_id AND requested_at = listings.requested_at AND ${filterSql.answers}
        ) answered ON true
      ), pages AS MATERIALIZED (
        SELECT min(url) AS url, coalesce(min(nullif(label, '')), '') AS label,
          count(DISTINCT answer_id)::int AS listed,
          count(DISTINCT answer_id) FILTER (WHERE citations > 0)::int AS cited, sum(citations)::int AS citations
        FROM counted GROUP BY normalized_url
      )
      SELECT (SELECT count(*)::int FROM pages) AS "pageCount",
        (SELECT count(*)::int FROM counted) AS "listingCount",
        (SELECT count(*) > ${maxListings} FROM listings) AS "isTruncated",
        (SELECT coalesce(json_agg(top), '[]') FROM (
           SELECT * FROM pages ORDER BY citations DESC, listed DESC, url LIMIT ${limit}) top) AS pages`,
  );
  return row ?? { pages: [], pageCount: 0, listingCount: 0, isTruncated: false };
}
