import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { csvSchema, parseInput, singleLineSchema } from '#lib/core/validation';
import { lockProject, projectNotFound } from '#lib/dashboard/projects/project';
import {
  type ParsedPrompt,
  type ParsedPrompts,
  type ParseOptions,
  parseOptionsSchema,
  parsePromptsCsv,
} from '#lib/dashboard/prompts/parse-prompts-csv';
import {
  cleanTags,
  findPromptErrors,
  type PromptDraft,
  type PromptInput,
} from '#lib/dashboard/prompts/prompt';
import { type Context, type Database, hasValues, withOrganization } from '#lib/db/client';
import { prompts } from '#lib/db/schema/projects';

const textSchema = z.string('Each prompt must be text.');
const addedSchema = z.object({
  prompts: z
    .array(
      z.object(
        {
          text: textSchema,
          topic: textSchema.default(''),
          tags: z.array(textSchema, 'Tags must be a list.').default([]),
          language: textSchema.default('en'),
        },
        'Each prompt must be text.',
      ),
      'Add at least one prompt.',
    )
    .max(10_000, 'Add at most 10,000 prompts at once.'),
});
const promptIdsSchema = z.array(z.unknown(), 'Choose at least one prompt.').max(10_000);

/**
 * Adds prompts to a project, all or none. Duplicates are added once.
 * @throws ServiceError VALIDATION_ERROR with a field `prompts.<index>` for each invalid prompt
 */
export async function addPrompts(
  context: Context,
  { projectId, prompts: added }: { projectId: string; prompts: PromptInput[] },
): Promise<InsertedPrompts> {
  requirePermission(context.actor, 'projects.edit');
  const drafts = parseInput(addedSchema, { prompts: added }).prompts.map(
    ({ text, topic, tags, language }) => ({
      text: text.trim(),
      topic: topic.trim(),
      tags: cleanTags(tags),
      language: language.trim() || 'en',
    }),
  );
  const fields = drafts.flatMap((draft, index) =>
    findPromptErrors(draft).map((message) => ({ field: `prompts.${index}`, message })),
  );
  if (fields.length > 0) throw new ServiceError('VALIDATION_ERROR', { message: fields[0]?.message, fields });
  const distinct = [...new Map(drafts.map((draft) => [draft.text, draft])).values()];
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    return insertPrompts(db, { organizationId, projectId, now: clock.now() }, distinct);
  });
}

export interface InsertedPrompts {
  added: number;
  /** Archived prompts that are active again. */
  restored: number;
  /** Prompts that exist already; they are unchanged. */
  existing: number;
}

/** Inserts prompts in one statement. Archived prompts are restored; existing ones are unchanged. */
async function insertPrompts(
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
  return { added, restored, existing: drafts.length - added - restored };
}

const inputSchema = z.object({
  projectId: z.guid(),
  promptIds: z.array(z.guid()).min(1, 'Choose at least one prompt.').max(10_000),
  /** The new topic; '' for none, undefined to keep it. */
  topic: singleLineSchema({}).optional(),
  /** Tags to add. */
  tags: z
    .array(singleLineSchema({ required: 'Remove empty tags.' }))
    .max(20, 'Add at most 20 tags at once.')
    .default([]),
  /** Tags to remove. */
  removedTags: z.array(z.string().refine(isStorableText, 'No prompt has this tag.')).max(1000).default([]),
});
export type UpdatePromptsInput = z.input<typeof inputSchema>;

/**
 * Sets the topic of prompts, and adds and removes tags.
 * @returns the number of prompts that were updated
 * @throws ServiceError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS
 */
export async function updatePrompts(context: Context, input: UpdatePromptsInput): Promise<number> {
  requirePermission(context.actor, 'projects.edit');
  const { projectId, promptIds, topic, tags, removedTags } = parseInput(inputSchema, input);
  return withOrganization(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const remaining = sql`SELECT tag FROM unnest(${prompts.tags}) tag WHERE tag <> ALL (${sql.param(removedTags)}::text[])`;
    const { rowCount } = await db
      .update(prompts)
      .set({
        ...(topic === undefined ? {} : { topic }),
        tags: sql`ARRAY(${remaining} UNION SELECT unnest(${sql.param(tags)}::text[]) ORDER BY tag)`,
      })
      .where(and(hasValues(prompts, { organizationId, projectId }), inArray(prompts.id, promptIds)));
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
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const isActive = hasValues(prompts, { organizationId, projectId, archivedAt: null });
    const { rowCount } = await db
      .update(prompts)
      .set({ archivedAt: clock.now() })
      .where(and(isActive, inArray(prompts.id, parseInput(promptIdsSchema, promptIds).filter(isUuid))));
    return rowCount ?? 0;
  });
}

