import { and, asc, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Clock } from '#lib/core/time';
import { startRun } from '#lib/dashboard/runs/run-store';
import { nextRunAt } from '#lib/dashboard/schedules/schedule';
import { type Database, transaction } from '#lib/db/client';
import { schedules } from '#lib/db/schema/runs';
import { defineJob } from '#lib/queue/jobs';

/** Starts the runs of schedules that are due; runs every minute. */
export const runDueSchedulesJob = defineJob({
  name: 'run-due-schedules',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
});

/**
 * Starts one run for each schedule that is due and computes its next run. Missed runs are not repeated. Each schedule
 * has its own transaction and row lock, so that concurrent calls start each run once.
 * @returns runs started
 */
export async function runDueSchedules({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  let started = 0;
  for (;;) {
    const outcome = await transaction(db, (tx) => runNextDue(tx, clock));
    if (outcome === 'none') return started;
    if (outcome === 'started') started += 1;
  }
}

async function runNextDue(tx: Database, clock: Clock): Promise<'none' | 'started' | 'skipped'> {
  const now = clock.now();
  const [due] = await tx
    .select()
    .from(schedules)
    .where(and(schedules.enabled, lte(schedules.nextRunAt, now)))
    .orderBy(asc(schedules.nextRunAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!due?.nextRunAt) return 'none';
  const { organizationId, projectId, id: scheduleId, engines, countries, samples, addOns } = due;
  await tx
    .update(schedules)
    .set({ nextRunAt: nextRunAt(due, now) })
    .where(and(eq(schedules.organizationId, organizationId), eq(schedules.id, scheduleId)));
  await tx.$client.query('SAVEPOINT start_run');
  try {
    const options = { engines, countries, samples, addOns, requestedAt: due.nextRunAt, scheduleId };
    const run = await startRun(
      { db: tx, clock, organizationId, actor: { kind: 'operator' } },
      { projectId, kind: 'scheduled', ...options },
    );
    return run ? 'started' : 'skipped';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') throw error;
    // There may be no active prompts. The schedule continues with its next run.
    await tx.$client.query('ROLLBACK TO SAVEPOINT start_run');
    log.info({ organizationId, scheduleId, reason: describeError(error) }, 'scheduled run skipped');
    return 'skipped';
  }
}
