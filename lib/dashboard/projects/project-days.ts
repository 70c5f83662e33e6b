import { z } from 'zod';
import { isNamedTimeZone, type WithTimeZone } from '#lib/core/days';
import { isUuid } from '#lib/core/text';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { projects } from '#lib/db/schema/projects';

/** A time zone of a project, in the input of operations. */
export const timeZoneSchema = z
  .string('Choose a time zone such as Europe/Berlin.')
  .max(64, 'Choose a time zone such as Europe/Berlin.')
  .refine(isNamedTimeZone, 'Choose a time zone such as Europe/Berlin.')
  .describe('The IANA name of a time zone, such as Europe/Berlin.');

/** A project with the time zone of its days. */
export interface ProjectDays extends WithTimeZone {
  id: string;
}

/**
 * Reads the time zone of a project's days without checking a permission. It is UTC for a project that does not exist, so
 * that the caller's own query reports that.
 */
export async function readProjectDays(context: Context, projectId: string): Promise<ProjectDays> {
  if (!isUuid(projectId)) return { id: projectId, timeZone: 'UTC' };
  const [row] = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ timeZone: projects.timeZone })
      .from(projects)
      .where(hasValues(projects, { organizationId, id: projectId })),
  );
  return { id: projectId, timeZone: row?.timeZone ?? 'UTC' };
}
