import { z } from 'zod';
import { originalSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema, requireUnchanged } from '#lib/dashboard/projects/project';
import { getSchedule, storedScheduleSchema } from '#lib/dashboard/schedules/get-schedule';
import { computeNextRun } from '#lib/dashboard/schedules/next-run';
import { type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { compareValues } from '#lib/db/audit-log';
import { schedules } from '#lib/db/schema/runs';
import { defineOperation } from '#lib/operations/define-operation';

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
