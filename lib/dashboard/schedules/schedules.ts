import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { engines } from '#lib/contract/engines';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { isUuid } from '#lib/core/text';
import type { Clock } from '#lib/core/time';
import { lookupIdSchema, originalSchema, timeSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema, requireUnchanged } from '#lib/dashboard/projects/project';
import { startRun } from '#lib/dashboard/runs/run-store';
import { cadences, computeNextRun, type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { compareValues } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withSavepoint } from '#lib/db/savepoint';
import { organizations } from '#lib/db/schema/organizations';
import { schedules } from '#lib/db/schema/runs';
import { transaction } from '#lib/db/transaction';
import { defineOperation } from '#lib/operations/define-operation';
import { definePeriodicJob } from '#lib/queue/jobs';

const storedScheduleSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  engines: z.array(z.enum(engines)),
  countries: z.array(z.string()),
  samples: z.number(),
  addOns: z.boolean(),
  cadence: z.enum(cadences),
  timeZone: z.string(),
  hour: z.number(),
  weekday: z.number(),
  enabled: z.boolean(),
  nextRunAt: timeSchema.nullable().describe('Null while it is paused.'),
}) satisfies z.ZodType<Schedule>;

export const getSchedule = defineOperation({
  name: 'schedules.get',
  title: 'Get the schedule of a project',
  description: 'Returns the schedule of a project; null if it has none.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: storedScheduleSchema.nullable(),
  async run({ db, organizationId }, { projectId }): Promise<Schedule | null> {
    if (!isUuid(projectId)) return null;
    const [schedule] = await db
      .select()
      .from(schedules)
      .where(hasValues(schedules, { organizationId, projectId }));
    return schedule ?? null;
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `original` if the stored schedule differs from it */
export const saveSchedule = defineOperation({
  name: 'schedules.save',
  title: 'Save the schedule of a project',
  description:
    'Creates or replaces the schedule of a project and computes its next run. An enabled schedule starts runs, which spend credits; a paused one keeps its settings and starts none.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    ...scheduleSchema.shape,
    original: originalSchema<z.input<typeof scheduleSchema>>()
      .nullable()
      .describe('The schedule as a form showed it; null if there was none.'),
  }),
  output: storedScheduleSchema,
  audit: ['schedule.changed'],
  async run(context, { projectId, original, ...draft }): Promise<Schedule> {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    const stored = await getSchedule(context, { projectId });
    if (original !== undefined) {
      requireUnchanged(scheduleSchema.nullable(), { name: 'The schedule', original, stored });
    }
    const values = { ...draft, nextRunAt: draft.enabled ? computeNextRun(draft, clock.now()) : null };
    const [saved] = await db
      .insert(schedules)
      .values({ organizationId, projectId, createdAt: clock.now(), ...values })
      .onConflictDoUpdate({ target: [schedules.organizationId, schedules.projectId], set: values })
      .returning();
    if (!saved) throw new Error('Saving a schedule returned no row.');
    const change = compareValues({ ...stored }, draft);
    if (change) await context.audit(change);
    return saved;
  },
});

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
