import { and, inArray } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';

/** Reads the texts of some prompts by ID. */
export async function readPromptTexts(
  { db, organizationId }: Context,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: prompts.id, text: prompts.text })
    .from(prompts)
    .where(and(hasValues(prompts, { organizationId, projectId }), inArray(prompts.id, [...ids])));
  return new Map(rows.map(({ id, text }) => [id, text]));
}
