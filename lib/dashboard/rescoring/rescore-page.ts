import { dailyCell } from '#lib/dashboard/ingest/daily-rows';
import { Rollup } from '#lib/dashboard/ingest/rollup';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { writeRollup } from '#lib/dashboard/ingest/write-rollup';
import { readBrands } from '#lib/dashboard/projects/brand';
import { readStoredAnswers } from '#lib/dashboard/rescoring/read-stored-answers';
import { compileScorer } from '#lib/dashboard/scoring/compile-scorer';
import { scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { type Context, scoped } from '#lib/db/context';

interface Rescoring {
  definition: number;
  /** The last answer scored: its instant to the microsecond, and its id. */
  scoredAt: string | null;
  scoredId: string | null;
}

/**
 * Scores the next answers of a project into the definition being written, and keeps how far it came.
 * @returns answers scored, 0 at the end; undefined when no definition is being written
 */
export async function rescorePage(
  context: Context,
  { projectId, answersAtOnce = 500 }: { projectId: string; answersAtOnce?: number | undefined },
): Promise<number | undefined> {
  return scoped(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<Rescoring>({
      name: 'lock-rescoring',
      text: `SELECT rescorings.definition, scored_at::text AS "scoredAt", scored_id AS "scoredId" FROM rescorings
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescorings.organization_id = $1 AND project_id = $2
               AND rescorings.definition > projects.definition FOR UPDATE OF rescorings`,
      values: [organizationId, projectId],
    });
    const rescoring = rows[0];
    if (!rescoring) return undefined;
    const { definition } = rescoring;
    const after = { organizationId, projectId, ...rescoring };
    const page = await readStoredAnswers(db, after, answersAtOnce);
    const last = page.at(-1);
    if (!last) return 0;
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const scorer = compileScorer(brands);
    const scored = page.map((answer) => ({
      answer,
      definition,
      key: { organization_id: organizationId, asked_at: answer.askedAtText, answer_id: answer.id },
      scores: answer.status === 'answered' ? scoreAnswer(scorer, answer) : [],
    }));
    await writeMentions(db, scored);
    const rollup = new Rollup();
    for (const { answer, scores } of scored) {
      rollup.add({
        ...answer,
        cell: dailyCell({ ...answer, organizationId, projectId, definition }),
        branded: scorer.matcher.mentionsAny(answer.promptText),
        scores,
      });
    }
    await writeRollup(db, rollup);
    await db.$client.query({
      name: 'move-rescoring',
      text: `UPDATE rescorings SET scored = scored + $3, scored_at = $4::timestamptz, scored_id = $5, moved_at = $6
             WHERE organization_id = $1 AND project_id = $2`,
      values: [organizationId, projectId, page.length, last.askedAtText, last.id, clock.now()],
    });
    return page.length;
  });
}
