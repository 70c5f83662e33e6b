import { z } from 'zod';
import type { Brand } from '#lib/dashboard/projects/brand';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import type { Context } from '#lib/db/context';
import { statement } from '#lib/db/statement';
import { defineJob, definePeriodicJob, enqueue } from '#lib/queue/jobs';

/** The language model that classifies sentences of `:organizationId`; null if none does. */
const selectClassifier = '(SELECT name FROM sentiment_classifiers WHERE organization_id = :organizationId)';

const upsertJob = statement({
  name: 'start-rescoring',
  parameters: {
    organizationId: 'uuid',
    projectId: 'uuid',
    previousBrands: 'jsonb',
    timeZone: 'text?',
    algorithm: 'int4',
    now: 'timestamptz',
  },
  isPrepared: false,
  text: `
    INSERT INTO rescore_jobs AS existing (organization_id, project_id, scoring_version, published_brands, sentiment_classifier,
      scoring_algorithm, time_zone, answer_count, started_at, heartbeat_at)
    SELECT :organizationId, :projectId, scoring_version + 1, :previousBrands, ${selectClassifier}, :algorithm, :timeZone, (
      SELECT coalesce(sum(answered + no_answer + unreadable), 0)::int FROM daily_answers
      WHERE daily_answers.organization_id = :organizationId AND project_id = :projectId
        AND daily_answers.scoring_version = projects.scoring_version
    ), :now, :now
    FROM projects WHERE organization_id = :organizationId AND id = :projectId
      AND EXISTS (SELECT FROM answers WHERE organization_id = :organizationId AND project_id = :projectId)
    ON CONFLICT (organization_id, project_id) DO UPDATE SET
      scoring_version = greatest(existing.scoring_version + 1, excluded.scoring_version),
      -- If a rescoring is running, the published brands are still those from before it.
      published_brands = CASE WHEN existing.scoring_version < excluded.scoring_version THEN excluded.published_brands
                          ELSE existing.published_brands END,
      time_zone = coalesce(excluded.time_zone, existing.time_zone),
      scoring_algorithm = excluded.scoring_algorithm,
      sentiment_classifier = excluded.sentiment_classifier, answer_count = excluded.answer_count, scored_count = 0,
      cursor_requested_at = NULL, cursor_answer_id = NULL,
      started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at`,
});

const applyAtOnce = statement({
  name: 'set-classifier-and-time-zone',
  parameters: { organizationId: 'uuid', projectId: 'uuid', timeZone: 'text?', algorithm: 'int4' },
  isPrepared: false,
  text: `
    UPDATE projects SET sentiment_classifier = ${selectClassifier}, time_zone = coalesce(:timeZone, time_zone),
      scoring_algorithm = :algorithm
    WHERE organization_id = :organizationId AND id = :projectId`,
});

/**
 * Starts or restarts the rescoring of a project, in the transaction that changed its brands, the sentiment classifier or
 * the time zone and under the project's lock, or after an update that changed how answers are scored. A project without
 * answers gets the classifier and the time zone at once.
 * @param previousBrands the brands before the change
 * @param timeZone the time zone of the new version's days; by default, the one that the project has or is about to get
 */
export async function startRescoring(
  { db, clock, organizationId }: Context,
  projectId: string,
  previousBrands: readonly Brand[],
  timeZone: string | null = null,
): Promise<void> {
  const values = { organizationId, projectId, timeZone, algorithm: scoringAlgorithm };
  const jobs = await upsertJob(db, { ...values, previousBrands, now: clock.now() });
  if (jobs === 0) {
    await applyAtOnce(db, values);
    return;
  }
  await enqueue(db, rescoreProjectJob, { organizationId, projectId }, { key: projectId });
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
