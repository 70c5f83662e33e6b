import { z } from 'zod';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database } from '#lib/db/client';
import { defineJob, enqueue } from '#lib/queue/jobs';

/** Ingests everything in the webhook inbox; runs every minute and after each delivery. */
export const ingestAnswersJob = defineJob({
  name: 'ingest-answers',
  schema: z.object({}),
  policy: 'short',
  retries: 2,
  expireSeconds: 10 * 60,
});

/** Polls tasks whose webhook never arrived and resumes sending; runs every minute. */
export const reconcileRunsJob = defineJob({
  name: 'reconcile-runs',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
  expireSeconds: 5 * 60,
});

/**
 * Enqueues the ingest job. Thousands of deliveries make few jobs, since only one is queued at a time. A failure only
 * delays ingestion until the next scheduled job.
 */
export async function enqueueIngest(db: Database): Promise<void> {
  try {
    await enqueue(db, ingestAnswersJob, {});
  } catch (error) {
    log.warn(
      { error: describeError(error) },
      'enqueue of ingest job failed; the next scheduled job will ingest',
    );
  }
}
