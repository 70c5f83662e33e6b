import { and, asc, ilike, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema } from '#lib/core/validation';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

const { id, text, topic, tags } = prompts;

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

/** Reads the texts of some prompts by ID. */
export async function readPromptTexts(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id, text })
    .from(prompts)
    .where(and(hasValues(prompts, { organizationId, projectId }), inArray(id, [...ids])));
  return new Map(rows.map((prompt) => [prompt.id, prompt.text]));
}
