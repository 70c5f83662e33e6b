import { and, asc, ilike, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { readBrands } from '#lib/dashboard/projects/brand';
import { type Prompt, promptSchema } from '#lib/dashboard/prompts/prompt';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

const { id, text, topic, tags, language, archivedAt } = prompts;
const isLanguageSet = sql<boolean>`${prompts.isLanguageSet} IS TRUE`;

export const listPrompts = defineOperation({
  name: 'prompts.list',
  title: 'List the prompts of a project',
  description: 'Lists the active prompts of a project by topic, oldest first.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.array(promptSchema),
  async run({ db, organizationId }, { projectId }) {
    if (!isUuid(projectId)) return [];
    const matcher = await readMatcher(db, organizationId, projectId);
    const rows = await db
      .select({ id, text, topic, tags, language, isLanguageSet })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId, archivedAt: null }))
      .orderBy(topic, prompts.createdAt, id);
    return rows.map((row) => ({ ...row, isBranded: matcher.mentionsAny(row.text) }));
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getPrompt = defineOperation({
  name: 'prompts.get',
  title: 'Get a prompt',
  description: 'Returns a prompt of a project, archived or not.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema, promptId: lookupIdSchema }),
  output: promptSchema.extend({ archivedAt: timeSchema.nullable() }),
  async run({ db, organizationId }, { projectId, promptId }) {
    const missing = notFound('Prompt not found in this project.');
    if (!isUuid(projectId) || !isUuid(promptId)) throw missing;
    const [row] = await db
      .select({ id, text, topic, tags, language, isLanguageSet, archivedAt })
      .from(prompts)
      .where(hasValues(prompts, { organizationId, projectId, id: promptId }));
    if (!row) throw missing;
    const matcher = await readMatcher(db, organizationId, projectId);
    return { ...row, isBranded: matcher.mentionsAny(row.text) };
  },
});

const promptTextsSchema = z.array(z.object({ id: z.string(), text: z.string() }));

export const getPromptTexts = defineOperation({
  name: 'prompts.get-texts',
  title: 'Get the texts of prompts',
  description: 'Returns the texts of prompts, including archived ones, in the order of the IDs.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema, promptIds: z.array(lookupIdSchema) }),
  output: promptTextsSchema,
  run: async ({ db, organizationId }, { projectId, promptIds }) =>
    db
      .select({ id, text })
      .from(prompts)
      .where(and(hasValues(prompts, { organizationId, projectId }), inArray(id, [...promptIds])))
      .orderBy(sql`array_position(${sql.param([...promptIds])}::uuid[], ${id})`),
});

export const searchPrompts = defineOperation({
  name: 'prompts.search',
  title: 'Find prompts by text',
  description: 'Lists the active prompts whose text contains a text, shortest first.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    projectId: lookupIdSchema,
    search: z.string(),
    limit: z.int().min(1).max(100).default(8).describe('The maximum number of prompts.'),
  }),
  output: promptTextsSchema,
  async run({ db, organizationId }, { projectId, search, limit }) {
    const trimmed = search.trim();
    if (trimmed === '' || trimmed.includes('\0') || !isUuid(projectId)) return [];
    const pattern = `%${trimmed.replace(/[\\%_]/g, '\\$&')}%`;
    return db
      .select({ id, text })
      .from(prompts)
      .where(and(hasValues(prompts, { organizationId, projectId, archivedAt: null }), ilike(text, pattern)))
      .orderBy(sql`length(${text})`, asc(id))
      .limit(limit);
  },
});

/** Returns the matcher of a project's current brands. */
async function readMatcher(db: Database, organizationId: string, projectId: string): Promise<Matcher> {
  const brands = await readBrands(db, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}

type PromptLabels = Pick<Prompt, 'topic' | 'tags'>;

/** Returns the topics and tags of all prompts of a project by ID, including archived ones. */
export async function readPromptLabels(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<ReadonlyMap<string, PromptLabels>> {
  const rows = await db
    .select({ id, topic, tags })
    .from(prompts)
    .where(hasValues(prompts, { organizationId, projectId }));
  return new Map(rows.map((prompt) => [prompt.id, prompt]));
}
