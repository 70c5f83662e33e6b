import { sql } from 'drizzle-orm';
import type { Metric, Rate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeMetric } from '#lib/dashboard/analytics/segments/compute-metrics';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import { withPageScope } from '#lib/dashboard/analytics/segments/metric-data';
import { sumAnswerCounts } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { computeDailyRates } from '#lib/dashboard/analytics/segments/time-series';
import {
  computeDomainRates,
  type DomainSegment,
  domainDefinitions,
  readDomainData,
  readSourceAnswers,
} from '#lib/dashboard/analytics/sources/domain-metrics';
import {
  buildTopSources,
  readDomains,
  type SourceDomain,
} from '#lib/dashboard/analytics/sources/top-sources';
import { readPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

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
  return withPageScope(context, filters, async (tx, page) => {
    const { scope } = page;
    const answers = await readSourceAnswers(tx, filters, scope);
    const rows = await readDomains({ context: tx, filters, summedMonths: scope.summedMonths });
    const row = rows.find((own) => own.domain === domain);
    if (!row) return null;
    const [source] = buildTopSources(scope, sumAnswerCounts(answers.segments), [row]).sources;
    if (!source) return null;
    const data = await readDomainData(
      tx,
      { filters, page, answers },
      { ranked: rows.map((own) => own.domain), domains: [domain] },
    );
    const segments = data.getSegments(domain);
    const input = data.getInput(domain);
    const { citationShare, citationRate } = domainDefinitions;
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
      citationShare: computeMetric(citationShare, input, data.getChange(domain, 'citationShare')),
      citationRate: computeMetric(citationRate, input, data.getChange(domain, 'citationRate')),
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
