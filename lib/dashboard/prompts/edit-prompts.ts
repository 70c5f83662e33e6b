import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import { findPromptProblems, type PromptDraft } from '#lib/dashboard/prompts/prompt';
import { type Context, type Database, scoped } from '#lib/db/client';

/**
 * Adds prompts to a project, all or none. Duplicates are added once.
 * @throws ServiceError VALIDATION_ERROR with a field `prompts.<index>` for each invalid prompt
 */
export async function addPrompts(
  context: Context,
  {
    projectId,
    prompts,
  }: { projectId: string; prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[] },
): Promise<InsertedPrompts> {
  requirePermission(context.actor, 'projects.edit');
  const drafts = prompts.map(({ text, topic = '', tags = [], language = 'en' }) => ({
    text: text.trim(),
    topic: topic.trim(),
    tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    language: language.trim() || 'en',
  }));
  const fields = drafts.flatMap((draft, index) =>
    findPromptProblems(draft).map((message) => ({ field: `prompts.${index}`, message })),
  );
  if (fields.length > 0) throw new ServiceError('VALIDATION_ERROR', { message: fields[0]?.message, fields });
  const distinct = [...new Map(drafts.map((draft) => [draft.text, draft])).values()];
  return scoped(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    return insertPrompts(db, { organizationId, projectId, now: clock.now() }, distinct);
  });
}

export interface InsertedPrompts {
  added: number;
  /** Archived prompts that are active again. */
  restored: number;
  /** Prompts that exist already; they are unchanged. */
  present: number;
}

/** Inserts prompts in one statement. Archived prompts are restored; existing ones are unchanged. */
export async function insertPrompts(
  db: Database,
  { organizationId, projectId, now }: { organizationId: string; projectId: string; now: Date },
  drafts: readonly PromptDraft[],
): Promise<InsertedPrompts> {
  const { rows } = await db.$client.query<{ added: number; restored: number }>(
    `WITH given AS (
       SELECT * FROM json_to_recordset($3::json)
         AS given (ordinal int, text text, topic text, tags text[], language text)
     ), written AS (
       INSERT INTO prompts (organization_id, project_id, text, topic, tags, language, created_at)
       SELECT $1, $2, text, topic, tags, language, $4::timestamptz + ordinal * interval '1 microsecond' FROM given
       ORDER BY ordinal
       ON CONFLICT (organization_id, project_id, md5(text)) DO UPDATE
         SET archived_at = NULL, topic = excluded.topic, tags = excluded.tags, language = excluded.language
         WHERE prompts.archived_at IS NOT NULL
       RETURNING (xmax = 0) AS inserted
     )
     SELECT count(*) FILTER (WHERE inserted) AS added, count(*) FILTER (WHERE NOT inserted) AS restored FROM written`,
    [organizationId, projectId, JSON.stringify(drafts.map((draft, ordinal) => ({ ordinal, ...draft }))), now],
  );
  const { added = 0, restored = 0 } = rows[0] ?? {};
  return { added, restored, present: drafts.length - added - restored };
}

const inputSchema = z.object({
  projectId: z.guid(),
  promptIds: z.array(z.guid()).min(1, 'Choose at least one prompt.').max(10_000),
  /** The new topic; '' for none, undefined to keep it. */
  topic: singleLineSchema({}).optional(),
  /** Tags to add. */
  tags: z
    .array(singleLineSchema({ required: 'Leave out empty tags.' }))
    .max(20, 'Add at most 20 tags at once.')
    .default([]),
  /** Tags to remove. */
  without: z.array(z.string().refine(isStorableText, 'No prompt has such a tag.')).max(1000).default([]),
});
export type MovePromptsInput = z.input<typeof inputSchema>;

/**
 * Sets the topic of prompts, and adds and removes tags.
 * @returns the number of prompts
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
 * Archives prompts: they no longer run, and their answers stay.
 * @returns the number of prompts archived by this call
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
