import type { Engine } from '#lib/contract/engines';
import {
  type ListedSource,
  listSources,
  readLinkedSources,
  type SourceRow,
} from '#lib/dashboard/ingest/read-answer';
import { writeRows } from '#lib/dashboard/ingest/rollup';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';

/** An answer as rescoring reads it. */
interface StoredAnswer {
  id: string;
  /** With microseconds. */
  requestedAtText: string;
  hasReportedCitations: boolean;
  sources: { url: string; domain: string; citations: number }[];
}

/** Engines whose results are links, not answers. */
const resultEngines: readonly Engine[] = ['search', 'search/news'];

const readUncited = statement({
  name: 'read-answers-without-citations',
  parameters: {
    organizationId: 'uuid',
    ids: 'uuid[]',
    since: 'timestamptz',
    until: 'timestamptz',
    excluded: 'text[]',
  },
  row: rowOf<{ id: string; requestedAtText: string; markdown: string; sources: ListedSource[] }>({
    id: 'uuid',
    requestedAtText: 'text',
    markdown: 'text',
    sources: 'json',
  }),
  text: `
    SELECT id, requested_at::text AS "requestedAtText", markdown, coalesce((
        SELECT json_agg(json_build_object('position', position, 'url', url, 'label', label))
        FROM answer_sources WHERE answer_sources.organization_id = answers.organization_id
          AND answer_sources.requested_at = answers.requested_at AND answer_id = answers.id
      ), '[]') AS sources
    FROM answers
    WHERE organization_id = :organizationId AND requested_at BETWEEN :since AND :until AND id = ANY(:ids)
      AND status = 'answered' AND markdown LIKE '%://%' AND NOT engine = ANY(:excluded)`,
});

const storeSources = statement({
  name: 'store-reread-sources',
  parameters: { rows: 'json' },
  row: { stored: 'int4' },
  text: `
    INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations)
    SELECT * FROM json_to_recordset(:rows) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
      position int, url text, normalized_url text, domain text, label text, citations int)
    ON CONFLICT (organization_id, requested_at, answer_id, position) DO UPDATE SET citations = excluded.citations
    RETURNING 1 AS stored`,
});

const markReported = statement({
  name: 'mark-citations-as-reported',
  parameters: { organizationId: 'uuid', ids: 'uuid[]', since: 'timestamptz', until: 'timestamptz' },
  row: { marked: 'int4' },
  text: `
    UPDATE answers SET has_reported_citations = true
    WHERE organization_id = :organizationId AND requested_at BETWEEN :since AND :until AND id = ANY(:ids)
    RETURNING 1 AS marked`,
});

/**
 * Reads the citations of stored answers that have none from the links in their text, and stores them: earlier releases
 * knew only those that the provider reports.
 * @param answers answers of one organization
 * @returns the answers with the citations that were found
 */
export async function rereadCitations<A extends StoredAnswer>(
  db: Database,
  organizationId: string,
  answers: readonly A[],
): Promise<A[]> {
  const uncited = answers.filter(({ sources }) => sources.every(({ citations }) => citations === 0));
  const times = uncited.map(({ requestedAtText }) => requestedAtText).sort();
  const [since, until] = [times[0], times.at(-1)];
  if (since === undefined || until === undefined) return [...answers];
  const period = { organizationId, since, until };
  const ids = uncited.map(({ id }) => id);
  const stored = await readUncited(db, { ...period, ids, excluded: [...resultEngines] });
  const found = new Map<string, SourceRow[]>();
  const rows = stored.flatMap(({ id, requestedAtText, markdown, sources }) => {
    const linked = readLinkedSources(markdown, sources);
    if (linked.citedUrls.length === 0) return [];
    const sourceRows = listSources(linked);
    found.set(id, sourceRows);
    return sourceRows.map((row) => ({
      organization_id: organizationId,
      requested_at: requestedAtText,
      answer_id: id,
      ...row,
    }));
  });
  if (found.size === 0) return [...answers];
  await writeRows(db, storeSources, rows);
  await markReported(db, { ...period, ids: [...found.keys()] });
  return answers.map((answer) => {
    const sources = found.get(answer.id);
    return sources ? { ...answer, sources, hasReportedCitations: true } : answer;
  });
}
