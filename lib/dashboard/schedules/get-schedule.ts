import { requirePermission } from '#lib/core/permissions';
import { scheduleColumns } from '#lib/dashboard/schedules/read-schedule';
import type { Schedule } from '#lib/dashboard/schedules/schedule';
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
