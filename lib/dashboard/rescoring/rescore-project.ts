import type { Clock } from '#lib/core/clock';
import { deleteOldScorings, publishScoring } from '#lib/dashboard/rescoring/publish-scoring';
import { rescoreBatch } from '#lib/dashboard/rescoring/rescore-batch';
import { rescoreProjectJob } from '#lib/dashboard/rescoring/start-rescoring';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';
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
