import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Context, scoped } from '#lib/db/context';

/** A cell that brought no answer that can be counted. */
export interface FailedItem {
  id: string;
  prompt: string;
  engine: string;
  country: string;
  sample: number;
  status: 'failed' | 'unreadable';
  /** A code of the error table, or another service's own; null when none was told. */
  errorCode: string | null;
  taskId: string | null;
  completedAt: Date;
}

/** The cells of a run that failed or came back unreadable, the latest first. */
export async function listFailedItems(
  context: Context,
  { runId, limit = 100 }: { runId: string; limit?: number },
): Promise<FailedItem[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) return [];
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<FailedItem>({
      name: 'failed-cells',
      text: `
        SELECT run_items.id, prompts.text AS prompt, run_items.engine, run_items.country, run_items.sample, run_items.status,
          run_items.error_code AS "errorCode", run_items.task_id AS "taskId", run_items.updated_at AS "completedAt"
        FROM run_items JOIN prompts ON prompts.organization_id = $1 AND prompts.id = run_items.prompt_id
        WHERE run_items.organization_id = $1 AND run_items.run_id = $2 AND run_items.status IN ('failed', 'unreadable')
        ORDER BY run_items.updated_at DESC, run_items.id LIMIT $3`,
      values: [organizationId, runId, limit],
    }),
  );
  return rows;
}
