import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { nextRunAt, type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/client';
import { schedules } from '#lib/db/schema/runs';

/** Returns the schedule of a project; undefined if it has none. */
export async function getSchedule(
  context: Context,
  { projectId }: { projectId: string },
): Promise<Schedule | undefined> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const [schedule] = await db
      .select()
      .from(schedules)
      .where(and(eq(schedules.organizationId, organizationId), eq(schedules.projectId, projectId)));
    return schedule;
  });
}

interface SaveScheduleInput {
  projectId: string;
  schedule: z.input<typeof scheduleSchema>;
  /** The schedule that the form showed, null for none; undefined overwrites any. */
  seen?: z.input<typeof scheduleSchema> | null;
}

/**
 * Creates or replaces the schedule of a project and computes its next run.
 * @throws ServiceError VALIDATION_ERROR, with the field `seen` if the schedule is not as seen
 */
export async function saveSchedule(
  context: Context,
  { projectId, schedule, seen }: SaveScheduleInput,
): Promise<Schedule> {
  requirePermission(context.actor, 'projects.edit');
  const draft = parseInput(scheduleSchema, schedule);
  return scoped(context, async (inside) => {
    const { db, organizationId, clock } = inside;
    await lockProject(db, organizationId, projectId);
    if (seen !== undefined) {
      const stored = (await getSchedule(inside, { projectId })) ?? null;
      requireUnchanged(scheduleSchema.nullable(), { name: 'The schedule', seen, stored });
    }
    const values = { ...draft, nextRunAt: draft.enabled ? nextRunAt(draft, clock.now()) : null };
    const [saved] = await db
      .insert(schedules)
      .values({ organizationId, projectId, createdAt: clock.now(), ...values })
      .onConflictDoUpdate({ target: [schedules.organizationId, schedules.projectId], set: values })
      .returning();
    if (!saved) throw new Error('Saving a schedule returned no row.');
    return saved;
  });
}
