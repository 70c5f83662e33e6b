import type { TaskRecord } from '#lib/contract/tasks';
import type { ClaimedRecord } from '#lib/dashboard/ingest/webhook-inbox';
import { type ItemKey, lockOpenRunItems, type OpenRunItem } from '#lib/dashboard/ingest/write-answers';
import { parseIdempotencyKey } from '#lib/dashboard/runs/send-run';
import type { Database } from '#lib/db/database';

/** A record with its run item, which is still open. */
export interface MatchedRecord {
  taskId: string;
  record: TaskRecord;
  item: OpenRunItem;
}

/** Finds and locks the run items of claimed records. Records with an error (see `findError`) have none. */
export async function matchItems(tx: Database, claimed: readonly ClaimedRecord[]): Promise<MatchedRecord[]> {
  const candidates = claimed.flatMap(({ organizationId, taskId, record }) => {
    const key = parseIdempotencyKey(record?.task.idempotencyKey);
    return record && key && findError(record) === null ? [{ organizationId, taskId, record, ...key }] : [];
  });
  const formatKey = ({ organizationId, runId, itemId }: ItemKey) => `${organizationId}:${runId}:${itemId}`;
  // If two tasks have the same key, the first one is used.
  const byItem = new Map(candidates.toReversed().map((candidate) => [formatKey(candidate), candidate]));
  const items = Map.groupBy(byItem.values(), ({ organizationId }) => organizationId);
  const openItems: OpenRunItem[] = [];
  for (const [id, keys] of items) openItems.push(...(await lockOpenRunItems(tx, id, keys)));
  return openItems.flatMap((item) => {
    const candidate = byItem.get(formatKey({ ...item, itemId: item.id }));
    return candidate ? [{ taskId: candidate.taskId, record: candidate.record, item }] : [];
  });
}

/** Returns why no answer can be stored from a record, as a sentence; null if one can. */
export function findError(record: TaskRecord | undefined): string | null {
  if (!record) return 'The record is not a valid task record.';
  if (!parseIdempotencyKey(record.task.idempotencyKey)) return 'The task does not belong to a run.';
  const isDone = record.task.status === 'COMPLETED' || record.task.status === 'FAILED';
  return isDone ? null : 'The task had not ended when it was delivered.';
}
