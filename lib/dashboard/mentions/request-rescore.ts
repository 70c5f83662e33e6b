import { rescoreProjectChore } from '#lib/dashboard/mentions/chores';
import type { Context } from '#lib/database/context';
import { enqueue } from '#lib/queue/chores';

/**
 * Has a project's answers scored again, as part of the transaction that changed its brands. Nothing to do for a
 * project without answers.
 */
export async function requestRescore(context: Context, projectId: string): Promise<void> {
  const { connection, organizationId } = context;
  const { rowCount } = await connection.query(
    'SELECT 1 FROM answers WHERE organization_id = $1 AND project_id = $2 LIMIT 1',
    [organizationId, projectId],
  );
  if (!rowCount) return;
  await enqueue(connection, rescoreProjectChore, { organizationId, projectId }, { key: projectId });
}
