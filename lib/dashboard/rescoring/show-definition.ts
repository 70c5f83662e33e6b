import { lockProject } from '#lib/dashboard/projects/lock-project';
import { readStoredAnswers } from '#lib/dashboard/rescoring/read-stored-answers';
import { type Context, scoped } from '#lib/db/context';

interface Rescoring {
  definition: number;
  scoredAt: string | null;
  scoredId: string | null;
}

/**
 * Shows the definition that was written in place of the one before, at once for every reader, if all answers are
 * scored by it. @returns false when there is more to score
 */
export function showDefinition(context: Context, projectId: string): Promise<boolean> {
  return scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<Rescoring>(
      `SELECT definition, scored_at::text AS "scoredAt", scored_id AS "scoredId" FROM rescorings
       WHERE organization_id = $1 AND project_id = $2 FOR UPDATE`,
      [organizationId, projectId],
    );
    const rescoring = rows[0];
    if (!rescoring) return true;
    const left = await readStoredAnswers(db, { organizationId, projectId, ...rescoring }, 1);
    if (left.length > 0) return false;
    await db.$client.query('UPDATE projects SET definition = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      projectId,
      rescoring.definition,
    ]);
    return true;
  });
}
