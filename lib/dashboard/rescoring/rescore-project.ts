import type { Clock } from '#lib/core/clock';
import { deleteOldScorings, publishScoring } from '#lib/dashboard/rescoring/publish-scoring';
import { rescoreBatch } from '#lib/dashboard/rescoring/rescore-batch';
import { rescoreProjectJob } from '#lib/dashboard/rescoring/start-rescoring';
import type { Database } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { enqueue } from '#lib/queue/jobs';

/**
 * Scores all answers of a project by its present brands into rows of a definition of its own, page by page, shows
 * that definition in place of the old one in one transaction, then removes the old rows. Every page is a
 * transaction, with the place it came to: ended anywhere it goes on there, several at once share the pages, and a
 * further change of brands begins anew. What comes in meanwhile is scored by ingestion (`readDefinitions`).
 * @returns answers scored by this call
 */
export async function rescoreProject(
  context: Context,
  { projectId, signal, answersAtOnce }: { projectId: string; signal?: AbortSignal; answersAtOnce?: number },
): Promise<number> {
  let answers = 0;
  while (!signal?.aborted) {
    const scored = await rescoreBatch(context, { projectId, answersAtOnce });
    if (scored === undefined) break;
    answers += scored;
    if (scored > 0) continue;
    if (await publishScoring(context, projectId)) break;
  }
  if (!signal?.aborted) await deleteOldScorings(context, projectId, signal);
  return answers;
}

/** One that has not moved for so long is nobody's any more. */
const stillMinutes = 1;

/** Has rescore_jobs that stand still taken up again: their worker died, or the try ran out of time. */
export async function resumeRescorings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; projectId: string }>(
    `SELECT organization_id AS "organizationId", project_id AS "projectId" FROM rescore_jobs
     WHERE heartbeat_at < $1::timestamptz - make_interval(mins => $2) ORDER BY heartbeat_at LIMIT 100`,
    [clock.now(), stillMinutes],
  );
  for (const one of rows) await enqueue(db, rescoreProjectJob, one, { key: one.projectId });
}
