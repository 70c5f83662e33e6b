import type { Clock } from '#lib/core/time';
import { Rollup, toRollupKey, writeRollup } from '#lib/dashboard/ingest/rollup';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/project';
import { rescoreProjectJob } from '#lib/dashboard/rescoring/start-rescoring';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { type Context, type Database, withOrganization } from '#lib/db/client';
import { enqueue } from '#lib/queue/jobs';

/**
 * Rescores all answers of a project with its current brands under a new scoring version, publishes that version and
 * deletes the old one. Each batch is a transaction that also stores the cursor, so that an interrupted rescoring
 * resumes and concurrent calls share the batches. Another change of the brands restarts it. Until the new version is
 * published, ingestion scores new answers under both versions (`readScoringVersions`).
 * @returns the number of answers scored by this call
 */
export async function rescoreProject(
  context: Context,
  { projectId, signal, batchSize }: { projectId: string; signal?: AbortSignal; batchSize?: number },
): Promise<number> {
  let answers = 0;
  while (!signal?.aborted) {
    const scored = await rescoreBatch(context, { projectId, batchSize });
    if (scored === undefined) break;
    answers += scored;
    if (scored > 0) continue;
    if (await publishScoring(context, projectId)) break;
  }
  if (!signal?.aborted) await deleteOldScorings(context, projectId, signal);
  return answers;
}

/** Minutes without progress after which a rescoring counts as stalled. */
const stalledMinutes = 1;

/** Enqueues stalled rescorings again: their worker died or timed out. */
export async function resumeRescorings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string; projectId: string }>(
    `SELECT organization_id AS "organizationId", project_id AS "projectId" FROM rescore_jobs
     WHERE heartbeat_at < $1::timestamptz - make_interval(mins => $2) ORDER BY heartbeat_at LIMIT 100`,
    [clock.now(), stalledMinutes],
  );
  for (const project of rows) await enqueue(db, rescoreProjectJob, project, { key: project.projectId });
}

/**
 * Publishes a rescoring to all readers at once, if all answers are scored.
 * @returns false if answers remain to be scored
 */
export function publishScoring(context: Context, projectId: string): Promise<boolean> {
  return withOrganization(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    const { rows } = await db.$client.query<RescoringCursor>(
      `SELECT scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId",
         rescore_jobs.sentiment_classifier AS classifier FROM rescore_jobs
       WHERE organization_id = $1 AND project_id = $2 FOR UPDATE`,
      [organizationId, projectId],
    );
    const [cursor] = rows;
    if (!cursor) return true;
    const remaining = await readStoredAnswers(db, { organizationId, projectId, ...cursor }, 1);
    if (remaining.length > 0) return false;
    await db.$client.query(
      `UPDATE projects SET scoring_version = $3, sentiment_classifier = $4 WHERE organization_id = $1 AND id = $2`,
      [organizationId, projectId, cursor.scoringVersion, cursor.classifier],
    );
    return true;
  });
}

const rollupTables = [
  'daily_answers',
  'daily_brands',
  'daily_aspects',
  'daily_domains',
  'daily_queries',
  'monthly_answers',
  'monthly_brands',
  'monthly_domains',
  'rollup_months',
];
const publishedVersion =
  '(SELECT projects.scoring_version FROM projects WHERE projects.organization_id = $1 AND projects.id = $2)';

const deleteOldMentions = `
  DELETE FROM mentions USING answers
  WHERE answers.organization_id = $1 AND answers.project_id = $2
    AND answers.requested_at >= $3::date::timestamp AT TIME ZONE 'UTC'
    AND answers.requested_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
    AND mentions.organization_id = $1 AND mentions.requested_at = answers.requested_at AND mentions.answer_id = answers.id
    AND mentions.scoring_version < ${publishedVersion}`;

/**
 * Deletes the rows of versions older than the published one, day by day, and then the completed rescoring. Nothing
 * reads or writes these rows, so an interrupted deletion is finished by the next call.
 */
