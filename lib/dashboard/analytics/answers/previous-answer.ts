import { isUuid } from '#lib/core/text';
import { shownDefinition } from '#lib/dashboard/analytics/filters/filter-sql';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { Context } from '#lib/db/context';

/** What the same cell (prompt × engine × country × sample) was answered the time before. */
export interface PreviousAnswer {
  id: string;
  requestedAt: Date;
  model: string | null;
  text: string;
  /** Tracked brands it mentions, in order of rank. */
  brandIds: string[];
  /** Domains it lists, in its order. */
  domains: string[];
}

const text = `
SELECT before.id, before.requested_at AS "requestedAt", before.model, before.text,
  ARRAY(SELECT brand_id FROM mentions WHERE organization_id = $1 AND requested_at = before.requested_at
        AND answer_id = before.id AND scoring_version = ${shownDefinition} ORDER BY rank, brand_id) AS "brandIds",
  ARRAY(SELECT domain FROM answer_sources WHERE organization_id = $1 AND requested_at = before.requested_at
        AND answer_id = before.id GROUP BY domain ORDER BY min(position)) AS domains
FROM answers JOIN LATERAL (
  SELECT * FROM answers AS earlier
  WHERE earlier.organization_id = $1 AND earlier.project_id = $2 AND earlier.prompt_id = answers.prompt_id
    AND earlier.engine = answers.engine AND earlier.country = answers.country AND earlier.sample = answers.sample
    AND earlier.status = 'answered' AND earlier.requested_at < answers.requested_at
  ORDER BY earlier.requested_at DESC NULLS LAST LIMIT 1
) before ON true
WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.id = $3`;

/** The answer before this one in its cell; null where it is the first. */
export function getPreviousAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<PreviousAnswer | null> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(projectId) || !isUuid(answerId)) return null;
    const { rows } = await db.$client.query<PreviousAnswer>({
      name: 'metrics-previous-answer',
      text,
      values: [organizationId, projectId, answerId],
    });
    return rows[0] ?? null;
  });
}
