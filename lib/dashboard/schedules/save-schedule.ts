import type { z } from 'zod';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { nextRunAt } from '#lib/dashboard/schedules/next-run-at';
import { scheduleColumns } from '#lib/dashboard/schedules/read-schedule';
import { type Schedule, scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { type Context, scoped } from '#lib/database/context';

/** Makes or replaces the schedule of a project and sets its next slot; it has one at most. */
export async function saveSchedule(
  context: Context,
  { projectId, schedule }: { projectId: string; schedule: z.input<typeof scheduleSchema> },
): Promise<Schedule> {
  requirePermission(context.actor, 'projects.edit');
  const draft = parseInput(scheduleSchema, schedule);
  return scoped(context, async ({ connection, organizationId, clock }) => {
    await lockProject(connection, organizationId, projectId);
    const { rows } = await connection.query<Schedule>(
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