export async function deleteOldScorings(
  context: Context,
  projectId: string,
  signal?: AbortSignal,
): Promise<void> {
  const values = [context.organizationId, projectId];
  const query = <T extends object = object>(text: string, more: unknown[] = []) =>
    withOrganization(context, ({ db }) => db.$client.query<T>(text, [...values, ...more]));
  const { rows: days } = await query<{ day: string }>(
    `SELECT DISTINCT day::text AS day FROM daily_answers JOIN rescore_jobs USING (organization_id, project_id)
     WHERE organization_id = $1 AND project_id = $2 ORDER BY day`,
  );
  for (const { day } of days) {
    if (signal?.aborted) return;
    await query(deleteOldMentions, [day]);
  }
  for (const table of rollupTables) {
    await query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND project_id = $2 AND scoring_version < ${publishedVersion}`,
    );
  }
  await query(
    `DELETE FROM rescore_jobs WHERE organization_id = $1 AND project_id = $2 AND scoring_version = ${publishedVersion}`,
  );
}

interface RescoringCursor {
  scoringVersion: number;
  /** The language model that classifies the sentences later, in a job; null if the built-in word list classifies them during the rescoring. */
  classifier: string | null;
  /** The answer that was scored last: its timestamp with microseconds, and its ID. Null before the first batch. */
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

/**
 * Scores the next answers of a project under the unpublished version, and stores the cursor.
 * @returns the number of answers, 0 at the end; undefined if no rescoring is under way
 */
export async function rescoreBatch(
  context: Context,
  { projectId, batchSize = 500 }: { projectId: string; batchSize?: number | undefined },
): Promise<number | undefined> {
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    const { rows } = await db.$client.query<RescoringCursor>({
      name: 'lock-rescoring',
      text: `SELECT rescore_jobs.scoring_version AS "scoringVersion", cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId",
         rescore_jobs.sentiment_classifier AS classifier FROM rescore_jobs
             JOIN projects ON projects.organization_id = $1 AND projects.id = $2
             WHERE rescore_jobs.organization_id = $1 AND project_id = $2
               AND rescore_jobs.scoring_version > projects.scoring_version FOR UPDATE OF rescore_jobs`,
      values: [organizationId, projectId],
    });
    const [cursor] = rows;
    if (!cursor) return undefined;
    const { scoringVersion, classifier } = cursor;
    const answers = await readStoredAnswers(db, { organizationId, projectId, ...cursor }, batchSize);
    const last = answers.at(-1);
    if (!last) return 0;
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const scorer = compileScorer(brands, classifier);
    const scored = answers.map((answer) => ({
      answer,
      scoringVersion,
      classifier,
      key: { organization_id: organizationId, requested_at: answer.requestedAtText, answer_id: answer.id },
      scores: answer.status === 'answered' ? scoreAnswer(scorer, answer) : [],
    }));
    await writeMentions(db, scored);
    const rollup = new Rollup();
    for (const { answer, scores } of scored) {
      rollup.add({
        ...answer,
        key: toRollupKey({ ...answer, organizationId, projectId, scoringVersion }),
        isBrandedPrompt: scorer.isBranded(answer.promptText),
        scores,
      });
    }
    await writeRollup(db, rollup, clock.now());
    await db.$client.query({
      name: 'advance-rescoring',
      text: `UPDATE rescore_jobs SET scored_count = scored_count + $3, cursor_requested_at = $4::timestamptz, cursor_answer_id = $5, heartbeat_at = $6
             WHERE organization_id = $1 AND project_id = $2`,
      values: [organizationId, projectId, answers.length, last.requestedAtText, last.id, clock.now()],
    });
    return answers.length;
  });
}

interface StoredAnswer {
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

const selectStoredAnswers = `
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
async function readStoredAnswers(
  db: Database,
  after: RescoringCursor & { organizationId: string; projectId: string },
  limit: number,
): Promise<StoredAnswer[]> {
  const { organizationId, projectId, scoringVersion, cursorRequestedAt, cursorAnswerId } = after;
  const { rows } = await db.$client.query<StoredAnswer>({
    name: 'read-answers-to-rescore',
    text: selectStoredAnswers,
    values: [organizationId, projectId, scoringVersion, cursorRequestedAt, cursorAnswerId, limit],
  });
  return rows;
}
