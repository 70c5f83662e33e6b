import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/core/errors';
import { isStorableText } from '#lib/core/text';
import { idSchema, singleLineSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import { quoteTexts } from '#lib/dashboard/projects/quote-texts';
import { detectLanguages } from '#lib/dashboard/prompts/detect-stored-languages';
import {
  describeAddedPrompts,
  type InsertedPrompts,
  insertedPromptsSchema,
  insertPrompts,
} from '#lib/dashboard/prompts/insert-prompts';
import { findPromptErrors, promptInputSchema, promptLanguageSchema } from '#lib/dashboard/prompts/prompt';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

/** The prompts of `addPrompts`. */
export const addedPromptsSchema = z
  .array(promptInputSchema, 'Add at least one prompt.')
  .max(10_000, 'Add at most 10,000 prompts at once.');

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR with a field `prompts.<index>` for each invalid prompt */
export const addPrompts = defineOperation({
  name: 'prompts.add',
  title: 'Add prompts',
  description:
    'Adds prompts to a project, all or none. Archived prompts become active again, existing ones stay unchanged, and repeated ones are added once. They run with the next run of the project.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, prompts: addedPromptsSchema }),
  output: insertedPromptsSchema,
  audit: ['prompts.added'],
  async run(context, { projectId, prompts: added }): Promise<InsertedPrompts> {
    const { db, organizationId, clock } = context;
    const distinct = [...new Map(added.map((draft) => [draft.text, draft])).values()];
    await lockProject(db, organizationId, projectId);
    const inserted = await insertPrompts(db, { organizationId, projectId, now: clock.now() }, distinct);
    const after = describeAddedPrompts(distinct, inserted);
    if (after) await context.audit({ after });
    return inserted;
  },
});

const promptIdSchema = idSchema('prompt');
const promptIdsSchema = z.array(promptIdSchema, 'Choose at least one prompt.').max(10_000);

/**
 * @returns the number of prompts that were updated
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export const updatePrompts = defineOperation({
  name: 'prompts.update',
  title: 'Change topic, tags and language of prompts',
  description:
    'Sets the topic and the language of prompts, and adds and removes tags. Returns the number of prompts that were updated. Their texts stay unchanged.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    promptIds: promptIdsSchema.min(1, 'Choose at least one prompt.'),
    topic: singleLineSchema({}).optional().describe('The new topic. An empty text removes it.'),
    tags: z
      .array(singleLineSchema({ required: 'Remove empty tags.' }))
      .max(20, 'Add at most 20 tags at once.')
      .default([])
      .describe('Tags to add.'),
    removedTags: z
      .array(z.string().refine(isStorableText, 'No prompt has this tag.'))
      .max(1000)
      .default([])
      .describe('Tags to remove.'),
    language: promptLanguageSchema
      .optional()
      .describe(
        'The new language, in which engines are asked: a BCP 47 code or a name, such as en, pt-BR or German. An empty text detects the language of each prompt.',
      ),
  }),
  output: z.number().describe('The number of changed prompts.'),
  audit: ['prompts.changed'],
  async run(context, { projectId, promptIds, topic, tags, removedTags, language }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    const remaining = sql`SELECT tag FROM unnest(${prompts.tags}) tag WHERE tag <> ALL (${sql.param(removedTags)}::text[])`;
    const changed = await db
      .update(prompts)
      .set({
        ...(topic === undefined ? {} : { topic }),
        ...(language === undefined ? {} : { language, isLanguageSet: language === null ? null : true }),
        tags: sql`ARRAY(${remaining} UNION SELECT unnest(${sql.param(tags)}::text[]) ORDER BY tag)`,
      })
      .where(and(hasValues(prompts, { organizationId, projectId }), inArray(prompts.id, promptIds)))
      .returning({ id: prompts.id, text: prompts.text, language: prompts.language });
    if (language === null) await detectLanguages({ db, organizationId }, changed);
    if (changed.length > 0) {
      await context.audit({
        after: {
          changed: changed.length,
          ...(topic !== undefined && { topic }),
          ...(language !== undefined && { language: language ?? 'detected' }),
          ...(tags.length > 0 && { addedTags: tags }),
          ...(removedTags.length > 0 && { removedTags }),
          prompts: quoteTexts(changed.map(({ text }) => text).toSorted()),
        },
      });
    }
    return changed.length;
  },
});

/**
 * @returns the number of prompts archived by this call
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export const archivePrompts = defineOperation({
  name: 'prompts.archive',
  title: 'Archive prompts',
  description:
    'Archives prompts: they no longer run, and their answers stay. Returns the number of prompts that were active before. Adding a prompt again makes it active.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, promptIds: promptIdsSchema }),
  output: z.number().describe('The number of archived prompts.'),
  audit: ['prompts.archived'],
  async run(context, { projectId, promptIds }) {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    const isActive = hasValues(prompts, { organizationId, projectId, archivedAt: null });
    const archived = await db
      .update(prompts)
      .set({ archivedAt: clock.now() })
      .where(and(isActive, inArray(prompts.id, promptIds)))
      .returning({ text: prompts.text });
    if (archived.length > 0) {
      const texts = quoteTexts(archived.map(({ text }) => text).toSorted());
      await context.audit({ after: { archived: archived.length, prompts: texts } });
    }
    return archived.length;
  },
});

/** @throws ServiceError VALIDATION_ERROR with the field `text`; RESOURCE_NOT_FOUND */
export const rewordPrompt = defineOperation({
  name: 'prompts.reword',
  title: 'Reword a prompt',
  description:
    'Replaces an active prompt with one that has another wording and the same topic and tags, and the same language if a member has set it. The old one is archived with its answers, because metrics never mix two wordings.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, promptId: promptIdSchema, text: z.string().trim() }),
  audit: ['prompt.reworded'],
  async run(context, { projectId, promptId, text }) {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    const now = clock.now();
    const [prompt] = await db
      .update(prompts)
      .set({ archivedAt: now })
      .where(hasValues(prompts, { organizationId, projectId, id: promptId, archivedAt: null }))
      .returning();
    if (!prompt) throw notFound('Prompt not found. It may have been archived.');
    const { topic, tags } = prompt;
    const language = prompt.isLanguageSet ? prompt.language : null;
    const [error] = findPromptErrors({ text, topic, tags, language });
    if (error) throw invalidField('text', error);
    if (text === prompt.text) throw invalidField('text', 'The wording is unchanged. Edit it.');
    const { existing } = await insertPrompts(db, { organizationId, projectId, now }, [
      { text, topic, tags, language },
    ]);
    if (existing > 0) throw invalidField('text', 'The project already has this prompt. Use another wording.');
    await context.audit({ before: { text: prompt.text }, after: { text } });
  },
});
