import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, scoped } from '#lib/db/context';

const inputSchema = z.object({
  projectId: z.guid(),
  promptIds: z.array(z.guid()).min(1, 'Choose at least one prompt.').max(10_000),
  /** The new topic; '' for none. The old one stays when left out. */
  topic: singleLineSchema({}).optional(),
  /** Tags put on beside those that are there. */
  tags: z
    .array(singleLineSchema({ required: 'Leave out empty tags.' }))
    .max(20, 'Put on at most 20 tags at once.')
    .default([]),
  /** Tags taken off, but for those put on. */
  without: z.array(z.string().refine(isStorableText, 'No prompt has such a tag.')).max(1000).default([]),
});
export type MovePromptsInput = z.input<typeof inputSchema>;

/**
 * Files prompts under a topic, puts tags on them and takes some off; their words and answers stay as they are.
 * @returns how many there were
 * @throws ServiceError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS
 */
export async function movePrompts(context: Context, input: MovePromptsInput): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  const { projectId, promptIds, topic, tags, without } = parseInput(inputSchema, input);
  return scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rowCount } = await db.$client.query(
      `UPDATE prompts SET topic = coalesce($4, topic),
         tags = ARRAY(SELECT tag FROM unnest(tags) tag WHERE tag <> ALL ($6::text[])
           UNION SELECT unnest($5::text[]) ORDER BY tag)
       WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`,
      [organizationId, projectId, promptIds, topic ?? null, tags, without],
    );
    return rowCount ?? 0;
  });
}

/**
 * Stops asking prompts; their answers stay.
 * @returns how many were archived now
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function archivePrompts(
  context: Context,
  { projectId, promptIds }: { projectId: string; promptIds: string[] },
): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const { rowCount } = await db.$client.query(
      `UPDATE prompts SET archived_at = $4
       WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[]) AND archived_at IS NULL`,
      [organizationId, projectId, promptIds.filter(isUuid), clock.now()],
    );
    return rowCount ?? 0;
  });
}
