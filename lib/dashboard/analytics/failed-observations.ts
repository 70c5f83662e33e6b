import { ask } from '#lib/dashboard/analytics/ask';
import { cursorOf, parseCursor } from '#lib/dashboard/analytics/cursor';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { observedInScope, scopeValues } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

/** Something that was asked and never answered: it left no answer, only its cell. */
export interface FailedObservation {
  id: string;
  runId: string;
  prompt: string;
  engine: string;
  country: string;
  /** When its run was asked. */
  askedAt: Date;
  /** A code of the error table, or another service's own; null when none was told. */
  errorCode: string | null;
}

/** The cells of the period's runs that failed, where the filters speak of them. */
export const failedInScope = `(
  SELECT * FROM (
    SELECT cells.organization_id, runs.project_id, cells.id, cells.run_id, cells.prompt_id, cells.engine, cells.country,
      cells.error_code, runs.asked_at
    FROM runs JOIN cells ON cells.organization_id = $1 AND cells.run_id = runs.id AND cells.status = 'failed'
    WHERE runs.organization_id = $1 AND runs.project_id = $2
  ) asked WHERE ${observedInScope}
) failed`;

const text = `
SELECT failed.id, failed.run_id AS "runId", prompts.text AS prompt, failed.engine, failed.country,
  failed.asked_at AS "askedAt", failed.error_code AS "errorCode", ${cursorOf('failed')} AS cursor
FROM ${failedInScope} JOIN prompts ON prompts.organization_id = $1 AND prompts.id = failed.prompt_id
WHERE $14::timestamptz IS NULL OR (failed.asked_at, failed.id) < ($14::timestamptz, $15::uuid)
ORDER BY failed.asked_at DESC, failed.id DESC LIMIT $13`;

/** What failed in the period, the newest first, a page at a time. */
export function failedObservations(
  context: Context,
  filters: MetricFilters,
  { limit = 20, before = null }: { limit?: number; before?: string | null } = {},
): Promise<{ failed: FailedObservation[]; next: string | null }> {
  return ask(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<FailedObservation & { cursor: string }>({
      name: 'metrics-failed-observations',
      text,
      values: [...scopeValues(organizationId, filters), limit + 1, ...parseCursor(before)],
    });
    const failed = rows.slice(0, limit);
    return { failed, next: rows.length > limit ? (failed.at(-1)?.cursor ?? null) : null };
  });
}
