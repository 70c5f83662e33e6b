import { ask } from '#lib/dashboard/analytics/ask';
import { shownDefinition } from '#lib/dashboard/analytics/scope';
import { isId } from '#lib/dashboard/projects/is-id';
import type { Context } from '#lib/db/context';

/** What the same cell (prompt × engine × country × sample) was answered the time before. */
export interface PreviousAnswer {
  id: string;
  askedAt: Date;
  model: string | null;
  text: string;
  /** Tracked brands it mentions, in order of rank. */
  brandIds: string[];
  /** Domains it lists, in its order. */
  domains: string[];
}

const text = `
SELECT before.id, before.asked_at AS "askedAt", before.model, before.text,
  ARRAY(SELECT brand_id FROM mentions WHERE organization_id = $1 AND asked_at = before.asked_at
        AND answer_id = before.id AND definition = ${shownDefinition} ORDER BY rank, brand_id) AS "brandIds",
  ARRAY(SELECT domain FROM answer_sources WHERE organization_id = $1 AND asked_at = before.asked_at
        AND answer_id = before.id GROUP BY domain ORDER BY min(position)) AS domains
FROM answers JOIN LATERAL (
  SELECT * FROM answers AS earlier
  WHERE earlier.organization_id = $1 AND earlier.project_id = $2 AND earlier.prompt_id = answers.prompt_id
    AND earlier.engine = answers.engine AND earlier.country = answers.country AND earlier.sample = answers.sample
    AND earlier.status = 'answered' AND earlier.asked_at < answers.asked_at
  ORDER BY earlier.asked_at DESC NULLS LAST LIMIT 1
) before ON true
WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.id = $3`;

/** The answer before this one in its cell; null where it is the first. */
export function previousAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<PreviousAnswer | null> {
  return ask(context, async ({ db, organizationId }) => {
    if (!isId(projectId) || !isId(answerId)) return null;
    const { rows } = await db.$client.query<PreviousAnswer>({
      name: 'metrics-previous-answer',
      text,
      values: [organizationId, projectId, answerId],
    });
    return rows[0] ?? null;
  });
}
