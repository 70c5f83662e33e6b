import { and, between, eq, sql } from 'drizzle-orm';
import { requirePermission } from '#lib/core/permissions';
import { listDays, type Period } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { projects } from '#lib/db/schema/projects';
import { projectUsageDaily } from '#lib/db/schema/runs';

/** The credits charged for the runs of one project, per day of the period. */
export interface ProjectUsage {
  projectId: string;
  /** Null if the project was deleted. */
  name: string | null;
  credits: number[];
}

/**
 * Returns the credits charged for runs, by project and the UTC day on which their answers were received.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listProjectUsage(context: Context, { from, to }: Period): Promise<ProjectUsage[]> {
  requirePermission(context.actor, 'usage.read');
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({
        projectId: projectUsageDaily.projectId,
        name: sql<string | null>`${projects.name}`,
        day: projectUsageDaily.day,
        credits: projectUsageDaily.credits,
      })
      .from(projectUsageDaily)
      .leftJoin(
        projects,
        and(eq(projects.organizationId, organizationId), eq(projects.id, projectUsageDaily.projectId)),
      )
      .where(
        and(eq(projectUsageDaily.organizationId, organizationId), between(projectUsageDaily.day, from, to)),
      ),
  );
  const days = listDays(from, to);
  return [...Map.groupBy(rows, ({ projectId }) => projectId)].map(([projectId, projectRows]) => {
    const byDay = new Map(projectRows.map(({ day, credits }) => [day, credits]));
    const credits = days.map((day) => byDay.get(day) ?? 0);
    return { projectId, name: projectRows[0]?.name ?? null, credits };
  });
}
