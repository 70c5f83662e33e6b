import { and, gt, lt } from 'drizzle-orm';
import type { Clock } from '#lib/core/time';
import { hasStructure } from '#lib/dashboard/ingest/read-answer';
import {
  hasReportedCitationsSql,
  hasReportedQueriesSql,
  type ReportedValues,
} from '#lib/dashboard/ingest/reported-values';
import { rereadCitations } from '#lib/dashboard/ingest/reread-citations';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import { toRollupKey } from '#lib/dashboard/ingest/rollup-rows';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/project';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import { deleteOldScorings } from '#lib/dashboard/rescoring/delete-old-scorings';
import { normalizeBrandDomains } from '#lib/dashboard/rescoring/normalize-brand-domains';
import { rescoreProjectJob } from '#lib/dashboard/rescoring/start-rescoring';
import { type StoredSource, updateSources } from '#lib/dashboard/rescoring/update-sources';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { alerts } from '#lib/db/schema/alerts';
import { projects, rescoreJobs } from '#lib/db/schema/projects';
import { rowOf, statement } from '#lib/db/statement';
import { enqueue } from '#lib/queue/jobs';

/**
 * Rescores all answers of a project with its current brands under a new scoring version, reads the pages and sites of their
 * sources again, publishes that version and
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

/** Time without progress after which a rescoring counts as stalled. */
const stalledMs = 60_000;

/** Enqueues stalled rescorings again: their worker died or timed out. */
export async function resumeRescorings({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const stalled = await db
    .select({ organizationId: rescoreJobs.organizationId, projectId: rescoreJobs.projectId })
    .from(rescoreJobs)
    .where(lt(rescoreJobs.heartbeatAt, new Date(clock.now().getTime() - stalledMs)))
    .orderBy(rescoreJobs.heartbeatAt)
    .limit(100);
  for (const project of stalled) await enqueue(db, rescoreProjectJob, project, { key: project.projectId });
}

const lockJob = statement({
  name: 'lock-rescoring-to-publish',
  parameters: { organizationId: 'uuid', projectId: 'uuid' },
  row: rowOf<RescoringCursor>({
    scoringVersion: 'int4',
    classifier: 'text?',
    algorithm: 'int4',
    timeZone: 'text?',
    cursorRequestedAt: 'text?',
    cursorAnswerId: 'uuid?',
  }),
  isPrepared: false,
  text: `
    SELECT scoring_version AS "scoringVersion", sentiment_classifier AS classifier,
      scoring_algorithm AS algorithm, time_zone AS "timeZone",
      cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId"
    FROM rescore_jobs WHERE organization_id = :organizationId AND project_id = :projectId FOR UPDATE`,
});

/**
 * Publishes a rescoring to all readers at once, if all answers are scored. With it, a new time zone becomes that of the
 * project's days; alerts are then due, so that they wait for the end of a day in this zone.
 * @returns false if answers remain to be scored
 */
export function publishScoring(context: Context, projectId: string): Promise<boolean> {
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProject(db, organizationId, projectId);
    const [cursor] = await lockJob(db, { organizationId, projectId });
    if (cursor?.algorithm !== scoringAlgorithm) return true;
    const remaining = await readStoredAnswers(db, { organizationId, projectId, ...cursor, limit: 1 });
    if (remaining.length > 0) return false;
    const { scoringVersion, classifier: sentimentClassifier, algorithm, timeZone } = cursor;
    await db
      .update(projects)
      .set({
        scoringVersion,
        sentimentClassifier,
        scoringAlgorithm: algorithm,
        ...(timeZone !== null && { timeZone }),
      })
      .where(hasValues(projects, { organizationId, id: projectId }));
    if (timeZone !== null) {
      const now = clock.now();
      await db
        .update(alerts)
        .set({ evaluateAt: now })
        .where(and(hasValues(alerts, { organizationId, projectId }), gt(alerts.evaluateAt, now)));
    }
    return true;
  });
}

interface RescoringCursor {
  scoringVersion: number;
  /** The language model that classifies the sentences later, in a job; null if none does. */
  classifier: string | null;
  /** The algorithm that it scores with (`scoringAlgorithm`). */
  algorithm: number;
  /** The time zone of the version's days; null in a job that keeps that of the project. */
  timeZone: string | null;
  /** The answer that was scored last: its timestamp with microseconds, and its ID. Null before the first batch. */
  cursorRequestedAt: string | null;
  cursorAnswerId: string | null;
}

const lockRescoring = statement({
  name: 'lock-rescoring',
  parameters: { organizationId: 'uuid', projectId: 'uuid' },
  row: rowOf<RescoringCursor & { timeZone: string }>({
    scoringVersion: 'int4',
    classifier: 'text?',
    algorithm: 'int4',
    timeZone: 'text',
    cursorRequestedAt: 'text?',
    cursorAnswerId: 'uuid?',
  }),
  text: `
    SELECT rescore_jobs.scoring_version AS "scoringVersion", rescore_jobs.sentiment_classifier AS classifier,
      rescore_jobs.scoring_algorithm AS algorithm, coalesce(rescore_jobs.time_zone, projects.time_zone) AS "timeZone",
      cursor_requested_at::text AS "cursorRequestedAt", cursor_answer_id AS "cursorAnswerId"
    FROM rescore_jobs
    JOIN projects ON projects.organization_id = :organizationId AND projects.id = :projectId
    WHERE rescore_jobs.organization_id = :organizationId AND project_id = :projectId
      AND rescore_jobs.scoring_version > projects.scoring_version FOR UPDATE OF rescore_jobs`,
});

