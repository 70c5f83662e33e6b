import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { readBrands } from '#lib/dashboard/projects/brand';
import { promptSchema } from '#lib/dashboard/prompts/prompt';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
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

/** Returns the matcher of a project's current brands. */
async function readMatcher(db: Database, organizationId: string, projectId: string): Promise<Matcher> {
  const brands = await readBrands(db, organizationId, [projectId]);
  return compileMatcher(brands.get(projectId) ?? []);
}
