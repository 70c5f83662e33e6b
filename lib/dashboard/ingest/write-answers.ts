import type { OpenItem } from '#lib/dashboard/ingest/open-items';
import type { ReadAnswer, SourceRow } from '#lib/dashboard/ingest/read-answer';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { type Database, transaction } from '#lib/db/client';

/** An answer read and scored, ready to be stored. */
export interface ScoredAnswer {
  cell: OpenItem;
  taskId: string;
  requestedAt: Date;
  read: ReadAnswer;
  sources: SourceRow[];
  /** By each definition of its project, the shown one first. */
  scorings: Scoring[];
}

/** What one definition of the brands makes of an answer. */
export interface Scoring {
  scoringVersion: number;
  scores: BrandScore[];
  /** Whether the prompt names a tracked brand. */
  branded: boolean;
}

const insertAnswers = `
  INSERT INTO answers (organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country,
    sample, status, model, text, markdown, search_queries, result, scoring_version)
  SELECT given.organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country, sample, status,
    model, text, markdown, search_queries, coalesce(record->'response', '{}'), scoring_version
  FROM json_to_recordset($1::json) AS given (organization_id uuid, requested_at timestamptz, id uuid, project_id uuid,
    run_id uuid, task_id uuid, prompt_id uuid, engine text, country text, sample int, status text, model text,
    text text, markdown text, search_queries text[], scoring_version int)
  JOIN webhook_inbox USING (organization_id, task_id)`;

const insertSources = `
  INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations)
  SELECT * FROM json_to_recordset($1::json) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
    position int, url text, normalized_url text, domain text, label text, citations int)`;

const insertMentions = `
  INSERT INTO mentions (organization_id, requested_at, answer_id, scoring_version, brand_id, rank, count, spans)
  SELECT * FROM json_to_recordset($1::json) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
    scoring_version int, brand_id uuid, rank int, count int, spans int[])`;

/**
 * Stores answers with their sources and mentions, in the caller's transaction. Their results are copied from what
 * was received.
 */
export async function writeAnswers(client: Database, scored: readonly ScoredAnswer[]): Promise<void> {
  if (scored.length === 0) return;
  const rows = scored.map(({ cell, taskId, requestedAt, read, scorings }) => ({
    organization_id: cell.organizationId,
    requested_at: requestedAt,
    id: cell.id,
    project_id: cell.projectId,
    run_id: cell.runId,
    task_id: taskId,
    prompt_id: cell.promptId,
    engine: cell.engine,
    country: cell.country,
    sample: cell.sample,
    status: read.status,
    model: read.model,
    text: read.text,
    markdown: read.markdown,
    search_queries: read.searchQueries,
    scoring_version: Math.max(...scorings.map(({ scoringVersion }) => scoringVersion)),
  }));
  await client.$client.query({ name: 'insert-answers', text: insertAnswers, values: [JSON.stringify(rows)] });
  const sources = scored.flatMap((answer) =>
    answer.sources.map((source) => ({ ...keyOf(answer), ...source })),
  );
  if (sources.length > 0) {
    await client.$client.query({
      name: 'insert-sources',
      text: insertSources,
      values: [JSON.stringify(sources)],
    });
  }
  await writeMentions(
    client,
    scored.flatMap((answer) =>
      answer.scorings.map(({ scoringVersion, scores }) => ({ key: keyOf(answer), scoringVersion, scores })),
    ),
  );
}

/** The key of an answer under which its sources and mentions stand. */
export interface AnswerKey {
  organization_id: string;
  /** As text it is to the microsecond. */
  requested_at: Date | string;
  answer_id: string;
}

/** Stores the mentions of answers. */
export async function writeMentions(
  client: Database,
  scored: readonly { key: AnswerKey; scoringVersion: number; scores: readonly BrandScore[] }[],
): Promise<void> {
  const mentions = scored.flatMap(({ key, scoringVersion, scores }) =>
    scores.flatMap(({ brandId, mention }) =>
      mention
        ? [
            {
              ...key,
              scoring_version: scoringVersion,
              brand_id: brandId,
              rank: mention.rank,
              count: mention.count,
              spans: mention.spans,
            },
          ]
        : [],
    ),
  );
  if (mentions.length === 0) return;
  await client.$client.query({
    name: 'insert-mentions',
    text: insertMentions,
    values: [JSON.stringify(mentions)],
  });
}

function keyOf({ cell, requestedAt }: ScoredAnswer): AnswerKey {
  return { organization_id: cell.organizationId, requested_at: requestedAt, answer_id: cell.id };
}

const madeOn = new WeakMap<Database, Set<string>>();

/**
 * Makes the monthly partitions that answers of these instants go to. In a transaction of its own, for making one
 * keeps readers of the table waiting until it ends; months made before cost nothing.
 */
export async function ensurePartitions(db: Database, instants: readonly Date[]): Promise<void> {
  const made = madeOn.get(db) ?? new Set<string>();
  madeOn.set(db, made);
  const months = new Set(instants.map((instant) => `${instant.toISOString().slice(0, 7)}-01`));
  for (const month of months) {
    if (made.has(month)) continue;
    await transaction(db, async (client) => {
      await client.$client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.answerPartitions]);
      const { rows } = await client.$client.query<{ missing: boolean }>(
        'SELECT to_regclass($1) IS NULL AS missing',
        [`mentions_${month.slice(0, 7).replace('-', '_')}`],
      );
      if (rows[0]?.missing) await client.$client.query('SELECT ensure_answer_partitions($1::date)', [month]);
    });
    made.add(month);
  }
}
