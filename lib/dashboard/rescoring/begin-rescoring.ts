import type { Brand } from '#lib/dashboard/projects/brand';
import { rescoreProjectChore } from '#lib/dashboard/rescoring/chores';
import type { Context } from '#lib/db/context';
import { enqueue } from '#lib/queue/chores';

const begin = `
  INSERT INTO rescorings AS known (organization_id, project_id, definition, shown_brands, answers, started_at, moved_at)
  SELECT $1, $2, definition + 1, $3::jsonb, (
    SELECT coalesce(sum(answered + no_answer + unreadable), 0)::int FROM daily_answers
    WHERE daily_answers.organization_id = $1 AND project_id = $2
      AND daily_answers.definition = projects.definition
  ), $4, $4
  FROM projects WHERE organization_id = $1 AND id = $2
    AND EXISTS (SELECT FROM answers WHERE organization_id = $1 AND project_id = $2)
  ON CONFLICT (organization_id, project_id) DO UPDATE SET
    definition = greatest(known.definition + 1, excluded.definition),
    -- Where one goes on already, what is shown is still what was shown when that began.
    shown_brands = CASE WHEN known.definition < excluded.definition THEN excluded.shown_brands
                        ELSE known.shown_brands END,
    answers = excluded.answers, scored = 0, scored_at = NULL, scored_id = NULL,
    started_at = excluded.started_at, moved_at = excluded.moved_at`;

/**
 * Begins a definition of changed brands, as part of the transaction that changed them and under the project's
 * lock; one that was being written is given up for it. Nothing to do for a project without answers.
 * @param shown the brands as they were
 */
export async function beginRescoring(
  { db, clock, organizationId }: Context,
  projectId: string,
  shown: readonly Brand[],
): Promise<void> {
  const { rowCount } = await db.$client.query(begin, [
    organizationId,
    projectId,
    JSON.stringify(shown),
    clock.now(),
  ]);
  if (rowCount === 0) return;
  await enqueue(db, rescoreProjectChore, { organizationId, projectId }, { key: projectId });
}
