import { dailyCell, Rollup } from '#lib/dashboard/ingest/rollup';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { writeRollup } from '#lib/dashboard/ingest/write-rollup';
import { readBrands } from '#lib/dashboard/projects/brand';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

interface Rescoring {
  scoringVersion: number;
  /** The last answer scored: its instant to the microsecond, and its id. */
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

/**
 * Scores the next answers of a project into the definition being written, and keeps how far it came.
 * @returns answers scored, 0 at the end; undefined when no definition is being written
 */
export async function rescoreBatch(
  context: Context,
  { projectId, answersAtOnce = 500 }: { projectId: string; answersAtOnce?: number | undefined },
): Promise<number | undefined> {
  return scoped(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<Rescoring>({
      name: 'lock-rescoring',
      text: `SELECT rescore_jobs.scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId" FROM rescore_jobs
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescore_jobs.organization_id = $1 AND project_id = $2
               AND rescore_jobs.scoring_version > projects.scoring_version FOR UPDATE OF rescore_jobs`,
      values: [organizationId, projectId],
    });
    const rescoring = rows[0];
    if (!rescoring) return undefined;
    const { scoringVersion } = rescoring;
    const after = { organizationId, projectId, ...rescoring };
    const page = await readStoredAnswers(db, after, answersAtOnce);
    const last = page.at(-1);
    if (!last) return 0;
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const scorer = compileScorer(brands);
    const scored = page.map((answer) => ({
      answer,
      scoringVersion,
      key: { organization_id: organizationId, requested_at: answer.requestedAtText, answer_id: answer.id },
      scores: answer.status === 'answered' ? scoreAnswer(scorer, answer) : [],
    }));
    await writeMentions(db, scored);
    const rollup = new Rollup();
    for (const { answer, scores } of scored) {
      rollup.add({
        ...answer,
        cell: dailyCell({ ...answer, organizationId, projectId, scoringVersion }),
        branded: scorer.matcher.mentionsAny(answer.promptText),
        scores,
      });
    }
    await writeRollup(db, rollup);
    await db.$client.query({
      name: 'move-rescoring',
      text: `UPDATE rescore_jobs SET scored_count = scored_count + $3, cursor_requested_at = $4::timestamptz, cursor_answer_id = $5, heartbeat_at = $6
             WHERE organization_id = $1 AND project_id = $2`,
      values: [organizationId, projectId, page.length, last.requestedAtText, last.id, clock.now()],
    });
    return page.length;
  });
}

/** What of a stored answer scoring it again takes. */
export interface StoredAnswer {
  id: string;
  requestedAt: Date;
  /** The same instant to the microsecond. */
  requestedAtText: string;
  promptId: string;
  promptText: string;
  engine: string;
  country: string;
  status: 'answered' | 'no_answer' | 'unreadable';
  text: string;
  searchQueries: string[];
  sources: { url: string; domain: string; citations: number }[];
}

const text = `
  SELECT answers.id, requested_at AS "requestedAt", requested_at::text AS "requestedAtText", prompt_id AS "promptId",
    prompts.text AS "promptText", engine, country, status, answers.text, search_queries AS "searchQueries",
    coalesce((
      SELECT json_agg(json_build_object('url', url, 'domain', domain, 'citations', citations))
      FROM answer_sources WHERE answer_sources.organization_id = answers.organization_id
        AND answer_sources.requested_at = answers.requested_at AND answer_id = answers.id
    ), '[]') AS sources
  FROM answers JOIN prompts ON prompts.organization_id = answers.organization_id AND prompts.id = prompt_id
  WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.scoring_version < $3
    AND ($4::timestamptz IS NULL OR requested_at <= $4::timestamptz AND (requested_at, answers.id) < ($4::timestamptz, $5::uuid))
  ORDER BY requested_at DESC NULLS LAST, answers.id DESC LIMIT $6`;

/** The next answers of a project, newest first, that a definition has yet to score. */
export async function readStoredAnswers(
  db: Database,
  after: {
    organizationId: string;
    projectId: string;
    scoringVersion: number;
    cursorRequestedAt: string | null;
    cursorAnswerId: string | null;
  },
  limit: number,
): Promise<StoredAnswer[]> {
  const { organizationId, projectId, scoringVersion, cursorRequestedAt, cursorAnswerId } = after;
  const { rows } = await db.$client.query<StoredAnswer>({
    name: 'read-answers-to-rescore',
    text,
    values: [organizationId, projectId, scoringVersion, cursorRequestedAt, cursorAnswerId, limit],
  });
  return rows;
}
