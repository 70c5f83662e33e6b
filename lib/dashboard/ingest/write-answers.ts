import type { Engine } from '#lib/contract/engines';
import type { NormalizedAnswer, SourceRow } from '#lib/dashboard/ingest/read-answer';
import { writeRows } from '#lib/dashboard/ingest/rollup';
import type { RunKey } from '#lib/dashboard/runs/run-store';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';
import { takeAdvisoryLock } from '#lib/db/advisory-locks';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';

/** A run item that can still get an answer, with the values that are stored with its answer. */
export interface OpenRunItem extends RunKey {
  id: string;
  projectId: string;
  promptId: string;
  promptText: string;
  engine: Engine;
  country: string;
  sample: number;
  kind: 'manual' | 'scheduled' | 'backfill';
  runRequestedAt: Date;
}

/** An answer that was read and scored. */
export interface ScoredAnswer {
  item: OpenRunItem;
  taskId: string;
  requestedAt: Date;
  normalized: NormalizedAnswer;
  /** One entry per scoring version: the published one, which metrics are read from, and during a rescoring also the next one. */
  versions: (VersionScores & {
    timeZone: string;
    isBrandedPrompt: boolean;
    sources: readonly SourceRow[];
  })[];
}

/** The scores of an answer under one scoring version. */
export interface VersionScores {
  scoringVersion: number;
  /** The language model that classifies its sentences later; null if none does. */
  classifier: string | null;
  scores: readonly BrandScore[];
}

export interface ItemKey extends RunKey {
  itemId: string;
}

const lockProjects = statement({
  name: 'lock-projects-for-share',
  parameters: { organizationId: 'uuid', runIds: 'uuid[]' },
  row: { locked: 'int4' },
  text: `
    SELECT 1 AS locked FROM projects WHERE organization_id = :organizationId AND id IN (
      SELECT project_id FROM runs WHERE organization_id = :organizationId AND id = ANY (:runIds)
    ) ORDER BY id FOR SHARE`,
});

const lockItems = statement({
  name: 'lock-open-items',
  parameters: { organizationId: 'uuid', keys: [{ runId: 'uuid', itemId: 'uuid' }] },
  row: rowOf<OpenRunItem>({
    organizationId: 'uuid',
    runId: 'uuid',
    id: 'uuid',
    projectId: 'uuid',
    promptId: 'uuid',
    promptText: 'text',
    engine: 'text',
    country: 'text',
    sample: 'int4',
    kind: 'text',
    runRequestedAt: 'timestamptz',
  }),
  text: `
    SELECT run_items.organization_id AS "organizationId", run_items.run_id AS "runId", run_items.id,
      runs.project_id AS "projectId", run_items.prompt_id AS "promptId", prompts.text AS "promptText",
      run_items.engine, run_items.country, run_items.sample, runs.kind, runs.requested_at AS "runRequestedAt"
    FROM :keys
    JOIN run_items ON run_items.organization_id = :organizationId AND run_items.run_id = keys.run_id
      AND run_items.id = keys.item_id
    JOIN runs ON runs.organization_id = :organizationId AND runs.id = run_items.run_id
    JOIN prompts ON prompts.organization_id = :organizationId AND prompts.id = run_items.prompt_id
    WHERE run_items.status IN ('pending', 'sent', 'not_sent')
    ORDER BY run_items.run_id, run_items.id
    FOR UPDATE OF run_items`,
});

/**
 * Locks and returns the items that can still get an answer. This includes items that were marked as not sent, because
 * their answers can still arrive. Locks their projects in share mode first, so that brands cannot change until the
 * answers are scored (see `lockProject`).
 * @param keys items of the organization
 */
export async function lockOpenRunItems(
  tx: Database,
  organizationId: string,
  keys: readonly ItemKey[],
): Promise<OpenRunItem[]> {
  await lockProjects(tx, { organizationId, runIds: [...new Set(keys.map((key) => key.runId))] });
  return lockItems(tx, { organizationId, keys });
}

const insertAnswers = statement({
  name: 'insert-answers',
  parameters: { rows: 'json' },
  row: { inserted: 'int4' },
  text: `
    INSERT INTO answers (organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country,
      sample, status, provider, model, text, markdown, search_queries, has_reported_queries, has_reported_citations,
      result, scoring_version)
    SELECT given.organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country, sample, status,
      provider, model, text, markdown, search_queries, has_reported_queries, has_reported_citations,
      coalesce(record->'response', '{}'), scoring_version
    FROM json_to_recordset(:rows) AS given (organization_id uuid, requested_at timestamptz, id uuid, project_id uuid,
      run_id uuid, task_id uuid, prompt_id uuid, engine text, country text, sample int, status text, provider text,
      model text, text text, markdown text, search_queries text[], has_reported_queries boolean, has_reported_citations boolean,
      scoring_version int)
    JOIN webhook_inbox USING (organization_id, task_id)
    RETURNING 1 AS inserted`,
});

const insertSources = statement({
  name: 'insert-sources',
  parameters: { rows: 'json' },
  row: { inserted: 'int4' },
  text: `
    INSERT INTO answer_sources (organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations)
    SELECT * FROM json_to_recordset(:rows) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
      position int, url text, normalized_url text, domain text, label text, citations int)
    RETURNING 1 AS inserted`,
});

