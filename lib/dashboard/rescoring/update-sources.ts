import { normalizeUrl } from '#lib/core/urls/normalize-url';
import { writeRows } from '#lib/dashboard/ingest/rollup';
import { getSourceSite } from '#lib/dashboard/projects/domains';
import type { Scorer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** A stored source of an answer; `position` is its key within the answer. */
export interface StoredSource {
  position: number;
  url: string;
  normalizedUrl: string;
  domain: string;
  label: string;
  citations: number;
}

const updateRows = statement({
  name: 'update-sources',
  parameters: { rows: 'json' },
  row: { updated: 'int4' },
  text: `
    UPDATE answer_sources SET normalized_url = given.normalized_url, domain = given.domain
    FROM json_to_recordset(:rows) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
      position int, normalized_url text, domain text)
    WHERE answer_sources.organization_id = given.organization_id
      AND answer_sources.requested_at = given.requested_at AND answer_sources.answer_id = given.answer_id
      AND answer_sources.position = given.position
    RETURNING 1 AS updated`,
});

/**
 * Reads the page and the site of stored sources from their URLs again, so that a change of the rules or of the brands
 * reaches stored answers, and stores those that differ.
 * @returns the answers with the new sites
 */
export async function updateSources<
  A extends { id: string; requestedAtText: string; sources: StoredSource[] },
>(db: Database, organizationId: string, answers: readonly A[], scorer: Scorer): Promise<A[]> {
  const located = answers.map((answer) => ({
    ...answer,
    sources: scorer
      .locateSources(answer.sources.map((source) => ({ ...source, domain: getSourceSite(source) })))
      .map((source) => ({ ...source, normalizedUrl: normalizeUrl(source.url) })),
  }));
  const changed = located.flatMap((answer, index) =>
    answer.sources.flatMap((source, at) => {
      const stored = answers[index]?.sources[at];
      if (stored?.domain === source.domain && stored.normalizedUrl === source.normalizedUrl) return [];
      return {
        organization_id: organizationId,
        requested_at: answer.requestedAtText,
        answer_id: answer.id,
        position: source.position,
        normalized_url: source.normalizedUrl,
        domain: source.domain,
      };
    }),
  );
  await writeRows(db, updateRows, changed);
  return located;
}
