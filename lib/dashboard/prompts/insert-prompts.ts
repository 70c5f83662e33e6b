import { scheduler } from 'node:timers/promises';
import { z } from 'zod';
import { quoteTexts } from '#lib/dashboard/projects/quote-texts';
import { detectPromptLanguage } from '#lib/dashboard/prompts/detect-language';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** Returns the values of one audit entry for all prompts that were added; undefined if all of them exist already. */
export function describeAddedPrompts(
  drafts: readonly PromptDraft[],
  counts: InsertedPrompts & { skippedLines?: number },
): Record<string, unknown> | undefined {
  if (counts.added + counts.restored === 0) return undefined;
  const nonZero = Object.entries(counts).filter(([, count]) => count > 0);
  return { ...Object.fromEntries(nonZero), prompts: quoteTexts(drafts.map(({ text }) => text)) };
}

export const insertedPromptsSchema = z.object({
  added: z.number(),
  restored: z.number().describe('Archived prompts that are active again.'),
  existing: z.number().describe('Prompts that exist already; they are unchanged.'),
});
export type InsertedPrompts = z.output<typeof insertedPromptsSchema>;

const writePrompts = statement({
  name: 'write-prompts',
  parameters: { organizationId: 'uuid', projectId: 'uuid', now: 'timestamptz', drafts: 'jsonb' },
  row: { added: 'int8', restored: 'int8' },
  isPrepared: false,
  text: `
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(:drafts)
        AS given (ordinal int, text text, topic text, tags text[], language text, "isLanguageSet" boolean)
    ), written AS (
      INSERT INTO prompts (organization_id, project_id, text, topic, tags, language, is_language_set, created_at)
      SELECT :organizationId, :projectId, text, topic, tags, language, "isLanguageSet",
        :now + ordinal * interval '1 microsecond'
      FROM given
      ORDER BY ordinal
      ON CONFLICT (organization_id, project_id, md5(text)) DO UPDATE
        SET archived_at = NULL, topic = excluded.topic, tags = excluded.tags,
          -- A detected language does not replace one that a member has set.
          language = CASE WHEN prompts.is_language_set AND NOT excluded.is_language_set THEN prompts.language
                     ELSE excluded.language END,
          is_language_set = excluded.is_language_set OR prompts.is_language_set IS TRUE
        WHERE prompts.archived_at IS NOT NULL
      RETURNING (xmax = 0) AS inserted
    )
    SELECT count(*) FILTER (WHERE inserted) AS added, count(*) FILTER (WHERE NOT inserted) AS restored FROM written`,
});

/**
 * Inserts prompts in one statement, and detects the languages that they do not name. Archived prompts are restored;
 * existing ones are unchanged.
 */
export async function insertPrompts(
  db: Database,
  target: { organizationId: string; projectId: string; now: Date },
  drafts: readonly PromptDraft[],
): Promise<InsertedPrompts> {
  const items = [];
  for (const [ordinal, draft] of drafts.entries()) {
    const language = draft.language ?? (await detectPromptLanguage(draft.text));
    items.push({ ...draft, ordinal, language, isLanguageSet: draft.language !== null });
    // 10,000 prompts take half a second, in which the process also serves others.
    if (ordinal % 100 === 99) await scheduler.yield();
  }
  const [written] = await writePrompts(db, { ...target, drafts: items });
  const { added = 0, restored = 0 } = written ?? {};
  return { added, restored, existing: drafts.length - added - restored };
}
