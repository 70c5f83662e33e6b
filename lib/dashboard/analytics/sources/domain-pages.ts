import { answersInScope, scopeValues } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';

/** A page of a domain, by its compared address (metrics.md, "Addresses"). */
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
  /** Pages in all, of which the first are there. */
  total: number;
  /** The listings they were counted over: the newest of the domain. */
  listings: number;
  /** Whether there are older listings that were not counted. */
  cut: boolean;
}

/** Enough to rank pages, few enough to count at any number of answers. */
const maxListings = 4000;

const pagesQuery = `
WITH listings AS MATERIALIZED (
  SELECT requested_at, answer_id, address, url, label, citations
  FROM answer_sources
  WHERE organization_id = $1 AND domain = $13
    AND requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
    AND requested_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
  ORDER BY requested_at DESC NULLS LAST LIMIT $14 + 1
), counted AS MATERIALIZED (
  SELECT listings.* FROM (SELECT * FROM listings LIMIT $14) listings JOIN LATERAL (
    SELECT 1 FROM answers
    WHERE id = listings.answer_id AND requested_at = listings.requested_at AND ${answersInScope}
  ) answered ON true
), pages AS MATERIALIZED (
  SELECT min(url) AS url, coalesce(min(nullif(label, '')), '') AS label,
    count(DISTINCT answer_id)::int AS listed,
    count(DISTINCT answer_id) FILTER (WHERE citations > 0)::int AS cited, sum(citations)::int AS citations
  FROM counted GROUP BY address
)
SELECT (SELECT count(*)::int FROM pages) AS total, (SELECT count(*)::int FROM counted) AS listings,
  (SELECT count(*) > $14 FROM listings) AS cut,
  (SELECT coalesce(json_agg(top), '[]') FROM (
     SELECT * FROM pages ORDER BY citations DESC, listed DESC, url LIMIT $15) top) AS pages`;

/** The pages of a domain that answers of the period list, in a transaction already scoped. */
export async function readDomainPages(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<DomainPages> {
  const { rows } = await context.db.$client.query<DomainPages>({
    name: 'metrics-domain-pages',
    text: pagesQuery,
    values: [...scopeValues(context.organizationId, filters), domain, maxListings, limit],
  });
  return rows[0] ?? { pages: [], total: 0, listings: 0, cut: false };
}
