import { computeRate, type Rate } from '#lib/core/metric';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  type AnswerCounts,
  readAnswerSegments,
  sumAnswerCounts,
} from '#lib/dashboard/analytics/segments/answer-segments';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { classifyDomain, type DomainType, isFictionalDomain } from '#lib/dashboard/projects/domain-type';
import type { Context } from '#lib/db/context';

export interface SourceDomain {
  /** The registrable domain. */
  domain: string;
  type: DomainType;
  /** The tracked brand it belongs to. */
  brandId: string | null;
  fictional: boolean;
  citations: number;
  /** Its citations ÷ all citations. */
  citationShare: Rate;
  /** Answers that list it ÷ answers. */
  listed: Rate;
  /** Answers that cite it ÷ answers. */
  cited: Rate;
  /** Answers that cite it ÷ answers that list it. */
  conversion: Rate;
  /** Answers that mention the brand ÷ those that cite it; null when another brand is looked at. */
  named: Rate | null;
  /** Answers that mention a competitor and not the brand ÷ those that cite it; null as above. */
  gap: Rate | null;
}

export interface TopSources {
  /** The most cited first. */
  sources: SourceDomain[];
  /** Domains in all, of which `sources` shows the first. */
  total: number;
  /** Citations in all, shown and not. */
  citations: number;
  answers: number;
}

const text = `
SELECT domains.*, count(*) OVER ()::int AS total, (
    SELECT type FROM domain_types
    WHERE organization_id = $1 AND project_id = $2 AND domain_types.domain = domains.domain
  ) AS corrected
FROM (
  SELECT domain, sum(listed)::int AS listed, sum(cited)::int AS cited, sum(citations)::int AS citations,
    sum(mentioned)::int AS named, sum(gap)::int AS gap,
    json_agg(json_build_array(engine, cited, named)) FILTER (WHERE cited > 0) AS engines
  FROM (
    SELECT domain, engine, sum(listed) AS listed, sum(cited) AS cited, sum(citations) AS citations,
      sum(mentioned) AS named, sum(gap) AS gap
    FROM daily_domains WHERE ${rollupInScope} AND ${isNow} AND ($14::text IS NULL OR domain = $14)
    GROUP BY domain, engine
  ) of_engines
  GROUP BY domain
) domains
ORDER BY citations DESC, listed DESC, domain LIMIT $13`;

/** What the answers of a period come to for one domain. */
export interface DomainRow {
  domain: string;
  listed: number;
  cited: number;
  citations: number;
  named: number;
  gap: number;
  /** Domains in all. */
  total: number;
  /** The type a user gave it. */
  corrected: string | null;
  /** The engines that cite it: answers that do, and of these those that mention the project's own brand. */
  engines: [engine: string, cited: number, named: number][] | null;
}

/** The domains that answers cite most. */
export function getTopSources(
  context: Context,
  filters: MetricFilters,
  { limit = 10 }: { limit?: number } = {},
): Promise<TopSources> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const asked = sumAnswerCounts(await readAnswerSegments(scope, filters));
    return buildTopSources(market, asked, await readSources(scope, filters, { limit }));
  });
}

/** The domains of the period, the most cited first: so many, or every one, or one alone. */
export async function readSources(
  context: Context,
  filters: MetricFilters,
  { limit, domain }: { limit?: number; domain?: string } = {},
): Promise<DomainRow[]> {
  const { rows } = await context.db.$client.query<DomainRow>({
    name: 'metrics-sources',
    text,
    values: [...scopeValues(context.organizationId, filters), limit ?? null, domain ?? null],
  });
  return rows;
}

/** What is shown of the domains read, against all that was asked in the period. */
export function buildTopSources(
  market: ProjectScope,
  asked: AnswerCounts,
  rows: readonly DomainRow[],
): TopSources {
  return {
    sources: rows.map((row) => toSourceDomain(row, market, asked)),
    total: rows[0]?.total ?? 0,
    ...asked,
  };
}

function toSourceDomain(
  row: DomainRow,
  market: ProjectScope,
  { answers, citations }: AnswerCounts,
): SourceDomain {
  const { domain } = row;
  // The rollups count these two against the project's own brand alone.
  const ofOwn = (count: number) => (market.own.role === 'own' ? computeRate(count, row.cited) : null);
  const owner = market.brands.find((brand) => classifyDomain(domain, [brand]) === brand.role);
  return {
    domain,
    type: classifyDomain(domain, market.brands, row.corrected),
    brandId: owner?.id ?? null,
    fictional: isFictionalDomain(domain),
    citations: row.citations,
    citationShare: computeRate(row.citations, citations),
    listed: computeRate(row.listed, answers),
    cited: computeRate(row.cited, answers),
    conversion: computeRate(row.cited, row.listed),
    named: ofOwn(row.named),
    gap: ofOwn(row.gap),
  };
}
