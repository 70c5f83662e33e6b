import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import type { Brand } from '#lib/dashboard/projects/brand';
import { type Context, withOrganization } from '#lib/db/client';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

/** The language model that classifies sentences of the organization `$1`; null for the built-in word list. */
const selectClassifier = '(SELECT name FROM sentiment_classifiers WHERE organization_id = $1)';

const upsertRescoreJob = `
  INSERT INTO rescore_jobs AS existing (organization_id, project_id, scoring_version, published_brands, sentiment_classifier,
    answer_count, started_at, heartbeat_at)
  SELECT $1, $2, scoring_version + 1, $3::jsonb, ${selectClassifier}, (
    SELECT coalesce(sum(answered + no_answer + unreadable), 0)::int FROM daily_answers
    WHERE daily_answers.organization_id = $1 AND project_id = $2
      AND daily_answers.scoring_version = projects.scoring_version
  ), $4, $4
  FROM projects WHERE organization_id = $1 AND id = $2
    AND EXISTS (SELECT FROM answers WHERE organization_id = $1 AND project_id = $2)
  ON CONFLICT (organization_id, project_id) DO UPDATE SET
    scoring_version = greatest(existing.scoring_version + 1, excluded.scoring_version),
    -- If a rescoring is running, the published brands are still those from before it.
    published_brands = CASE WHEN existing.scoring_version < excluded.scoring_version THEN excluded.published_brands
                        ELSE existing.published_brands END,
    sentiment_classifier = excluded.sentiment_classifier, answer_count = excluded.answer_count, scored_count = 0, cursor_requested_at = NULL, cursor_answer_id = NULL,
    started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at`;

/**
 * Starts or restarts the rescoring of a project, in the transaction that changed its brands or the sentiment
 * classifier and under the project's lock. For a project without answers, only the classifier is stored.
 * @param previousBrands the brands before the change
 */
export async function startRescoring(
  { db, clock, organizationId }: Context,
  projectId: string,
  previousBrands: readonly Brand[],
): Promise<void> {
  const { rowCount } = await db.$client.query(upsertRescoreJob, [
    organizationId,
    projectId,
    JSON.stringify(previousBrands),
    clock.now(),
  ]);
  if (rowCount === 0) {
    await db.$client.query(
      `UPDATE projects SET sentiment_classifier = ${selectClassifier} WHERE organization_id = $1 AND id = $2`,
      [organizationId, projectId],
    );
    return;
  }
  await enqueue(db, rescoreProjectJob, { organizationId, projectId }, { key: projectId });
}

/** The progress of a rescoring, in answers. */
export interface RescoringProgress {
  done: number;
  total: number;
  startedAt: Date;
}

/** Returns the progress of a project's rescoring; undefined if there is none. */
export async function getRescoringProgress(
  context: Context,
  { projectId }: { projectId: string },
): Promise<RescoringProgress | undefined> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return undefined;
  return withOrganization(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<RescoringProgress>({
      name: 'rescoring-progress',
      text: `SELECT least(scored_count, answer_count) AS done, answer_count AS total, started_at AS "startedAt" FROM rescore_jobs
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescore_jobs.organization_id = $1 AND project_id = $2
               AND rescore_jobs.scoring_version > projects.scoring_version`,
      values: [organizationId, projectId],
    });
    return rows[0];
  });
}

/** Rescores all answers of a project. It has few retries, because `resumeRescoringsJob` resumes it anyway. */
export const rescoreProjectJob = defineJob({
  name: 'rescore-project',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  policy: 'short',
  retries: 2,
  expireSeconds: 15 * 60,
});

/** Resumes stalled rescorings; runs every minute. */
export const resumeRescoringsJob = definePeriodicJob('resume-rescorings');
