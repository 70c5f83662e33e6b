import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { requirePermission } from '#lib/core/permissions';
import type { Clock } from '#lib/core/time';
import { parseInput } from '#lib/core/validation';
import { lockProject, requireUnchanged } from '#lib/dashboard/projects/project';
import { startRun } from '#lib/dashboard/runs/run-store';
import { computeNextRun, type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { type Context, type Database, hasValues, transaction, withOrganization } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { schedules } from '#lib/db/schema/runs';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Returns the schedule of a project; undefined if it has none. */
export async function getSchedule(
  context: Context,
  { projectId }: { projectId: string },
): Promise<Schedule | undefined> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, async ({ db, organizationId }) => {
    const [schedule] = await db
      .select()
      .from(schedules)
      .where(hasValues(schedules, { organizationId, projectId }));
    return schedule;
  });
}

interface SaveScheduleInput {
  projectId: string;
  schedule: z.input<typeof scheduleSchema>;
  /** The schedule that the form showed; null if there was none. If undefined, newer edits are overwritten. */
  original?: z.input<typeof scheduleSchema> | null;
}

/**
 * Creates or replaces the schedule of a project and computes its next run.
 * @throws ServiceError VALIDATION_ERROR, with the field `original` if the stored schedule differs from `original`
 */
export async function saveSchedule(
  context: Context,
  { projectId, schedule, original }: SaveScheduleInput,
): Promise<Schedule> {
  requirePermission(context.actor, 'projects.edit');
  const draft = parseInput(scheduleSchema, schedule);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    if (original !== undefined) {
      const stored = (await getSchedule(tx, { projectId })) ?? null;
      requireUnchanged(scheduleSchema.nullable(), { name: 'The schedule', original, stored });
    }
    const values = { ...draft, nextRunAt: draft.enabled ? computeNextRun(draft, clock.now()) : null };
    const [saved] = await db
      .insert(schedules)
      .values({ organizationId, projectId, createdAt: clock.now(), ...values })
      .onConflictDoUpdate({ target: [schedules.organizationId, schedules.projectId], set: values })
      .returning();
    if (!saved) throw new Error('Saving a schedule returned no row.');
    return saved;
  });
}

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
  await tx.$client.query('SAVEPOINT start_run');
  try {
    const options = { engines, countries, samples, addOns, requestedAt: due.nextRunAt, scheduleId };
    const run = await startRun(
      { db: tx, clock, organizationId, actor: { kind: 'operator' } },
      { projectId, kind: 'scheduled', ...options },
    );
    return run ? 'started' : 'skipped';
  } catch (error) {
    if (!(error instanceof ServiceError) || !skippableCodes.includes(error.code)) throw error;
    // There may be no active prompts, or too many unfinished runs. The schedule continues with its next run.
    await tx.$client.query('ROLLBACK TO SAVEPOINT start_run');
    log.info({ organizationId, scheduleId, reason: describeError(error) }, 'scheduled run skipped');
    return 'skipped';
  }
}
