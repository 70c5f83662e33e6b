import type { Database } from '#lib/db/client';

/** What of a stored answer scoring it again takes. */
export interface StoredAnswer {
  id: string;
  askedAt: Date;
  /** The same instant to the microsecond. */
  askedAtText: string;
  promptId: string;
  promptText: string;
  engine: string;
  country: string;
  status: 'answered' | 'no-answer' | 'unreadable';
  text: string;
  searchQueries: string[];
  sources: { url: string; domain: string; citations: number }[];
}

const text = `
  SELECT answers.id, asked_at AS "askedAt", asked_at::text AS "askedAtText", prompt_id AS "promptId",
    prompts.text AS "promptText", engine, country, status, answers.text, search_queries AS "searchQueries",
    coalesce((
      SELECT json_agg(json_build_object('url', url, 'domain', domain, 'citations', citations))
      FROM answer_sources WHERE answer_sources.organization_id = answers.organization_id
        AND answer_sources.asked_at = answers.asked_at AND answer_id = answers.id
    ), '[]') AS sources
  FROM answers JOIN prompts ON prompts.organization_id = answers.organization_id AND prompts.id = prompt_id
  WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.definition < $3
    AND ($4::timestamptz IS NULL OR asked_at <= $4::timestamptz AND (asked_at, answers.id) < ($4::timestamptz, $5::uuid))
  ORDER BY asked_at DESC NULLS LAST, answers.id DESC LIMIT $6`;

/** The next answers of a project, newest first, that a definition has yet to score. */
export async function readStoredAnswers(
  db: Database,
  after: {
    organizationId: string;
    projectId: string;
    definition: number;
    scoredAt: string | null;
    scoredId: string | null;
  },
  limit: number,
): Promise<StoredAnswer[]> {
  const { organizationId, projectId, definition, scoredAt, scoredId } = after;
  const { rows } = await db.$client.query<StoredAnswer>({
    name: 'read-answers-to-rescore',
    text,
    values: [organizationId, projectId, definition, scoredAt, scoredId, limit],
  });
  return rows;
}
