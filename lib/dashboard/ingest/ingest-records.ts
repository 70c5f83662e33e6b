import type { TaskRecord } from '#lib/contract/tasks';
import type { Clock } from '#lib/core/clock';
import {
  type ItemKey,
  lockOpenItems,
  type OpenItem,
  readItemScoringVersions,
} from '#lib/dashboard/ingest/open-items';
import { listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { dailyCell, Rollup } from '#lib/dashboard/ingest/rollup';
import { type ClaimedRecord, type SettledRecord, settleInInbox } from '#lib/dashboard/ingest/webhook-inbox';
import { ensurePartitions, type ScoredAnswer, writeAnswers } from '#lib/dashboard/ingest/write-answers';
import { writeRollup } from '#lib/dashboard/ingest/write-rollup';
import { parseIdempotencyKey } from '#lib/dashboard/runs/build-task';
import { type EndedItem, endItems } from '#lib/dashboard/runs/run-store';
import { scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

export interface IngestedRun {
  organizationId: string;
  runId: string;
}

/** A record whose cell is still open. */
interface Matched {
  taskId: string;
  record: TaskRecord;
  cell: OpenItem;
}

/**
 * Analyses claimed records in the caller's transaction: ends their cells, stores what was answered and adds it to
 * the rollups. A record whose cell has ended already changes nothing.
 */
export async function ingestRecords(
  client: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock }: { db: Database; clock: Clock },
): Promise<{ settled: SettledRecord[]; runs: IngestedRun[] }> {
  const matched = await matchCells(client, claimed);
  const completed = matched.filter(({ record }) => record.task.status === 'COMPLETED');
  await ensurePartitions(db, completed.map(requestedAt));
  const scored = await score(client, completed);
  await writeAnswers(client, scored);
  const rollup = new Rollup();
  for (const answer of scored) countAnswer(rollup, answer);
  await writeRollup(client, rollup);
  await endItems(client, endsOf(matched, scored), clock.now());
  return {
    settled: claimed.map(({ organizationId, taskId, record }) => ({
      organizationId,
      taskId,
      error: findProblem(record),
    })),
    runs: runsOf(matched),
  };
}

async function matchCells(client: Database, claimed: readonly ClaimedRecord[]): Promise<Matched[]> {
  const named = claimed.flatMap(({ organizationId, taskId, record }) => {
    const name = parseIdempotencyKey(record?.task.idempotencyKey);
    return record && name && findProblem(record) === null
      ? [{ organizationId, taskId, record, ...name }]
      : [];
  });
  // Should two tasks carry one key, the first is the cell's answer.
  const byCell = new Map(named.toReversed().map((one) => [nameOf(one), one]));
  const open = await lockOpenItems(client, [...byCell.values()]);
  return open.flatMap((cell) => {
    const found = byCell.get(nameOf({ ...cell, cellId: cell.id }));
    return found ? [{ taskId: found.taskId, record: found.record, cell }] : [];
  });
}

/** The runs of cells, each once. */
function runsOf(matched: readonly Matched[]): IngestedRun[] {
  const runs = matched.map(({ cell: { organizationId, runId } }) => ({ organizationId, runId }));
  return [...new Map(runs.map((run) => [`${run.organizationId}:${run.runId}`, run])).values()];
}

function nameOf({ organizationId, runId, cellId }: ItemKey): string {
  return `${organizationId}:${runId}:${cellId}`;
}

function findProblem(record: TaskRecord | undefined): string | null {
  if (!record) return 'This is not a valid task record.';
  if (!parseIdempotencyKey(record.task.idempotencyKey)) return 'This task does not belong to any run.';
  const ended = record.task.status === 'COMPLETED' || record.task.status === 'FAILED';
  return ended ? null : 'The task was not completed when it was delivered.';
}

/** A history run is asked at its own past instant, any other when its task was made. */
function requestedAt({ cell, record }: Matched): Date {
  return cell.kind === 'history' ? cell.runRequestedAt : new Date(record.task.createdAt);
}

async function score(client: Database, completed: readonly Matched[]): Promise<ScoredAnswer[]> {
  const definitions = await readItemScoringVersions(
    client,
    completed.map(({ cell }) => cell),
  );
  return completed.map((one) => {
    const { cell, taskId, record } = one;
    const read = readAnswer(cell.engine, record.response);
    const sources = listSources(read);
    const scorings = (definitions.get(cell.projectId) ?? []).map(({ version, scorer }) => ({
      scoringVersion: version,
      scores: read.status === 'answered' ? scoreAnswer(scorer, { text: read.text, sources }) : [],
      branded: scorer.matcher.mentionsAny(cell.promptText),
    }));
    return { cell, taskId, requestedAt: requestedAt(one), read, sources, scorings };
  });
}

function countAnswer(rollup: Rollup, { cell, requestedAt, read, sources, scorings }: ScoredAnswer): void {
  for (const { scoringVersion, branded, scores } of scorings) {
    rollup.add({
      cell: dailyCell({ ...cell, scoringVersion, requestedAt }),
      status: read.status,
      branded,
      sources,
      searchQueries: read.searchQueries,
      scores,
    });
  }
}

function endsOf(matched: readonly Matched[], scored: readonly ScoredAnswer[]): EndedItem[] {
  const statuses = new Map(scored.map(({ taskId, read }) => [taskId, read.status]));
  return matched.map(({ cell, taskId, record }) => {
    const status = statuses.get(taskId) ?? 'failed';
    const errorCode = status === 'failed' ? errorCodeOf(record) : null;
    return { organizationId: cell.organizationId, runId: cell.runId, id: cell.id, taskId, status, errorCode };
  });
}

function errorCodeOf(record: TaskRecord): string {
  const error = record.response?.error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}

const storageError = 'The database rejected the data of this answer. The record is kept as received.';

/** Gives up a record that cannot be stored: it keeps the reason, and its cell ends as unreadable. */
export async function quarantine(
  client: Database,
  { organizationId, taskId, record }: ClaimedRecord,
  now: Date,
): Promise<IngestedRun[]> {
  const cell = parseIdempotencyKey(record?.task.idempotencyKey);
  if (cell) {
    await endItems(
      client,
      [{ organizationId, runId: cell.runId, id: cell.cellId, taskId, status: 'unreadable', errorCode: null }],
      now,
    );
  }
  await settleInInbox(client, [{ organizationId, taskId, error: storageError }], now);
  return cell ? [{ organizationId, runId: cell.runId }] : [];
}
