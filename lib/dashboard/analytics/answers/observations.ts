import type { AnswerStatus } from '#lib/core/answer-filters';
import { cursorSql, parseCursor } from '#lib/dashboard/analytics/filters/cursor';
import {
  isNow,
  observedInScope,
  rollupInScope,
  scopeValues,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** Something that was asked and never answered: it left no answer, only its cell. */
export interface FailedObservation {
  id: string;
  runId: string;
  prompt: string;
  engine: string;
  country: string;
  /** When its run was asked. */
  requestedAt: Date;
  /** A code of the error table, or another service's own; null when none was told. */
  errorCode: string | null;
}

/** The cells of the period's runs that failed, where the filters speak of them. */
const failedInScope = `(
  SELECT * FROM (
    SELECT run_items.organization_id, runs.project_id, run_items.id, run_items.run_id, run_items.prompt_id, run_items.engine, run_items.country,
      run_items.error_code, runs.requested_at
    FROM runs JOIN run_items ON run_items.organization_id = $1 AND run_items.run_id = runs.id AND run_items.status = 'failed'
    WHERE runs.organization_id = $1 AND runs.project_id = $2
  ) asked WHERE ${observedInScope}
) failed`;

const failedQuery = `
SELECT failed.id, failed.run_id AS "runId", prompts.text AS prompt, failed.engine, failed.country,
  failed.requested_at AS "requestedAt", failed.error_code AS "errorCode", ${cursorSql('failed')} AS cursor
FROM ${failedInScope} JOIN prompts ON prompts.organization_id = $1 AND prompts.id = failed.prompt_id
WHERE $14::timestamptz IS NULL OR (failed.requested_at, failed.id) < ($14::timestamptz, $15::uuid)
ORDER BY failed.requested_at DESC, failed.id DESC LIMIT $13`;

/** What failed in the period, the newest first, a page at a time. */
export function listFailedObservations(
  context: Context,
  filters: MetricFilters,
  { limit = 20, before = null }: { limit?: number; before?: string | null } = {},
): Promise<{ failed: FailedObservation[]; next: string | null }> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<FailedObservation & { cursor: string }>({
      name: 'metrics-failed-observations',
      text: failedQuery,
      values: [...scopeValues(organizationId, filters), limit + 1, ...parseCursor(before)],
    });
    const failed = rows.slice(0, limit);
    return { failed, next: rows.length > limit ? (failed.at(-1)?.cursor ?? null) : null };
  });
}

const countQuery = `
SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(no_answer), 0)::int AS "no_answer",
  coalesce(sum(unreadable), 0)::int AS unreadable, (SELECT count(*)::int FROM ${failedInScope}) AS failed
FROM daily_answers WHERE ${rollupInScope} AND ${isNow}`;

/** What became of everything that was asked in the period (metrics.md, "Observation"). */
export function countObservations(
  context: Context,
  filters: MetricFilters,
): Promise<Record<AnswerStatus, number>> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Record<AnswerStatus, number>>({
      name: 'metrics-observations-by-status',
      text: countQuery,
      values: scopeValues(organizationId, filters),
    });
    return rows[0] ?? { answered: 0, 'no_answer': 0, failed: 0, unreadable: 0 };
  });
}
