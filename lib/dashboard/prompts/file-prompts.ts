import { z } from 'zod';
import { oneLine } from '#lib/core/one-line';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { type Context, scoped } from '#lib/database/context';

const inputSchema = z.object({
  projectId: z.guid(),
  promptIds: z.array(z.guid()).min(1, 'Choose at least one prompt.').max(10_000),
  /** The new topic; '' for none. The old one stays when left out. */
  topic: oneLine({}).optional(),
  /** Tags put on beside those that are there. */
  tags: z
    .array(oneLine({ empty: 'Leave out empty tags.' }))
    .max(20, 'Put on at most 20 tags at once.')
    .default([]),
});
export type FilePromptsInput = z.input<typeof inputSchema>;

/**
 * Files prompts under a topic and puts tags on them; their words and answers stay as they are.
 * @returns how many there were
 * @throws ServiceError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS
 */
export async function filePrompts(context: Context, input: FilePromptsInput): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  const { projectId, promptIds, topic, tags } = parseInput(inputSchema, input);
  return scoped(context, async ({ connection, organizationId }) => {
    await lockProject(connection, organizationId, projectId);
    const { rowCount } = await connection.query(
      `UPDATE prompts SET topic = coalesce($4, topic),
         tags = ARRAY(SELECT DISTINCT tag FROM unnest(tags || $5::text[]) tag ORDER BY tag)
       WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`,
      [organizationId, projectId, promptIds, topic ?? null, tags],
    );
    return rowCount ?? 0;
  });
}
