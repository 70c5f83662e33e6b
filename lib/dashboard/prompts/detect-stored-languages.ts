import { detectPromptLanguage } from '#lib/dashboard/prompts/detect-language';
import { type Context, createOperatorContext } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { rowOf, statement } from '#lib/db/statement';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Detects the languages of prompts that version 0.1 has stored; runs every minute. */
export const detectLanguagesJob = definePeriodicJob('detect-prompt-languages', { expireSeconds: 10 * 60 });

/** A prompt whose language is not detected yet. */
interface UndetectedPrompt {
  organizationId: string;
  id: string;
  text: string;
  language: string | null;
}

const listUndetected = statement({
  name: 'list-prompts-without-language',
  parameters: { limit: 'int4' },
  row: rowOf<UndetectedPrompt>({ organizationId: 'uuid', id: 'uuid', text: 'text', language: 'text?' }),
  isPrepared: false,
  text: `
    SELECT organization_id AS "organizationId", id, text, language FROM prompts
    WHERE is_language_set IS NULL ORDER BY organization_id, id LIMIT :limit`,
});

// A member who edits the prompts meanwhile holds their locks; the next batch detects what the edit left.
const storeLanguages = statement({
  name: 'store-detected-languages',
  parameters: {
    organizationId: 'uuid',
    ids: 'uuid[]',
    given: [{ id: 'uuid', language: 'text?', isSet: 'bool' }],
  },
  isPrepared: false,
  text: `
    WITH locked AS (
      SELECT id FROM prompts
      WHERE organization_id = :organizationId AND id = ANY (:ids) AND is_language_set IS NULL
      ORDER BY id FOR UPDATE SKIP LOCKED
    )
    UPDATE prompts SET language = given.language, is_language_set = given.is_set
    FROM :given JOIN locked USING (id)
    WHERE prompts.organization_id = :organizationId AND prompts.id = locked.id`,
});

/**
 * Detects and stores the languages of prompts whose language is not detected yet. A language that version 0.1 read from a
 * file, any but its default `en`, counts as set by a member.
 * @returns the number of prompts whose language was stored
 */
export async function detectLanguages(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  prompts: readonly Pick<UndetectedPrompt, 'id' | 'text' | 'language'>[],
): Promise<number> {
  const given = await Promise.all(
    prompts.map(async ({ id, text, language }) => {
      const isSet = language !== null && language !== 'en';
      return { id, isSet, language: isSet ? language : await detectPromptLanguage(text) };
    }),
  );
  return storeLanguages(db, { organizationId, ids: given.map(({ id }) => id), given });
}

/**
 * Detects the languages of all stored prompts for which version 0.1 did not. Each batch is stored on its own, so an
 * interrupted call is continued by the next one.
 * @returns the number of prompts whose language was stored
 */
export async function detectStoredLanguages(
  { db, clock }: Pick<Context, 'db' | 'clock'> & { db: Database },
  { signal, batchSize = 500 }: { signal?: AbortSignal; batchSize?: number } = {},
): Promise<number> {
  let detected = 0;
  while (!signal?.aborted) {
    const batch = await listUndetected(db, { limit: batchSize });
    let stored = 0;
    for (const [organizationId, prompts] of Map.groupBy(batch, (prompt) => prompt.organizationId)) {
      const context = createOperatorContext({ db, clock }, organizationId);
      stored += await withOrganization(context, (tx) => detectLanguages(tx, prompts));
    }
    // Zero also if a member's edit holds all of them.
    if (stored === 0) break;
    detected += stored;
  }
  return detected;
}
