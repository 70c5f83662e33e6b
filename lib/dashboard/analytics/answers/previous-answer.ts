import { sql } from 'drizzle-orm';
import { isUuid } from '#lib/core/text';
import { selectScoringVersion } from '#lib/dashboard/analytics/filters/filter-sql';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { type Context, queryRows } from '#lib/db/client';

/** The answer before another one to the same prompt, engine, country and sample. */
export interface PreviousAnswer {
  id: string;
  requestedAt: Date;
  model: string | null;
  text: string;
  /** The tracked brands it mentions, by rank. */
  brandIds: string[];
  /** The domains it lists, in their order. */
  domains: string[];
}

/** Returns the previous answer; null for the first one. */
export function getPreviousAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<PreviousAnswer | null> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(projectId) || !isUuid(answerId)) return null;
    const ofPrevious = sql`organization_id = ${organizationId} AND requested_at = previous.requested_at
      AND answer_id = previous.id`;
    const [row] = await queryRows<PreviousAnswer & Record<string, unknown>>(
      db,
      sql`
        SELECT previous.id, previous.requested_at AS "requestedAt", previous.model, previous.text,
          ARRAY(SELECT brand_id FROM mentions
                WHERE ${ofPrevious} AND scoring_version = ${selectScoringVersion(organizationId, projectId)}
                ORDER BY rank, brand_id) AS "brandIds",
          ARRAY(SELECT domain FROM answer_sources WHERE ${ofPrevious}
                GROUP BY domain ORDER BY min(position)) AS domains
        FROM answers JOIN LATERAL (
          SELECT * FROM answers AS earlier
          WHERE earlier.organization_id = ${organizationId} AND earlier.project_id = ${projectId}
            AND earlier.prompt_id = answers.prompt_id AND earlier.engine = answers.engine
            AND earlier.country = answers.country AND earlier.sample = answers.sample
            AND earlier.status = 'answered' AND earlier.requested_at < answers.requested_at
          ORDER BY earlier.requested_at DESC NULLS LAST LIMIT 1
        ) previous ON true
        WHERE answers.organization_id = ${organizationId} AND answers.project_id = ${projectId}
          AND answers.id = ${answerId}`,
    );
    return row ?? null;
  });
}
