import { ask } from '#lib/dashboard/analytics/ask';
import { isId } from '#lib/dashboard/projects/is-id';
import type { Context } from '#lib/db/context';

/** The engine's result of an answer as received, as indented JSON; null when the project has no such answer. */
export function rawAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<string | null> {
  return ask(context, async ({ db, organizationId }) => {
    if (!isId(projectId) || !isId(answerId)) return null;
    const { rows } = await db.$client.query<{ result: unknown }>({
      name: 'metrics-raw-answer',
      text: 'SELECT result FROM answers WHERE organization_id = $1 AND project_id = $2 AND id = $3',
      values: [organizationId, projectId, answerId],
    });
    const [row] = rows;
    return row ? JSON.stringify(row.result, null, 2) : null;
  });
}
