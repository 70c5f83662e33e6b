import { Rollup, toRollupKey, writeRollup } from '#lib/dashboard/ingest/rollup';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { readBrands } from '#lib/dashboard/projects/brand';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { type Context, type Database, scoped } from '#lib/db/client';

interface RescoringCursor {
  scoringVersion: number;
  /** The last answer scored: its timestamp with microseconds, and its ID. */
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

/**
 * Scores the next answers of a project under the unpublished version, and stores the cursor.
 * @returns the number of answers, 0 at the end; undefined without a rescoring
 */
export async function rescoreBatch(
  context: Context,
  { projectId, batchSize = 500 }: { projectId: string; batchSize?: number | undefined },
): Promise<number | undefined> {
  return scoped(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<RescoringCursor>({
      name: 'lock-rescoring',
      text: `SELECT rescore_jobs.scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId" FROM rescore_jobs
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescore_jobs.organization_id = $1 AND project_id = $2
               AND rescore_jobs.scoring_version > projects.scoring_version FOR UPDATE OF rescore_jobs`,
      values: [organizationId, projectId],
    });
    const cursor = rows[0];
    if (!cursor) return undefined;
    const { scoringVersion } = cursor;
    const after = { organizationId, projectId, ...cursor };
    const answers = await readStoredAnswers(db, after, batchSize);
    const last = answers.at(-1);
    if (!last) return 0;
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const scorer = compileScorer(brands);
    const scored = answers.map((answer) => ({
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
        key: toRollupKey({ ...answer, organizationId, projectId, scoringVersion }),
        branded: scorer.matcher.mentionsAny(answer.promptText),
        scores,
      });
    }
    await writeRollup(db, rollup);
    await db.$client.query({
      name: 'advance-rescoring',
      text: `UPDATE rescore_jobs SET scored_count = scored_count + $3, cursor_requested_at = $4::timestamptz, cursor_answer_id = $5, heartbeat_at = $6
             WHERE organization_id = $1 AND project_id = $2`,
      values: [organizationId, projectId, answers.length, last.requestedAtText, last.id, clock.now()],
    });
    return answers.length;
  });
}

/** A stored answer with what rescoring needs. */
export interface StoredAnswer {
  id: string;
  requestedAt: Date;
  /** The same timestamp with microseconds. */
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

/** Returns the next answers that a scoring version has not scored, newest first. */
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
