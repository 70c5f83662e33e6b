import type { TaskRecord } from '#lib/contract/tasks';
import type { Clock } from '#lib/core/clock';
import type { ClaimedRecord, Settled } from '#lib/dashboard/ingest/claim-received';
import { dailyCell } from '#lib/dashboard/ingest/daily-rows';
import { type CellEnd, endCells } from '#lib/dashboard/ingest/end-cells';
import { ensurePartitions } from '#lib/dashboard/ingest/ensure-partitions';
import {
  type CellName,
  lockOpenCells,
  type OpenCell,
  readDefinitionsOf,
} from '#lib/dashboard/ingest/open-cells';
import { readResult } from '#lib/dashboard/ingest/read-result';
import { Rollup } from '#lib/dashboard/ingest/rollup';
import { sourcesOf } from '#lib/dashboard/ingest/sources';
import { type ScoredAnswer, writeAnswers } from '#lib/dashboard/ingest/write-answers';
import { writeRollup } from '#lib/dashboard/ingest/write-rollup';
import { readCellKey } from '#lib/dashboard/runs/task-of-cell';
import { scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

export interface AnalysedRun {
  organizationId: string;
  runId: string;
}

/** A record whose cell is still open. */
interface Matched {
  taskId: string;
  record: TaskRecord;
  cell: OpenCell;
}

/**
 * Analyses claimed records in the caller's transaction: ends their cells, stores what was answered and adds it to
 * the rollups. A record whose cell has ended already changes nothing.
 */
export async function analyseRecords(
  client: Database,
  claimed: readonly ClaimedRecord[],
  { db, clock }: { db: Database; clock: Clock },
): Promise<{ settled: Settled[]; runs: AnalysedRun[] }> {
  const matched = await matchCells(client, claimed);
  const completed = matched.filter(({ record }) => record.task.status === 'COMPLETED');
  await ensurePartitions(db, completed.map(askedAt));
  const scored = await score(client, completed);
  await writeAnswers(client, scored);
  const rollup = new Rollup();
  for (const answer of scored) countAnswer(rollup, answer);
  await writeRollup(client, rollup);
  await endCells(client, endsOf(matched, scored), clock.now());
  return {
    settled: claimed.map(({ organizationId, taskId, record }) => ({
      organizationId,
      taskId,
      problem: problemOf(record),
    })),
    runs: runsOf(matched),
  };
}

async function matchCells(client: Database, claimed: readonly ClaimedRecord[]): Promise<Matched[]> {
  const named = claimed.flatMap(({ organizationId, taskId, record }) => {
    const name = readCellKey(record?.task.idempotencyKey);
    return record && name && problemOf(record) === null ? [{ organizationId, taskId, record, ...name }] : [];
  });
  // Should two tasks carry one key, the first is the cell's answer.
  const byCell = new Map(named.toReversed().map((one) => [nameOf(one), one]));
  const open = await lockOpenCells(client, [...byCell.values()]);
  return open.flatMap((cell) => {
    const found = byCell.get(nameOf({ ...cell, cellId: cell.id }));
    return found ? [{ taskId: found.taskId, record: found.record, cell }] : [];
  });
}

/** The runs of cells, each once. */
function runsOf(matched: readonly Matched[]): AnalysedRun[] {
  const runs = matched.map(({ cell: { organizationId, runId } }) => ({ organizationId, runId }));
  return [...new Map(runs.map((run) => [`${run.organizationId}:${run.runId}`, run])).values()];
}

function nameOf({ organizationId, runId, cellId }: CellName): string {
  return `${organizationId}:${runId}:${cellId}`;
}

function problemOf(record: TaskRecord | undefined): string | null {
  if (!record) return 'This is not a task record as the interface describes it.';
  if (!readCellKey(record.task.idempotencyKey)) return 'No cell of a run has sent this task.';
  const ended = record.task.status === 'COMPLETED' || record.task.status === 'FAILED';
  return ended ? null : 'The task had not ended when it was delivered.';
}

/** A history run is asked at its own past instant, any other when its task was made. */
function askedAt({ cell, record }: Matched): Date {
  return cell.kind === 'history' ? cell.runAskedAt : new Date(record.task.createdAt);
}

async function score(client: Database, completed: readonly Matched[]): Promise<ScoredAnswer[]> {
  const definitions = await readDefinitionsOf(
    client,
    completed.map(({ cell }) => cell),
  );
  return completed.map((one) => {
    const { cell, taskId, record } = one;
    const read = readResult(cell.engine, record.response);
    const sources = sourcesOf(read);
    const scorings = (definitions.get(cell.projectId) ?? []).map(({ number, scorer }) => ({
      definition: number,
      scores: read.status === 'answered' ? scoreAnswer(scorer, { text: read.text, sources }) : [],
      branded: scorer.matcher.mentionsAny(cell.promptText),
    }));
    return { cell, taskId, askedAt: askedAt(one), read, sources, scorings };
  });
}

function countAnswer(rollup: Rollup, { cell, askedAt, read, sources, scorings }: ScoredAnswer): void {
  for (const { definition, branded, scores } of scorings) {
    rollup.add({
      cell: dailyCell({ ...cell, definition, askedAt }),
      status: read.status,
      branded,
      sources,
      searchQueries: read.searchQueries,
      scores,
    });
  }
}

function endsOf(matched: readonly Matched[], scored: readonly ScoredAnswer[]): CellEnd[] {
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
