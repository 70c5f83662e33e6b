import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/metrics/ask';
import { type DomainType, domainTypeOf, isFictional } from '#lib/dashboard/metrics/domain-type';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import type { Market } from '#lib/dashboard/metrics/read-market';
import { readMarket } from '#lib/dashboard/metrics/read-market';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

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
WITH asked AS MATERIALIZED (
  SELECT answered, citations
  FROM daily_answers WHERE ${rollupInScope} AND ${isNow}
), domains AS MATERIALIZED (
  SELECT domain, sum(listed)::int AS listed, sum(cited)::int AS cited, sum(citations)::int AS citations,
    sum(named)::int AS named, sum(gap)::int AS gap
  FROM daily_domains WHERE ${rollupInScope} AND ${isNow}
  GROUP BY domain
)
SELECT totals.*, top.* FROM (
  SELECT coalesce(sum(answered), 0)::int AS answers, coalesce(sum(citations), 0)::int AS all_citations,
    (SELECT count(*)::int FROM domains) AS total
  FROM asked
) totals LEFT JOIN LATERAL (
  SELECT domains.*, (
    SELECT type FROM domain_types
    WHERE organization_id = $1 AND project_id = $2 AND domain_types.domain = domains.domain
  ) AS corrected
  FROM domains WHERE $14::text IS NULL OR domain = $14
  ORDER BY citations DESC, listed DESC, domain LIMIT $13
) top ON true`;

interface Row {
  answers: number;
  all_citations: number;
  total: number;
  domain: string | null;
  listed: number;
  cited: number;
  citations: number;
  named: number;
  gap: number;
  corrected: string | null;
}

/** The domains that answers cite most. */
export function topSources(
  context: Context,
  filters: MetricFilters,
  { limit = 10 }: { limit?: number } = {},
): Promise<TopSources> {
  return ask(context, async (scope) =>
    readTopSources(scope, filters, await readMarket(scope, filters), limit),
  );
}

/**
 * The same in a transaction already scoped, against a market already read.
 * @param limit null for every domain
 * @param domain the only domain wanted; totals stay those of all
 */
export async function readTopSources(
  context: Context,
  filters: MetricFilters,
  market: Market,
  limit: number | null,
  domain: string | null = null,
): Promise<TopSources> {
  const { rows } = await context.connection.query<Row>({
    name: 'metrics-top-sources',
    text,
    values: [...scopeValues(context.organizationId, filters), limit, domain],
  });
  const { answers = 0, all_citations: citations = 0, total = 0 } = rows[0] ?? {};
  const sources = rows.flatMap((row) =>
    row.domain === null ? [] : [sourceOf(row.domain, row, { answers, citations, market })],
  );
  return { sources, total, citations, answers };
}

function sourceOf(
  domain: string,
  row: Row,
  { answers, citations, market }: { answers: number; citations: number; market: Market },
): SourceDomain {
  // The rollups count these two against the project's own brand alone.
  const ofOwn = (count: number) => (market.own.role === 'own' ? wilson(count, row.cited) : null);
  const owner = market.brands.find((brand) => domainTypeOf(domain, [brand]) === brand.role);
  return {
    domain,
    type: domainTypeOf(domain, market.brands, row.corrected),
    brandId: owner?.id ?? null,
    fictional: isFictional(domain),
    citations: row.citations,
    citationShare: wilson(row.citations, citations),
    listed: wilson(row.listed, answers),
    cited: wilson(row.cited, answers),
    conversion: wilson(row.cited, row.listed),
    named: ofOwn(row.named),
    gap: ofOwn(row.gap),
  };
}
