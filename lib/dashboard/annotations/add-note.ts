import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { type NoteInput, noteInputSchema } from '#lib/dashboard/annotations/note-input';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type Context, scoped } from '#lib/db/context';

/** Writes a note on a day of a project. @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function addNote(
  context: Context,
  { projectId, note }: { projectId: string; note: NoteInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'projects.edit');
  const { day, text } = parseInput(noteInputSchema, note);
  return scoped(context, async ({ db, organizationId, actor, clock }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_by, created_at)
       VALUES ($1, $2, $3, 'note', $4, $5, $6) RETURNING id`,
      [organizationId, projectId, day, text, actor.kind === 'member' ? actor.userId : null, clock.now()],
    );
    return { id: rows[0]?.id ?? '' };
  });
}