const advanceRescoring = statement({
  name: 'advance-rescoring',
  parameters: {
    organizationId: 'uuid',
    projectId: 'uuid',
    scored: 'int4',
    cursorRequestedAt: 'timestamptz',
    cursorAnswerId: 'uuid',
    now: 'timestamptz',
  },
  text: `
    UPDATE rescore_jobs SET scored_count = scored_count + :scored, cursor_requested_at = :cursorRequestedAt,
      cursor_answer_id = :cursorAnswerId, heartbeat_at = :now
    WHERE organization_id = :organizationId AND project_id = :projectId`,
});

/**
 * Scores the next answers of a project under the unpublished version, and stores the cursor.
 * @returns the number of answers, 0 at the end; undefined if no rescoring is under way
 */
export async function rescoreBatch(
  context: Context,
  { projectId, batchSize = 500 }: { projectId: string; batchSize?: number | undefined },
): Promise<number | undefined> {
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    const [cursor] = await lockRescoring(db, { organizationId, projectId });
    // A later or an earlier version of the code continues its own rescorings only.
    if (cursor?.algorithm !== scoringAlgorithm) return undefined;
    const { scoringVersion, classifier, timeZone } = cursor;
    const stored = await readStoredAnswers(db, { organizationId, projectId, ...cursor, limit: batchSize });
    const answers = await rereadCitations(db, organizationId, stored);
    const last = answers.at(-1);
    if (!last) return 0;
    const brands = (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    if (cursor.cursorAnswerId === null) await normalizeBrandDomains(db, organizationId, brands);
    const scorer = compileScorer(brands, classifier);
    const located = await updateSources(db, organizationId, answers, scorer);
    const scored = located.map((answer) => ({
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
        key: toRollupKey({ ...answer, organizationId, projectId, scoringVersion, timeZone }),
        isBrandedPrompt: scorer.isBranded(answer.promptText),
        scores,
        hasStructure: hasStructure(answer.engine, answer.markdown),
      });
    }
    await writeRollup(db, rollup, clock.now());
    await advanceRescoring(db, {
      organizationId,
      projectId,
      scored: answers.length,
      cursorRequestedAt: last.requestedAtText,
      cursorAnswerId: last.id,
      now: clock.now(),
    });
    return answers.length;
  });
}

interface StoredAnswer extends ReportedValues {
  id: string;
  requestedAt: Date;
  /** The same timestamp with microseconds. */
  requestedAtText: string;
  promptId: string;
  promptText: string;
  engine: string;
  country: string;
  status: 'answered' | 'no_answer' | 'unreadable';
  provider: string | null;
  model: string | null;
  text: string;
  markdown: string | null;
  searchQueries: string[];
  sources: StoredSource[];
}

/** Returns the next answers that a scoring version has not scored, newest first. */
const readStoredAnswers = statement({
  name: 'read-answers-to-rescore',
  parameters: {
    organizationId: 'uuid',
    projectId: 'uuid',
    scoringVersion: 'int4',
    cursorRequestedAt: 'timestamptz?',
    cursorAnswerId: 'uuid?',
    limit: 'int4',
  },
  row: rowOf<StoredAnswer>({
    id: 'uuid',
    requestedAt: 'timestamptz',
    requestedAtText: 'text',
    promptId: 'uuid',
    promptText: 'text',
    engine: 'text',
    country: 'text',
    status: 'text',
    provider: 'text?',
    model: 'text?',
    text: 'text',
    markdown: 'text?',
    searchQueries: 'text[]',
    hasReportedQueries: 'bool',
    hasReportedCitations: 'bool',
    sources: 'json',
  }),
  text: `
    SELECT answers.id, requested_at AS "requestedAt", requested_at::text AS "requestedAtText", prompt_id AS "promptId",
      prompts.text AS "promptText", engine, country, status, provider, model, answers.text, answers.markdown, search_queries AS "searchQueries",
      ${hasReportedQueriesSql} AS "hasReportedQueries", ${hasReportedCitationsSql} AS "hasReportedCitations",
      coalesce((
        SELECT json_agg(json_build_object('position', position, 'url', url, 'normalizedUrl', normalized_url,
          'domain', domain, 'label', label, 'citations', citations))
        FROM answer_sources WHERE answer_sources.organization_id = answers.organization_id
          AND answer_sources.requested_at = answers.requested_at AND answer_id = answers.id
      ), '[]') AS sources
    FROM answers JOIN prompts ON prompts.organization_id = answers.organization_id AND prompts.id = prompt_id
    WHERE answers.organization_id = :organizationId AND answers.project_id = :projectId
      AND answers.scoring_version < :scoringVersion
      AND (:cursorRequestedAt IS NULL OR requested_at <= :cursorRequestedAt
        AND (requested_at, answers.id) < (:cursorRequestedAt, :cursorAnswerId))
    ORDER BY requested_at DESC NULLS LAST, answers.id DESC LIMIT :limit`,
});