const rewordingSchema = z.object({ projectId: z.guid(), promptId: z.guid(), text: z.string().trim() });

/**
 * Replaces an active prompt with one that has another wording and the same topic, tags and language. The old one is archived
 * with its answers, because metrics never mix two wordings.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND, INSUFFICIENT_PERMISSIONS
 */
export async function rewordPrompt(context: Context, input: z.input<typeof rewordingSchema>): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  const { projectId, promptId, text } = parseInput(rewordingSchema, input);
  await withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const now = clock.now();
    const [prompt] = await db
      .update(prompts)
      .set({ archivedAt: now })
      .where(hasValues(prompts, { organizationId, projectId, id: promptId, archivedAt: null }))
      .returning();
    if (!prompt) throw notFound('Prompt not found. It may have been archived.');
    const { topic, tags, language } = prompt;
    const [error] = findPromptErrors({ text, topic, tags, language });
    if (error) throw invalidField('text', error);
    if (text === prompt.text) throw invalidField('text', 'The wording is unchanged. Edit it.');
    const { existing } = await insertPrompts(db, { organizationId, projectId, now }, [
      { text, topic, tags, language },
    ]);
    if (existing > 0) throw invalidField('text', 'The project already has this prompt. Use another wording.');
  });
}

export interface ImportResult extends InsertedPrompts {
  /** The number of invalid lines, which were not imported. */
  skippedLines: number;
}

interface ImportInput {
  projectId: string;
  csv: string;
  options?: ParseOptions | undefined;
}

/**
 * Imports the valid lines of a CSV of prompts. Existing prompts stay unchanged.
 * @param options see `parsePromptsCsv`
 * @throws ServiceError VALIDATION_ERROR with a field `line <n>` for each invalid line if no line is valid
 */
export async function importPrompts(
  context: Context,
  { projectId, csv, options }: ImportInput,
): Promise<ImportResult> {
  requirePermission(context.actor, 'projects.edit');
  const { prompts: drafts, errors } = parsePromptsCsv(
    parseInput(csvSchema, csv),
    parseInput(parseOptionsSchema, options),
  );
  if (drafts.length === 0) {
    throw new ServiceError('VALIDATION_ERROR', {
      message: 'No line of the file can be imported. Correct the file and try again.',
      fields: errors.map(({ line, message }) => ({ field: `line ${line}`, message })),
    });
  }
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const inserted = await insertPrompts(db, { organizationId, projectId, now: clock.now() }, drafts);
    return { ...inserted, skippedLines: errors.length };
  });
}

/** Maximum number of prompts that a preview lists. */
const maxPreviewedPrompts = 50;

export interface ImportPreview extends Omit<ParsedPrompts, 'prompts'> {
  /** The first 50. If a prompt `exists` in the project already, the import leaves it unchanged. */
  prompts: (ParsedPrompt & { exists: boolean })[];
  /** Number of valid lines. */
  validCount: number;
  /** Number of valid lines whose prompts exist in the project already. */
  existingCount: number;
}

/**
 * Previews the import of a CSV without changes.
 * @param options see `parsePromptsCsv`
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function previewImport(
  context: Context,
  { projectId, csv, options }: ImportInput,
): Promise<ImportPreview> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  const { prompts: validPrompts, ...parsed } = parsePromptsCsv(
    parseInput(csvSchema, csv),
    parseInput(parseOptionsSchema, options),
  );
  const texts = validPrompts.map(({ text }) => text);
  return withOrganization(context, async ({ db, organizationId }) => {
    const rows = await db
      .select({ text: prompts.text })
      .from(prompts)
      .where(
        and(
          hasValues(prompts, { organizationId, projectId, archivedAt: null }),
          sql`${prompts.text} = ANY (${sql.param(texts)}::text[])`,
        ),
      );
    const existing = new Set(rows.map(({ text }) => text));
    return {
      ...parsed,
      prompts: validPrompts
        .slice(0, maxPreviewedPrompts)
        .map((prompt) => ({ ...prompt, exists: existing.has(prompt.text) })),
      validCount: validPrompts.length,
      existingCount: existing.size,
    };
  });
}
