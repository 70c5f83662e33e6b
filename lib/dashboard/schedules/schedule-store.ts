import type { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { nextRunAt } from '#lib/dashboard/schedules/next-run-at';
import { type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/context';

/** The schedule of a project, or undefined while it has none. */
export async function getSchedule(
  context: Context,
  { projectId }: { projectId: string },
): Promise<Schedule | undefined> {
  requirePermission(context.actor, 'projects.read');
  const { rows } = await scoped(context, ({ db, organizationId }) =>
    db.$client.query<Schedule>(
      `SELECT ${scheduleColumns} FROM schedules WHERE organization_id = $1 AND project_id = $2
       ORDER BY created_at LIMIT 1`,
      [organizationId, projectId],
    ),
  );
  return rows[0];
}

interface SaveScheduleInput {
  projectId: string;
  schedule: z.input<typeof scheduleSchema>;
  /** The schedule as who changes it saw it, null for none; left out, whatever stands there is replaced. */
  seen?: z.input<typeof scheduleSchema> | null;
}

/**
 * Makes or replaces the schedule of a project and sets its next slot; it has one at most.
 * @throws ServiceError VALIDATION_ERROR with the field `seen` when it no longer is as seen
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
    const { rows } = await db.$client.query<Schedule>(
      `WITH changed AS (
         UPDATE schedules SET engines = $3, countries = $4, samples = $5, cadence = $6, time_zone = $7, hour = $8,
           weekday = $9, next_run_at = $10, enabled = $12, add_ons = $13
         WHERE organization_id = $1 AND project_id = $2 RETURNING *
       ), made AS (
         INSERT INTO schedules (organization_id, project_id, engines, countries, samples, cadence, time_zone, hour,
           weekday, next_run_at, created_at, enabled, add_ons)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 WHERE NOT EXISTS (SELECT 1 FROM changed) RETURNING *
       )
       SELECT ${scheduleColumns} FROM (SELECT * FROM changed UNION ALL SELECT * FROM made) saved LIMIT 1`,
      [
        organizationId,
        projectId,
        draft.engines,
        draft.countries,
        draft.samples,
        draft.cadence,
        draft.timeZone,
        draft.hour,
        draft.weekday,
        draft.enabled ? nextRunAt(draft, clock.now()) : null,
        clock.now(),
        draft.enabled,
        draft.addOns,
      ],
    );
    const saved = rows[0];
    if (!saved) throw new Error('Saving a schedule returned no row.');
    return saved;
  });
}

/** Columns of `schedules` under the names of `Schedule`. */
export const scheduleColumns = `id, project_id AS "projectId", engines, countries, samples, add_ons AS "addOns",
  cadence, time_zone AS "timeZone", hour, weekday, enabled, next_run_at AS "nextRunAt"`;
