import type { Period } from '#lib/core/days';
import { shownDefinition } from '#lib/dashboard/analytics/filters/filter-sql';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** What became of everything a project ever asked, whatever the filters. */
export interface EmptyStateReason {
  /** Whether it has prompts to ask. */
  prompted: boolean;
  /** The first and last day with an answer, UTC; null without any. */
  answered: Period | null;
  /** What was asked and ended without an answer in its newest run that ended; 0 where none did. */
  unanswered: number;
  /** That run; null without any. */
  runId: string | null;
}

const text = `
WITH newest AS (
  SELECT id FROM runs WHERE organization_id = $1 AND project_id = $2 AND status = 'completed'
    AND ($3::uuid IS NULL OR EXISTS (
      SELECT FROM run_items WHERE run_items.organization_id = $1 AND run_items.run_id = runs.id AND prompt_id = $3))
  ORDER BY created_at DESC LIMIT 1
)
SELECT EXISTS (SELECT FROM prompts WHERE organization_id = $1 AND project_id = $2 AND archived_at IS NULL) AS prompted,
  min(day)::text AS from, max(day)::text AS to,
  (SELECT id FROM newest) AS "runId",
  (SELECT count(*)::int FROM run_items WHERE organization_id = $1 AND run_id = (SELECT id FROM newest)
    AND status <> 'answered' AND ($3::uuid IS NULL OR prompt_id = $3)) AS unanswered
FROM daily_answers
WHERE organization_id = $1 AND project_id = $2 AND scoring_version = ${shownDefinition} AND answered > 0
  AND ($3::uuid IS NULL OR prompt_id = $3)`;

/** Why there may be nothing to see, of a project or one of its prompts: asked by a page that has no answers. */
export function getEmptyStateReason(
  context: Context,
  { projectId, promptId = null }: { projectId: string; promptId?: string | null | undefined },
): Promise<EmptyStateReason> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{
      prompted: boolean;
      from: string | null;
      to: string | null;
      runId: string | null;
      unanswered: number;
    }>({ name: 'metrics-asked-so-far', text, values: [organizationId, projectId, promptId] });
    const { prompted = false, from = null, to = null, runId = null, unanswered = 0 } = rows[0] ?? {};
    return { prompted, answered: from !== null && to !== null ? { from, to } : null, unanswered, runId };
  });
}
