import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Clock } from '#lib/core/time';
import { startRun } from '#lib/dashboard/runs/run-store';
import { computeNextRun } from '#lib/dashboard/schedules/next-run';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withSavepoint } from '#lib/db/savepoint';
import { organizations } from '#lib/db/schema/organizations';
import { schedules } from '#lib/db/schema/runs';
import { transaction } from '#lib/db/transaction';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Starts the runs of schedules that are due; runs every minute. */
export const runDueSchedulesJob = definePeriodicJob('run-due-schedules');

/** Maximum number of due schedules that are read at once. */
const maxDue = 500;

/**
 * Starts one run for each schedule that is due and computes its next run. If several runs were missed, only
 * the first is started. Each schedule has its own transaction and row lock, so that concurrent calls start each run once.
 * @returns the number of runs started
 */
export async function runDueSchedules({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  let started = 0;
  for (;;) {
    const due = await listDueSchedules(db, clock.now());
    let handled = 0;
    for (const key of due) {
      const outcome = await transaction(db, (tx) => startRunIfDue(tx, clock, key));
      if (outcome !== 'taken') handled += 1;
      if (outcome === 'started') started += 1;
    }
    if (handled === 0 || due.length < maxDue) return started;
  }
}

interface ScheduleKey {
  organizationId: string;
  id: string;
}

/** Lists schedules that are due, the most overdue first. Organizations that are scheduled for deletion start no runs. */
function listDueSchedules(db: Database, now: Date): Promise<ScheduleKey[]> {
  return db
    .select({ organizationId: schedules.organizationId, id: schedules.id })
    .from(schedules)
    .innerJoin(organizations, eq(organizations.id, schedules.organizationId))
    .where(and(schedules.enabled, lte(schedules.nextRunAt, now), isNull(organizations.deletesAt)))
    .orderBy(asc(schedules.nextRunAt))
    .limit(maxDue);
}

/** Errors for which a scheduled run is skipped. */
const skippableCodes: readonly string[] = ['VALIDATION_ERROR', 'QUEUE_LIMIT_EXCEEDED'];

/** Starts the run of a schedule that is due. @returns `taken` if another process handles it, or it is no longer due */
async function startRunIfDue(
  tx: Database,
  clock: Clock,
  key: ScheduleKey,
): Promise<'taken' | 'started' | 'skipped'> {
  const now = clock.now();
  const [due] = await tx
    .select()
    .from(schedules)
    .where(and(hasValues(schedules, { ...key, enabled: true }), lte(schedules.nextRunAt, now)))
    .for('update', { skipLocked: true });
  if (!due?.nextRunAt) return 'taken';
  const { organizationId, projectId, id: scheduleId, engines, countries, samples, addOns } = due;
  await tx
    .update(schedules)
    .set({ nextRunAt: computeNextRun(due, now) })
    .where(hasValues(schedules, { organizationId, id: scheduleId }));
  try {
    const options = { engines, countries, samples, addOns, requestedAt: due.nextRunAt, scheduleId };
    const context: Context = { db: tx, clock, organizationId, actor: { kind: 'operator' } };
    const run = await withSavepoint(tx, () =>
      startRun(context, { projectId, kind: 'scheduled', ...options }),
    );
    return run ? 'started' : 'skipped';
  } catch (error) {
    if (!(error instanceof ServiceError) || !skippableCodes.includes(error.code)) throw error;
    // There may be no active prompts, or too many unfinished runs. The schedule continues with its next run.
    log.info({ organizationId, scheduleId, reason: describeError(error) }, 'scheduled run skipped');
    return 'skipped';
  }
}
