import type { TaskRecord } from '#lib/contract/tasks';
import type { Clock } from '#lib/core/time';
import { listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { Rollup, toRollupKey, writeRollup } from '#lib/dashboard/ingest/rollup';
import { type ClaimedRecord, type SettledRecord, settleInInbox } from '#lib/dashboard/ingest/webhook-inbox';
import {
  ensurePartitions,
  type OpenItem,
  type ScoredAnswer,
  writeAnswers,
} from '#lib/dashboard/ingest/write-answers';
import { type EndedItem, endItems } from '#lib/dashboard/runs/run-store';
import { parseIdempotencyKey } from '#lib/dashboard/runs/send-run';
import { scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { readScoringVersions, type ScoringVersion } from '#lib/dashboard/scoring/scoring-version';
import type { Database } from '#lib/db/client';

export interface IngestedRun {
  organizationId: string;
  runId: string;
}

/** A record with its run item, which is still open. */
interface MatchedRecord {
  taskId: string;
  record: TaskRecord;
  item: OpenItem;
}

/**
 * Ingests claimed records in the caller's transaction: stores and scores their answers, adds them to the rollups and
 * ends their run items. A record whose item already ended changes nothing.
 * @param tx the transaction
 * @param db a pool, on which missing partitions are created
 */
export async function ingestRecords(
  tx: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock }: { db: Database; clock: Clock },
): Promise<{ settled: SettledRecord[]; runs: IngestedRun[] }> {
  const matched = await matchItems(tx, claimed);
  const completed = matched.filter(({ record }) => record.task.status === 'COMPLETED');
  await ensurePartitions(tx, db, completed.map(getRequestedAt));
  const answers = await scoreAnswers(tx, completed);
  await writeAnswers(tx, answers);
  const rollup = new Rollup();
  for (const answer of answers) addToRollup(rollup, answer);
  await writeRollup(tx, rollup);
  await endItems(tx, toEndedItems(matched, answers), clock.now());
  return {
    settled: claimed.map(({ organizationId, taskId, record }) => ({
      organizationId,
      taskId,
      error: findError(record),
    })),
    runs: listRuns(matched),
  };
}

async function matchItems(tx: Database, claimed: readonly ClaimedRecord[]): Promise<MatchedRecord[]> {
  const candidates = claimed.flatMap(({ organizationId, taskId, record }) => {
    const key = parseIdempotencyKey(record?.task.idempotencyKey);
    return record && key && findError(record) === null ? [{ organizationId, taskId, record, ...key }] : [];
  });
  // If two tasks have the same key, the first one is used.
  const byItem = new Map(candidates.toReversed().map((candidate) => [toText(candidate), candidate]));
  const openItems = await lockOpenItems(tx, [...byItem.values()]);
  return openItems.flatMap((item) => {
    const candidate = byItem.get(toText({ ...item, itemId: item.id }));
    return candidate ? [{ taskId: candidate.taskId, record: candidate.record, item }] : [];
  });
}

function listRuns(matched: readonly MatchedRecord[]): IngestedRun[] {
  const runs = matched.map(({ item: { organizationId, runId } }) => ({ organizationId, runId }));
  return [...new Map(runs.map((run) => [`${run.organizationId}:${run.runId}`, run])).values()];
}

function toText({ organizationId, runId, itemId }: ItemKey): string {
  return `${organizationId}:${runId}:${itemId}`;
}

function findError(record: TaskRecord | undefined): string | null {
  if (!record) return 'This is not a valid task record.';
  if (!parseIdempotencyKey(record.task.idempotencyKey)) return 'This task does not belong to any run.';
  const isDone = record.task.status === 'COMPLETED' || record.task.status === 'FAILED';
  return isDone ? null : 'The task was not completed when it was delivered.';
}

function getRequestedAt({ item, record }: MatchedRecord): Date {
  return item.kind === 'history' ? item.runRequestedAt : new Date(record.task.createdAt);
}

async function scoreAnswers(tx: Database, completed: readonly MatchedRecord[]): Promise<ScoredAnswer[]> {
  const versions = await readItemScoringVersions(
    tx,
    completed.map(({ item }) => item),
  );
  return completed.map((matched) => {
    const { item, taskId, record } = matched;
    const read = readAnswer(item.engine, record.response);
    const sources = listSources(read);
    const scores = (versions.get(item.projectId) ?? []).map(({ version, scorer }) => ({
      scoringVersion: version,
      scores: read.status === 'answered' ? scoreAnswer(scorer, { text: read.text, sources }) : [],
      branded: scorer.matcher.mentionsAny(item.promptText),
    }));
    return { item, taskId, requestedAt: getRequestedAt(matched), read, sources, scores };
  });
}

function addToRollup(rollup: Rollup, { item, requestedAt, read, sources, scores }: ScoredAnswer): void {
  for (const version of scores) {
    rollup.add({
      key: toRollupKey({ ...item, scoringVersion: version.scoringVersion, requestedAt }),
      status: read.status,
      branded: version.branded,
      sources,
      searchQueries: read.searchQueries,
      scores: version.scores,
    });
  }
}

function toEndedItems(matched: readonly MatchedRecord[], answers: readonly ScoredAnswer[]): EndedItem[] {
  const statuses = new Map(answers.map(({ taskId, read }) => [taskId, read.status]));
  return matched.map(({ item: { organizationId, runId, id }, taskId, record }) => {
    const status = statuses.get(taskId) ?? 'failed';
    const errorCode = status === 'failed' ? getErrorCode(record) : null;
    return { organizationId, runId, id, taskId, status, errorCode };
  });
}

function getErrorCode(record: TaskRecord): string {
  const error = record.response?.error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}

const storageError = 'The database rejected the data of this answer. The record is kept as received.';

/** Settles a record that the database rejects: the error is stored with it, and its item ends as unreadable. */
export async function quarantine(
  tx: Database,
  { organizationId, taskId, record }: ClaimedRecord,
  now: Date,
): Promise<IngestedRun[]> {
  await settleInInbox(tx, [{ organizationId, taskId, error: storageError }], now);
  const key = parseIdempotencyKey(record?.task.idempotencyKey);
  if (!key) return [];
  const { runId, itemId: id } = key;
  await endItems(tx, [{ organizationId, runId, id, taskId, status: 'unreadable', errorCode: null }], now);
  return [{ organizationId, runId }];
}

export interface ItemKey {
  organizationId: string;
  runId: string;
  itemId: string;
}

/**
 * Locks and returns those of the items that are still open, so that each is ended once. Before that it locks their
 * projects in share mode, so that brands cannot change until the answers are scored (see `lockProject`).
 */
async function lockOpenItems(tx: Database, keys: readonly ItemKey[]): Promise<OpenItem[]> {
  const organizations = keys.map((key) => key.organizationId);
  const runs = keys.map((key) => key.runId);
  await tx.$client.query({
    name: 'share-project-locks',
    text: `
      SELECT 1 FROM projects WHERE (organization_id, id) IN (
        SELECT runs.organization_id, runs.project_id
        FROM unnest($1::uuid[], $2::uuid[]) AS given (organization_id, run_id)
        JOIN runs ON runs.organization_id = given.organization_id AND runs.id = given.run_id
      ) ORDER BY organization_id, id FOR SHARE`,
    values: [organizations, runs],
  });
  const { rows } = await tx.$client.query<OpenItem>({
    name: 'lock-open-items',
    text: `
      SELECT run_items.organization_id AS "organizationId", run_items.run_id AS "runId", run_items.id,
        runs.project_id AS "projectId", run_items.prompt_id AS "promptId", prompts.text AS "promptText",
        run_items.engine, run_items.country, run_items.sample, runs.kind, runs.requested_at AS "runRequestedAt"
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (organization_id, run_id, id)
      JOIN run_items ON run_items.organization_id = given.organization_id AND run_items.run_id = given.run_id
        AND run_items.id = given.id
      JOIN runs ON runs.organization_id = run_items.organization_id AND runs.id = run_items.run_id
      JOIN prompts ON prompts.organization_id = run_items.organization_id AND prompts.id = run_items.prompt_id
      WHERE run_items.status IN ('pending', 'sent')
      ORDER BY run_items.organization_id, run_items.run_id, run_items.id
      FOR UPDATE OF run_items`,
    values: [organizations, runs, keys.map((key) => key.itemId)],
  });
  return rows;
}

/** Returns the scoring versions of the items' projects, by project ID. */
async function readItemScoringVersions(
  tx: Database,
  items: readonly OpenItem[],
): Promise<Map<string, ScoringVersion[]>> {
  const versions = new Map<string, ScoringVersion[]>();
  for (const [organizationId, own] of Map.groupBy(items, (item) => item.organizationId)) {
    const projectIds = [...new Set(own.map((item) => item.projectId))];
    for (const entry of await readScoringVersions(tx, organizationId, projectIds)) versions.set(...entry);
  }
  return versions;
}
