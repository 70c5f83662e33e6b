import { sql } from 'drizzle-orm';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type Context, queryRows } from '#lib/db/client';

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
  /** Pages in total, of which `pages` holds the first. */
  pageCount: number;
  /** The listings that were counted: the newest ones of the domain. */
  listingCount: number;
  /** Older listings were not counted. */
  isTruncated: boolean;
}

/** Enough to rank pages, and few enough to count at any number of answers. */
const maxListings = 4000;

/** Reads the pages of a domain that answers of the current period list. */
export async function readDomainPages(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<DomainPages> {
  const view = buildFilterSql(context, filters);
  const [row] = await queryRows<DomainPages & Record<string, unknown>>(
    context.db,
    sql`
      WITH listings AS MATERIALIZED (
        SELECT requested_at, answer_id, normalized_url, url, label, citations
        FROM answer_sources
        WHERE organization_id = ${view.organizationId} AND domain = ${domain} AND ${view.isInPeriod('requested_at')}
        ORDER BY requested_at DESC NULLS LAST LIMIT ${maxListings + 1}
      ), counted AS MATERIALIZED (
        SELECT listings.* FROM (SELECT * FROM listings LIMIT ${maxListings}) listings JOIN LATERAL (
          SELECT 1 FROM answers
          WHERE id = listings.answer_id AND requested_at = listings.requested_at AND ${view.answers}
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
