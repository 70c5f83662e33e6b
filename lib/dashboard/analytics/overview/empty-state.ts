import { sql } from 'drizzle-orm';
import type { Period } from '#lib/core/time';
import { selectScoringVersion, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { type Context, queryRows } from '#lib/db/client';

/** Why a page may have no answers: the state of a project or prompt, regardless of the filters. */
export interface EmptyStateReason {
  hasPrompts: boolean;
  /** The first and last UTC day with an answer; null without any. */
  answeredPeriod: Period | null;
  /** Run items of the last completed run that were sent and have no answer. */
  unansweredCount: number;
  /** The last completed run; null without any. */
  lastRunId: string | null;
}

interface Row extends Omit<EmptyStateReason, 'answeredPeriod'> {
  from: string | null;
  to: string | null;
}

/** Returns why a page of a project or prompt may have no answers. */
export function getEmptyStateReason(
  context: Context,
  { projectId, promptId = null }: { projectId: string; promptId?: string | null | undefined },
): Promise<EmptyStateReason> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const isPrompt = promptId === null ? sql`true` : sql`prompt_id = ${promptId}`;
    const isInProject = sql`organization_id = ${organizationId} AND project_id = ${projectId}`;
    const [row] = await queryRows<Row & Record<string, unknown>>(
      db,
      sql`
        WITH last_run AS (
          SELECT id FROM runs WHERE ${isInProject} AND status = 'completed'
            AND (${promptId === null}::boolean OR EXISTS (
              SELECT FROM run_items
              WHERE run_items.organization_id = ${organizationId} AND run_items.run_id = runs.id AND ${isPrompt}))
          ORDER BY created_at DESC LIMIT 1
        )
        SELECT EXISTS (SELECT FROM prompts WHERE ${isInProject} AND archived_at IS NULL) AS "hasPrompts",
          min(day)::text AS from, max(day)::text AS to, (SELECT id FROM last_run) AS "lastRunId",
          (SELECT count(*)::int FROM run_items
           WHERE organization_id = ${organizationId} AND run_id = (SELECT id FROM last_run)
             AND status NOT IN ('answered', 'not_sent') AND ${isPrompt}) AS "unansweredCount"
        FROM daily_answers
        WHERE ${isInProject} AND scoring_version = ${selectScoringVersion(organizationId, projectId)}
          AND answered > 0 AND ${isPrompt}`,
    );
    const { hasPrompts = false, from = null, to = null, lastRunId = null, unansweredCount = 0 } = row ?? {};
    const answeredPeriod = from !== null && to !== null ? { from, to } : null;
    return { hasPrompts, answeredPeriod, unansweredCount, lastRunId };
  });
}
