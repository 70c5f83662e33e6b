import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** What an engine draws from a domain, and what comes of it. */
export interface SourceFlow {
  engine: string;
  /** Null for all domains not asked for by name. */
  domain: string | null;
  /** Answers that cite it; for the others each domain of an answer counts. */
  cited: number;
  /** Of these, answers that mention the project's own brand. */
  named: number;
}

const text = `
SELECT engine, domain, sum(cited)::int AS cited, sum(named)::int AS named FROM (
  SELECT engine, CASE WHEN domain = ANY ($13::text[]) THEN domain END AS domain, cited, named
  FROM daily_domains WHERE ${rollupInScope} AND ${isNow} AND cited > 0
) one GROUP BY engine, domain ORDER BY engine, domain NULLS LAST`;

/** How answers flow from engines over the domains they cite to naming the own brand or not. */
export async function readSourceFlow(
  context: Context,
  filters: MetricFilters,
  domains: readonly string[],
): Promise<SourceFlow[]> {
  const { rows } = await context.connection.query<SourceFlow>({
    name: 'metrics-source-flow',
    text,
    values: [...scopeValues(context.organizationId, filters), domains],
  });
  return rows;
}
