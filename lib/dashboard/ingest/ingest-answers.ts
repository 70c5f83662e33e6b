import { describeError, isDataError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { ingestBatchSeconds, ingestDelaySeconds } from '#lib/core/process-metrics';
import type { Clock } from '#lib/core/time';
import { recordSpan } from '#lib/core/tracing';
import { findError, type MatchedRecord, matchItems } from '#lib/dashboard/ingest/match-items';
import { hasStructure, listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { readFailure } from '#lib/dashboard/ingest/read-failure';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import { toRollupKey } from '#lib/dashboard/ingest/rollup-rows';
import {
  type ClaimedRecord,
  claimInboxRecord,
  claimInboxRecords,
  completeInboxRecords,
  type InboxKey,
  listWaitingOrganizations,
} from '#lib/dashboard/ingest/webhook-inbox';
import {
  ensurePartitions,
  type OpenRunItem,
  type ScoredAnswer,
  writeAnswers,
} from '#lib/dashboard/ingest/write-answers';
import {
  type CompletedRun,
  completeItems,
  completeRuns,
  type EndedItem,
  type RunKey,
} from '#lib/dashboard/runs/run-store';
import { parseIdempotencyKey } from '#lib/dashboard/runs/send-run';
import {
  type compileScorer,
  createScorerCache,
  readScoringVersions,
  type ScoringVersion,
  scoreAnswer,
} from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/database';
import { withSavepoint } from '#lib/db/savepoint';
import { transaction } from '#lib/db/transaction';

/** Maximum number of records per transaction. */
const batchSize = 100;
/** Number of concurrent batches: this process scores one while the database writes the other. */
const concurrency = 2;

interface IngestDeps {
  /** A pool, since each batch runs in a separate transaction. */
  db: Database;
  clock: Clock;
  /** Compiles scorers; by default, with a cache for this call. */
  compileScorer?: typeof compileScorer;
}

/**
 * Ingests all records of the webhook inbox in batches. Each answer is stored, scored and added to the rollups exactly
 * once, even if its task was delivered more than once. Safe to run concurrently.
 * @returns the number of records, and the runs that they completed
 */
export async function ingestAnswers(
  deps: IngestDeps,
  signal?: AbortSignal,
): Promise<{ records: number; completedRuns: CompletedRun[] }> {
  const cachingDeps = { compileScorer: createScorerCache(), ...deps };
  const total = { records: 0, completedRuns: [] as CompletedRun[] };
  const failures: unknown[] = [];
  const ingestBatches = async (loopIndex: number) => {
    while (!signal?.aborted && failures.length === 0) {
      const batch = await ingestBatch(cachingDeps, loopIndex);
      if (batch.records === 0) break;
      total.records += batch.records;
      total.completedRuns.push(...(await completeRuns(deps.db, batch.runs, deps.clock.now())));
    }
  };
  const collectFailure = (error: unknown) => failures.push(error);
  await Promise.all(
    Array.from({ length: concurrency }, (_, loopIndex) => ingestBatches(loopIndex).catch(collectFailure)),
  );
  if (failures.length > 0) throw failures[0];
  return total;
}

interface Batch {
  records: number;
  /** Runs whose items these records ended. */
  runs: RunKey[];
}

/**
 * Ingests a batch of one organization. The concurrent loops of `ingestAnswers` start with different organizations, so that
 * they rarely work on the same one.
 */
async function ingestBatch(deps: IngestDeps, loopIndex: number): Promise<Batch> {
  const waiting = await listWaitingOrganizations(deps.db);
  const first = loopIndex % Math.max(1, waiting.length);
  for (const organizationId of [...waiting.slice(first), ...waiting.slice(0, first)]) {
    const batch = await ingestOrganization(deps, organizationId);
    if (batch.records > 0) return batch;
  }
  return { records: 0, runs: [] };
}

async function ingestOrganization(deps: IngestDeps, organizationId: string): Promise<Batch> {
  let claimed: ClaimedRecord[] = [];
  try {
    const startedAt = deps.clock.now();
    const endTimer = ingestBatchSeconds.startTimer();
    const batch = await transaction(deps.db, async (tx) => {
      claimed = await claimInboxRecords(tx, organizationId, batchSize);
      return { records: claimed.length, runs: await ingestRecords(tx, claimed, deps) };
    });
    if (claimed.length > 0) endTimer();
    observeIngest(claimed, startedAt, deps.clock.now());
    return batch;
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.warn(
      { error: describeError(error), records: claimed.length },
      'batch rejected by the database; ingesting records one by one',
    );
  }
  // Ingests each record in a separate transaction, so that only the rejected one is quarantined.
  const batch: Batch = { records: 0, runs: [] };
  for (const key of claimed) {
    const { records, runs } = await ingestSingleRecord(deps, key);
    batch.records += records;
    batch.runs.push(...runs);
  }
  return batch;
}

function observeIngest(claimed: readonly ClaimedRecord[], startedAt: Date, endedAt: Date): void {
  for (const { receivedAt, traceParent: parent, taskId } of claimed) {
    ingestDelaySeconds.observe((endedAt.getTime() - receivedAt.getTime()) / 1000);
    if (parent === null) continue;
    const attributes = { 'answerscope.task.id': taskId };
    recordSpan('ingest', { kind: 'consumer', parent, attributes }, startedAt, endedAt);
  }
}

function ingestSingleRecord(deps: IngestDeps, key: InboxKey): Promise<Batch> {
  return transaction(deps.db, async (tx) => {
    const record = await claimInboxRecord(tx, key);
    // Another process ingests it.
    if (!record) return { records: 0, runs: [] };
    try {
      return { records: 1, runs: await withSavepoint(tx, () => ingestRecords(tx, [record], deps)) };
    } catch (error) {
      if (!isDataError(error)) throw error;
      return { records: 1, runs: await quarantineRecord(tx, record, deps.clock.now()) };
    }
  });
}

/**
 * Ingests claimed records in the transaction `tx`: scores and stores their answers, adds them to the rollups, ends their
 * run items and marks the records as ingested. A record whose item already ended changes nothing.
 * @returns the runs of the ended items
 */
async function ingestRecords(
  tx: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock, compileScorer }: IngestDeps,
): Promise<RunKey[]> {
  if (claimed.length === 0) return [];
  const matched = await matchItems(tx, claimed);
  const completed = matched.filter(({ record }) => record.task.status === 'COMPLETED');
  await ensurePartitions(tx, db, completed.map(getRequestedAt));
  const answers = await scoreAnswers(tx, completed, compileScorer);
  await writeAnswers(tx, answers);
  const rollup = new Rollup();
  for (const answer of answers) addToRollup(rollup, answer);
  await writeRollup(tx, rollup, clock.now());
  await completeItems(tx, toEndedItems(matched, answers), clock.now());
  const settled = claimed.map(({ record, ...key }) => ({ ...key, error: findError(record) }));
  await completeInboxRecords(tx, settled, clock.now());
  const runs = matched.map(({ item: { organizationId, runId } }) => ({ organizationId, runId }));
  return [...new Map(runs.map((run) => [`${run.organizationId}:${run.runId}`, run])).values()];
}

function getRequestedAt({ item, record }: MatchedRecord): Date {
  return item.kind === 'backfill' ? item.runRequestedAt : new Date(record.task.createdAt);
}

async function scoreAnswers(
  tx: Database,
  completed: readonly MatchedRecord[],
  compile: IngestDeps['compileScorer'],
): Promise<ScoredAnswer[]> {
  const items = completed.map(({ item }) => item);
  const versionsByProject = await readItemScoringVersions(tx, items, compile);
  return completed.map((matched) => {
    const { item, taskId, record } = matched;
    const normalized = readAnswer(item.engine, record.response);
    const listed = listSources(normalized);
    const versions = (versionsByProject.get(item.projectId) ?? []).map(({ version, timeZone, scorer }) => {
      const sources = scorer.locateSources(listed);
      return {
        scoringVersion: version,
        timeZone,
        classifier: scorer.classifier,
        sources,
        scores: normalized.status === 'answered' ? scoreAnswer(scorer, { ...normalized, sources }) : [],
        isBrandedPrompt: scorer.isBranded(item.promptText),
      };
    });
    return { item, taskId, requestedAt: getRequestedAt(matched), normalized, versions };
  });
}

function addToRollup(rollup: Rollup, { item, requestedAt, versions, normalized }: ScoredAnswer): void {
  for (const { scoringVersion, timeZone, isBrandedPrompt, sources, scores } of versions) {
    const key = toRollupKey({ ...item, scoringVersion, timeZone, requestedAt });
    rollup.add({
      ...normalized,
      key,
      isBrandedPrompt,
      sources,
      scores,
      hasStructure: hasStructure(item.engine, normalized.markdown),
    });
  }
}

function toEndedItems(matched: readonly MatchedRecord[], answers: readonly ScoredAnswer[]): EndedItem[] {
  const statuses = new Map(answers.map(({ taskId, normalized }) => [taskId, normalized.status]));
  return matched.map(({ item: { organizationId, runId, id }, taskId, record }) => {
    const status = statuses.get(taskId) ?? 'failed';
    const failure = status === 'failed' ? readFailure(record) : { errorCode: null, errorMessage: null };
    const { creditsCharged } = record.credits;
    return { organizationId, runId, id, taskId, status, ...failure, creditsCharged };
  });
}

const storageError = 'The database rejected the data of this answer. The record is kept as received.';

/** Settles a record that the database rejects: the error is stored with it, and its item ends as unreadable. */
async function quarantineRecord(
  tx: Database,
  { organizationId, taskId, record }: ClaimedRecord,
  now: Date,
): Promise<RunKey[]> {
  await completeInboxRecords(tx, [{ organizationId, taskId, error: storageError }], now);
  const key = parseIdempotencyKey(record?.task.idempotencyKey);
  if (!key) return [];
  const { runId, itemId: id } = key;
  const unreadable: EndedItem = {
    organizationId,
    runId,
    id,
    taskId,
    status: 'unreadable',
    errorCode: null,
    errorMessage: null,
    creditsCharged: record?.credits.creditsCharged ?? null,
  };
  await completeItems(tx, [unreadable], now);
  return [{ organizationId, runId }];
}

/** Returns the scoring versions of the items' projects, by project ID. */
async function readItemScoringVersions(
  tx: Database,
  items: readonly OpenRunItem[],
  compile: IngestDeps['compileScorer'],
): Promise<Map<string, ScoringVersion[]>> {
  const versions = new Map<string, ScoringVersion[]>();
  for (const [organizationId, group] of Map.groupBy(items, (item) => item.organizationId)) {
    const projectIds = [...new Set(group.map((item) => item.projectId))];
    const found = await readScoringVersions(tx, organizationId, projectIds, compile);
    for (const entry of found) versions.set(...entry);
  }
  return versions;
}
