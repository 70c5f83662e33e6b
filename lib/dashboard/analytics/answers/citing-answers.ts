import { sql } from 'drizzle-orm';
import { isUuid } from '#lib/core/text';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { type Context, queryRows } from '#lib/db/client';

/** An answer whose text cites a domain. */
export interface CitingAnswer {
  id: string;
  prompt: string;
  engine: string;
  country: string;
  requestedAt: Date;
  /** The cited pages of the domain, the most cited first. */
  pages: { url: string; label: string; citations: number }[];
}

/** Returns the newest answers of the current period whose text cites a page of a registrable domain. */
export async function listCitingAnswers(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<CitingAnswer[]> {
  if (!isUuid(filters.projectId) || domain.includes('\0')) return [];
  return withMetricsTransaction(context, (tx) => {
    const view = buildFilterSql(tx, filters);
    const { organizationId } = view;
    return queryRows<CitingAnswer & Record<string, unknown>>(
      tx.db,
      sql`
        WITH citing AS MATERIALIZED (
          SELECT answers.id, prompt_id, engine, country, requested_at, cited.pages
          FROM answers CROSS JOIN LATERAL (
            SELECT json_agg(json_build_object('url', url, 'label', label, 'citations', citations)
                            ORDER BY citations DESC, position) AS pages
            FROM answer_sources AS listed
            WHERE listed.organization_id = ${organizationId} AND listed.requested_at = answers.requested_at
              AND ${view.isInPeriod('listed.requested_at')} AND listed.answer_id = answers.id
              AND domain = ${domain} AND citations > 0
          ) cited
          WHERE ${view.answers} AND cited.pages IS NOT NULL
          ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT ${limit}
        )
        SELECT citing.id, prompts.text AS prompt, citing.engine, citing.country,
          citing.requested_at AS "requestedAt", citing.pages
        FROM citing JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = citing.prompt_id
        ORDER BY citing.requested_at DESC, citing.id DESC`,
    );
  });
}
