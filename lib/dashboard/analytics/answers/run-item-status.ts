import { type SQL, sql } from 'drizzle-orm';
import type { RunItemStatus } from '#lib/contract/filters/answer-filters';
import { isAfterCursor, selectCursor } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import {
  buildFilterSql,
  type FilterSql,
  withMetricsTransaction,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** A run item that failed and therefore has no answer. */
export interface FailedItem {
  id: string;
  runId: string;
  prompt: string;
  engine: string;
  country: string;
  /** The time at which its run was requested. */
  requestedAt: Date;
  /** The code of the error; null if none was reported. */
  errorCode: string | null;
  /** A sentence that says why it failed; null if only the code does. */
  errorMessage: string | null;
}

/** Returns the failed run items of the current period, newest first. */
export function findFailedItems(
  context: Context,
  filters: MetricFilters,
  { limit = 20, before = null }: { limit?: number; before?: string | null } = {},
): Promise<{ failed: FailedItem[]; nextCursor: string | null }> {
  return withMetricsTransaction(context, async (tx) => {
    const filterSql = buildFilterSql(tx, filters);
    const rows = await queryRows<FailedItem & { cursor: string }>(
      tx.db,
      sql`
        SELECT failed.id, failed.run_id AS "runId", prompts.text AS prompt, failed.engine, failed.country,
          failed.requested_at AS "requestedAt", failed.error_code AS "errorCode",
          failed.error_message AS "errorMessage", ${selectCursor('failed')} AS cursor
        FROM ${selectFailedItems(filterSql, isAfterCursor(before))}
        JOIN prompts ON prompts.organization_id = ${filterSql.organizationId} AND prompts.id = failed.prompt_id
        ORDER BY failed.requested_at DESC, failed.id DESC LIMIT ${limit + 1}`,
    );
    const failed = rows.slice(0, limit);
    return { failed, nextCursor: rows.length > limit ? (failed.at(-1)?.cursor ?? null) : null };
  });
}

function selectFailedItems(filterSql: FilterSql, condition = sql`true`): SQL {
  return sql`(
    SELECT * FROM (
      SELECT run_items.organization_id, runs.project_id, run_items.id, run_items.run_id, run_items.prompt_id,
        run_items.engine, run_items.country, run_items.error_code, run_items.error_message, runs.requested_at
      FROM runs JOIN run_items ON run_items.organization_id = ${filterSql.organizationId}
        AND run_items.run_id = runs.id AND run_items.status = 'failed'
      WHERE runs.organization_id = ${filterSql.organizationId} AND runs.project_id = ${filterSql.projectId}
    ) item WHERE ${filterSql.observations} AND ${condition}
  ) failed`;
}

/** Counts the run items of the current period by status. */
export function countItemsByStatus(
  context: Context,
  filters: MetricFilters,
): Promise<Record<RunItemStatus, number>> {
  return withMetricsTransaction(context, async (tx) => {
    const filterSql = buildFilterSql(tx, filters);
    const counts = selectCounts(tx, {
      of: 'answers',
      by: [],
      counts: ['answers', 'noAnswer', 'unreadable'],
      filters,
      periods: { current: getPeriods(filters).current },
    });
    const [items] = await queryRows<Record<RunItemStatus, number>>(
      tx.db,
      sql`
        SELECT coalesce(sum(answers), 0)::int AS answered, coalesce(sum("noAnswer"), 0)::int AS no_answer,
          coalesce(sum(unreadable), 0)::int AS unreadable,
          (SELECT count(*)::int FROM ${selectFailedItems(filterSql)}) AS failed
        FROM ${counts} counts`,
    );
    return items ?? { answered: 0, no_answer: 0, failed: 0, unreadable: 0 };
  });
}
