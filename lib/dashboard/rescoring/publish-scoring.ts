import { lockProject } from '#lib/dashboard/projects/project';
import { readStoredAnswers } from '#lib/dashboard/rescoring/rescore-batch';
import { type Context, scoped } from '#lib/db/context';

interface RescoringCursor {
  scoringVersion: number;
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

/**
 * Shows the definition that was written in place of the one before, at once for every reader, if all answers are
 * scored by it. @returns false when there is more to score
 */
export function publishScoring(context: Context, projectId: string): Promise<boolean> {
  return scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<RescoringCursor>(
      `SELECT scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId" FROM rescore_jobs
       WHERE organization_id = $1 AND project_id = $2 FOR UPDATE`,
      [organizationId, projectId],
    );
    const rescoring = rows[0];
    if (!rescoring) return true;
    const left = await readStoredAnswers(db, { organizationId, projectId, ...rescoring }, 1);
    if (left.length > 0) return false;
    await db.$client.query(
      'UPDATE projects SET scoring_version = $3 WHERE organization_id = $1 AND id = $2',
      [organizationId, projectId, rescoring.scoringVersion],
    );
    return true;
  });
}

const rollups = ['daily_answers', 'daily_brands', 'daily_domains', 'daily_queries'];
const shown =
  '(SELECT projects.scoring_version FROM projects WHERE projects.organization_id = $1 AND projects.id = $2)';

const removeMentions = `
  DELETE FROM mentions USING answers
  WHERE answers.organization_id = $1 AND answers.project_id = $2
    AND answers.requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
    AND answers.requested_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
    AND mentions.organization_id = $1 AND mentions.requested_at = answers.requested_at AND mentions.answer_id = answers.id
    AND mentions.scoring_version < ${shown}`;

/**
 * Removes what older definitions than the shown one left, day by day, then the note of the rescoring that is thereby
 * over. Nobody reads or writes such rows any more; cut short it is done by the next call.
 */
export async function deleteOldScorings(
  context: Context,
  projectId: string,
  signal?: AbortSignal,
): Promise<void> {
  const values = [context.organizationId, projectId];
  const query = <T extends object = object>(text: string, more: unknown[] = []) =>
    scoped(context, ({ db }) => db.$client.query<T>(text, [...values, ...more]));
  const { rows: days } = await query<{ day: string }>(
    `SELECT DISTINCT day::text AS day FROM daily_answers JOIN rescore_jobs USING (organization_id, project_id)
     WHERE organization_id = $1 AND project_id = $2 ORDER BY day`,
  );
  for (const { day } of days) {
    if (signal?.aborted) return;
    await query(removeMentions, [day]);
  }
  for (const table of rollups) {
    await query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND project_id = $2 AND scoring_version < ${shown}`,
    );
  }
  await query(
    `DELETE FROM rescore_jobs WHERE organization_id = $1 AND project_id = $2 AND scoring_version = ${shown}`,
  );
}
