import type { Clock } from '#lib/core/time';
import { lockProject } from '#lib/dashboard/projects/project';
import { readStoredAnswers, rescoreBatch } from '#lib/dashboard/rescoring/rescore-batch';
import { rescoreProjectJob } from '#lib/dashboard/rescoring/start-rescoring';
import { type Context, type Database, scoped } from '#lib/db/client';
import { enqueue } from '#lib/queue/jobs';

/**
 * Rescores all answers of a project by its current brands under a new scoring version, publishes that version and
 * deletes the old one. Each batch is a transaction that also stores the cursor, so that an interrupted rescoring
 * resumes and concurrent calls share the batches. Another change of brands restarts it. Ingestion scores new answers
 * under both versions until then (`readScoringVersions`).
 * @returns answers scored by this call
 */
export async function rescoreProject(
  context: Context,
  { projectId, signal, batchSize }: { projectId: string; signal?: AbortSignal; batchSize?: number },
): Promise<number> {
  let answers = 0;
  while (!signal?.aborted) {
    const scored = await rescoreBatch(context, { projectId, batchSize });
    if (scored === undefined) break;
    answers += scored;
    if (scored > 0) continue;
    if (await publishScoring(context, projectId)) break;
  }
  if (!signal?.aborted) await deleteOldScorings(context, projectId, signal);
  return answers;
}

/** A rescoring without progress for this long has no worker. */
const stalledMinutes = 1;

/** Enqueues stalled rescorings, whose worker died or timed out. */
export async function resumeRescorings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; projectId: string }>(
    `SELECT organization_id AS "organizationId", project_id AS "projectId" FROM rescore_jobs
     WHERE heartbeat_at < $1::timestamptz - make_interval(mins => $2) ORDER BY heartbeat_at LIMIT 100`,
    [clock.now(), stalledMinutes],
  );
  for (const one of rows) await enqueue(db, rescoreProjectJob, one, { key: one.projectId });
}

interface RescoringCursor {
  scoringVersion: number;
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

/**
 * Publishes a rescoring to all readers at once, if all answers are scored.
 * @returns false if answers remain to be scored
 */
export function publishScoring(context: Context, projectId: string): Promise<boolean> {
  return scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<RescoringCursor>(
      `SELECT scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId" FROM rescore_jobs
       WHERE organization_id = $1 AND project_id = $2 FOR UPDATE`,
      [organizationId, projectId],
    );
    const cursor = rows[0];
    if (!cursor) return true;
    const remaining = await readStoredAnswers(db, { organizationId, projectId, ...cursor }, 1);
    if (remaining.length > 0) return false;
    await db.$client.query(
      'UPDATE projects SET scoring_version = $3 WHERE organization_id = $1 AND id = $2',
      [organizationId, projectId, cursor.scoringVersion],
    );
    return true;
  });
}

const rollups = ['daily_answers', 'daily_brands', 'daily_domains', 'daily_queries'];
const publishedVersion =
  '(SELECT projects.scoring_version FROM projects WHERE projects.organization_id = $1 AND projects.id = $2)';

const removeMentions = `
  DELETE FROM mentions USING answers
  WHERE answers.organization_id = $1 AND answers.project_id = $2
    AND answers.requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
    AND answers.requested_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
    AND mentions.organization_id = $1 AND mentions.requested_at = answers.requested_at AND mentions.answer_id = answers.id
    AND mentions.scoring_version < ${publishedVersion}`;

/**
 * Deletes the rows of versions older than the published one, day by day, and then the completed rescoring. Nothing
 * reads or writes these rows, so an interrupted deletion is finished by the next call.
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
      `DELETE FROM ${table} WHERE organization_id = $1 AND project_id = $2 AND scoring_version < ${publishedVersion}`,
    );
  }
  await query(
    `DELETE FROM rescore_jobs WHERE organization_id = $1 AND project_id = $2 AND scoring_version = ${publishedVersion}`,
  );
}
