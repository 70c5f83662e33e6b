import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import { type Asked, askedNow, readAskedCells } from '#lib/dashboard/analytics/asked-cells';
import { type DomainType, domainTypeOf, isFictional } from '#lib/dashboard/analytics/domain-type';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import type { Market } from '#lib/dashboard/analytics/read-market';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/analytics/scope';
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
    sum(named)::int AS named, sum(gap)::int AS gap,
    json_agg(json_build_array(engine, cited, named)) FILTER (WHERE cited > 0) AS engines
  FROM (
    SELECT domain, engine, sum(listed) AS listed, sum(cited) AS cited, sum(citations) AS citations,
      sum(named) AS named, sum(gap) AS gap
    FROM daily_domains WHERE ${rollupInScope} AND ${isNow} AND ($14::text IS NULL OR domain = $14)
    GROUP BY domain, engine
  ) of_engines
  GROUP BY domain
) domains
ORDER BY citations DESC, listed DESC, domain LIMIT $13`;

/** What the answers of a period come to for one domain. */
export interface SourceRow {
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
export function topSources(
  context: Context,
  filters: MetricFilters,
  { limit = 10 }: { limit?: number } = {},
): Promise<TopSources> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const asked = askedNow(await readAskedCells(scope, filters));
    return topSourcesOf(market, asked, await readSources(scope, filters, { limit }));
  });
}

/** The domains of the period, the most cited first: so many, or every one, or one alone. */
export async function readSources(
  context: Context,
  filters: MetricFilters,
  { limit, domain }: { limit?: number; domain?: string } = {},
): Promise<SourceRow[]> {
  const { rows } = await context.db.$client.query<SourceRow>({
    name: 'metrics-sources',
    text,
    values: [...scopeValues(context.organizationId, filters), limit ?? null, domain ?? null],
  });
  return rows;
}

/** What is shown of the domains read, against all that was asked in the period. */
export function topSourcesOf(market: Market, asked: Asked, rows: readonly SourceRow[]): TopSources {
  return { sources: rows.map((row) => sourceOf(row, market, asked)), total: rows[0]?.total ?? 0, ...asked };
}

function sourceOf(row: SourceRow, market: Market, { answers, citations }: Asked): SourceDomain {
  const { domain } = row;
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
