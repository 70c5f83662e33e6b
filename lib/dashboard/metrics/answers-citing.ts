import { ask } from '#lib/dashboard/metrics/ask';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { answersInScope, inPeriod, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** An answer whose text cites a domain. */
export interface CitingAnswer {
  id: string;
  prompt: string;
  engine: string;
  country: string;
  askedAt: Date;
  /** The cited pages of this domain, the most cited first. */
  pages: { url: string; label: string; citations: number }[];
}

const text = `
SELECT answers.id, prompts.text AS prompt, answers.engine, answers.country, answers.asked_at AS "askedAt", cited.pages
FROM (SELECT * FROM answers WHERE ${answersInScope}) answers
JOIN prompts ON prompts.organization_id = $1 AND prompts.id = answers.prompt_id
CROSS JOIN LATERAL (
  SELECT json_agg(json_build_object('url', url, 'label', label, 'citations', citations)
                  ORDER BY citations DESC, position) AS pages
  FROM answer_sources
  WHERE organization_id = $1 AND asked_at = answers.asked_at AND ${inPeriod('answer_sources.asked_at')}
    AND answer_id = answers.id
    AND domain = $13 AND citations > 0
) cited
WHERE cited.pages IS NOT NULL
ORDER BY answers.asked_at DESC NULLS LAST, answers.id DESC LIMIT $14`;

/** The newest answers of the period whose text cites a page of a registrable domain. */
export function answersCiting(
  context: Context,
  filters: MetricFilters,
  { domain, limit = 20 }: { domain: string; limit?: number },
): Promise<CitingAnswer[]> {
  return ask(context, async ({ connection, organizationId }) => {
    const { rows } = await connection.query<CitingAnswer>({
      name: 'metrics-answers-citing',
      text,
      values: [...scopeValues(organizationId, filters), domain, limit],
    });
    return rows;
  });
}
