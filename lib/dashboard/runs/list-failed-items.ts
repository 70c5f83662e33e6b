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
  endedAt: Date;
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
        SELECT cells.id, prompts.text AS prompt, cells.engine, cells.country, cells.sample, cells.status,
          cells.error_code AS "errorCode", cells.task_id AS "taskId", cells.updated_at AS "endedAt"
        FROM cells JOIN prompts ON prompts.organization_id = $1 AND prompts.id = cells.prompt_id
        WHERE cells.organization_id = $1 AND cells.run_id = $2 AND cells.status IN ('failed', 'unreadable')
        ORDER BY cells.updated_at DESC, cells.id LIMIT $3`,
      values: [organizationId, runId, limit],
    }),
  );
  return rows;
}