const insertMentions = statement({
  name: 'insert-mentions',
  parameters: { rows: 'json' },
  row: { inserted: 'int4' },
  text: `
    WITH given AS (
      SELECT * FROM json_to_recordset(:rows) AS given (organization_id uuid, requested_at timestamptz, answer_id uuid,
        scoring_version int, brand_id uuid, rank int, tracked_rank int, count int, spans int[], classifier text)
    ), queued AS (
      INSERT INTO sentiment_queue (organization_id, requested_at, answer_id, scoring_version)
      SELECT DISTINCT organization_id, requested_at, answer_id, scoring_version
      FROM given JOIN sentiment_classifiers USING (organization_id)
      WHERE classifier = sentiment_classifiers.name AND requested_at >= since
      ON CONFLICT DO NOTHING
    )
    INSERT INTO mentions (organization_id, requested_at, answer_id, scoring_version, brand_id, rank, tracked_rank, count, spans)
    SELECT organization_id, requested_at, answer_id, scoring_version, brand_id, rank, tracked_rank, count, spans FROM given
    RETURNING 1 AS inserted`,
});

/** Stores answers with their sources and mentions, in the caller's transaction. Results are copied from the inbox. */
export async function writeAnswers(tx: Database, scored: readonly ScoredAnswer[]): Promise<void> {
  const rows = scored.map(({ item, taskId, requestedAt, normalized, versions }) => ({
    organization_id: item.organizationId,
    requested_at: requestedAt,
    id: item.id,
    project_id: item.projectId,
    run_id: item.runId,
    task_id: taskId,
    prompt_id: item.promptId,
    engine: item.engine,
    country: item.country,
    sample: item.sample,
    status: normalized.status,
    provider: normalized.provider,
    model: normalized.model,
    text: normalized.text,
    markdown: normalized.markdown,
    search_queries: normalized.searchQueries,
    has_reported_queries: normalized.hasReportedQueries,
    has_reported_citations: normalized.hasReportedCitations,
    scoring_version: Math.max(...versions.map(({ scoringVersion }) => scoringVersion)),
  }));
  await writeRows(tx, insertAnswers, rows);
  // The sites of the newest version are stored, as a rescoring does.
  const sources = scored.flatMap((answer) => {
    const newest = answer.versions.toSorted((a, b) => b.scoringVersion - a.scoringVersion)[0];
    return (newest?.sources ?? []).map((source) => ({ ...toAnswerKey(answer), ...source }));
  });
  await writeRows(tx, insertSources, sources);
  const versionScores = scored.flatMap((answer) =>
    answer.versions.map((version) => ({ key: toAnswerKey(answer), ...version })),
  );
  await writeMentions(tx, versionScores);
}

/** The key of an answer in its sources and mentions. */
export interface AnswerKey {
  organization_id: string;
  /** Text keeps the microseconds that a `Date` drops. */
  requested_at: Date | string;
  answer_id: string;
}

/** Stores the mentions of answers, and queues the answers whose sentences a language model classifies. */
export async function writeMentions(
  tx: Database,
  scored: readonly (VersionScores & { key: AnswerKey })[],
): Promise<void> {
  const mentions = scored.flatMap(({ key, scoringVersion, classifier, scores }) =>
    scores.flatMap(({ brandId, mention }) => {
      if (!mention) return [];
      const { rank, trackedRank, count, spans } = mention;
      const values = { rank, tracked_rank: trackedRank, count, spans, classifier };
      return [{ ...key, scoring_version: scoringVersion, brand_id: brandId, ...values }];
    }),
  );
  await writeRows(tx, insertMentions, mentions);
}

function toAnswerKey({ item, requestedAt }: ScoredAnswer): AnswerKey {
  return { organization_id: item.organizationId, requested_at: requestedAt, answer_id: item.id };
}

const listMissingPartitions = statement({
  name: 'list-missing-partitions',
  parameters: { months: 'date[]' },
  row: { month: 'text' },
  text: `
    SELECT month::text AS month FROM unnest(:months) AS month
    WHERE to_regclass('mentions_' || to_char(month, 'YYYY_MM')) IS NULL`,
});

const createPartitions = statement({
  name: 'create-answer-partitions',
  parameters: { month: 'date' },
  row: { created: 'void' },
  isPrepared: false,
  text: 'SELECT ensure_answer_partitions(:month) AS created',
});

/**
 * Creates missing monthly partitions for answers of these instants. It commits separately on `db`, because creating a
 * partition blocks readers of the table until its transaction ends.
 */
export async function ensurePartitions(tx: Database, db: Database, instants: readonly Date[]): Promise<void> {
  const months = [...new Set(instants.map((instant) => `${instant.toISOString().slice(0, 7)}-01`))];
  if (months.length === 0) return;
  for (const { month } of await listMissingPartitions(tx, { months })) {
    await transaction(db, async (separateTx) => {
      await takeAdvisoryLock(separateTx, 'answerPartitions');
      const [missing] = await listMissingPartitions(separateTx, { months: [month] });
      if (missing) await createPartitions(separateTx, missing);
    });
  }
}
