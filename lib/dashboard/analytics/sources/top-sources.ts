import { sql } from 'drizzle-orm';
import { isExampleHost } from '#lib/core/host-name';
import { computeRate, type Rate } from '#lib/core/metric';
import { getPeriods } from '#lib/dashboard/analytics/filters/metric-filters';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { AnswerCounts, CountInput } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import { classifyDomain, type DomainType, findOwner } from '#lib/dashboard/projects/domains';
import { queryRows } from '#lib/db/query-rows';

export interface SourceDomain {
  /** The registrable domain, or a tracked brand’s domain below it. */
  domain: string;
  type: DomainType;
  /** The tracked brand that owns it; null if none does. */
  brandId: string | null;
  /** True if it is a domain of the sandbox's fictional market. */
  isFictional: boolean;
  citations: number;
  /** Its citations ÷ all citations. */
  citationShare: Rate;
  /** Answers that list it ÷ answers. */
  listed: Rate;
  /** Answers that cite it ÷ answers with reported citations. */
  cited: Rate;
  /** “Cited when listed”: answers that cite it ÷ answers with reported citations that list it. */
  citedWhenListed: Rate;
  /** Answers that cite it and mention the brand ÷ those that cite it; null if a competitor is selected. */
  mentioned: Rate | null;
  /** Answers that cite it and mention a competitor but not the brand ÷ those that cite it; null if a competitor is selected. */
  gap: Rate | null;
}

export interface TopSources {
  /** The most cited first. */
  sources: SourceDomain[];
  /** Number of domains in total; `sources` contains the first ones. */
  domainCount: number;
  /** Number of citations in total. */
  citations: number;
  answers: number;
  /** Answers with reported citations; missing in frozen reports that were stored before this field was added. */
  withReportedCitations?: number;
}

/** The counts of a domain in the current period. */
export interface DomainRow {
  domain: string;
  listed: number;
  listedWithReportedCitations: number;
  cited: number;
  citations: number;
  /** The citing answers that mention the project's own brand, and those that mention only competitors. */
  mentioned: number;
  gap: number;
  /** Number of domains in total. */
  domainCount: number;
  /** The type that a user assigned to it; null if none was assigned. */
  assignedType: string | null;
  /** By engine: the answers that cite it, and how many of these mention the project's own brand. */
  engines: [engine: string, cited: number, mentioned: number][] | null;
}

/** Reads the domains of the current period, the most cited first: up to `limit`, all of them, or a single one. */
export function readDomains(
  { context, filters, summedMonths }: CountInput,
  { limit, domain }: { limit?: number; domain?: string } = {},
): Promise<DomainRow[]> {
  const counts = selectCounts(context, {
    of: 'domains',
    by: ['domain', 'engine'],
    counts: ['listed', 'listedWithReportedCitations', 'cited', 'citations', 'mentioned', 'gap'],
    filters,
    periods: { current: getPeriods(filters).current },
    ...(domain === undefined ? {} : { where: { domains: [domain] } }),
    summedMonths,
  });
  return queryRows<DomainRow & Record<string, unknown>>(
    context.db,
    sql`
      SELECT domains.*, count(*) OVER ()::int AS "domainCount", (
          SELECT type FROM domain_types
          WHERE organization_id = ${context.organizationId} AND project_id = ${filters.projectId}
            AND domain_types.domain = domains.domain
        ) AS "assignedType"
      FROM (
        SELECT domain, sum(listed)::int AS listed,
          sum("listedWithReportedCitations")::int AS "listedWithReportedCitations", sum(cited)::int AS cited, sum(citations)::int AS citations,
          sum(mentioned)::int AS mentioned, sum(gap)::int AS gap,
          json_agg(json_build_array(engine, cited, mentioned)) FILTER (WHERE cited > 0) AS engines
        FROM ${counts} counts
        GROUP BY domain
      ) domains
      ORDER BY citations DESC, listed DESC, domain LIMIT ${limit ?? null}`,
  );
}

/** Computes the shares of domains over all answers of the current period, without intervals. */
export function buildTopSources(
  scope: ProjectScope,
  totals: AnswerCounts,
  rows: readonly DomainRow[],
): TopSources {
  return {
    sources: rows.map((row) => toSourceDomain(row, scope, totals)),
    domainCount: rows[0]?.domainCount ?? 0,
    ...totals,
  };
}

/** Computes a share without an interval, which would be too narrow: answers to the same prompt are correlated. */
function computePooledRate(numerator: number, denominator: number): Rate {
  return { ...computeRate(numerator, denominator), low: null, high: null };
}

function toSourceDomain(
  row: DomainRow,
  scope: ProjectScope,
  { answers, withReportedCitations, citations }: AnswerCounts,
): SourceDomain {
  const { domain } = row;
  // The rollups count `mentioned` and `gap` for the project's own brand only.
  const computeOwnBrandRate = (count: number) =>
    scope.selectedBrand.role === 'own' ? computePooledRate(count, row.cited) : null;
  return {
    domain,
    type: classifyDomain(domain, scope.brands, row.assignedType),
    brandId: findOwner(domain, scope.brands)?.id ?? null,
    isFictional: isExampleHost(domain),
    citations: row.citations,
    citationShare: computePooledRate(row.citations, citations),
    listed: computePooledRate(row.listed, answers),
    cited: computePooledRate(row.cited, withReportedCitations),
    citedWhenListed: computePooledRate(row.cited, row.listedWithReportedCitations),
    mentioned: computeOwnBrandRate(row.mentioned),
    gap: computeOwnBrandRate(row.gap),
  };
}
