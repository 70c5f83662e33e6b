import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { lockProject } from '#lib/dashboard/projects/project';
import { findPromptProblems, type PromptDraft } from '#lib/dashboard/prompts/prompt';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

/**
 * Adds prompts to a project, all or none; the same words given twice count once.
 * @throws ServiceError VALIDATION_ERROR with a field `prompts.<index>` for each wrong one
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
  /** Archived before, asked again now. */
  restored: number;
  /** There already; topic, tags and language are left as they were. */
  present: number;
}

/** Inserts prompts in one statement; one that is there already is left, an archived one is asked again. */
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
       RETURNING (xmax = 0) AS fresh
     )
     SELECT count(*) FILTER (WHERE fresh) AS added, count(*) FILTER (WHERE NOT fresh) AS restored FROM written`,
    [organizationId, projectId, JSON.stringify(drafts.map((draft, ordinal) => ({ ordinal, ...draft }))), now],
  );
  const { added = 0, restored = 0 } = rows[0] ?? {};
  return { added, restored, present: drafts.length - added - restored };
}
