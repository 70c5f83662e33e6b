import type { AnalysedRun } from '#lib/dashboard/ingest/analyse-records';
import { type ClaimedRecord, settleReceived } from '#lib/dashboard/ingest/claim-received';
import { endCells } from '#lib/dashboard/ingest/end-cells';
import { readCellKey } from '#lib/dashboard/runs/task-of-cell';
import type { Database } from '#lib/db/client';

const problem = 'The database refused this answer as data. It is kept as it was received.';

/** Gives up a record that cannot be stored: it keeps the reason, and its cell ends as unreadable. */
export async function setAside(
  client: Database,
  { organizationId, taskId, record }: ClaimedRecord,
  now: Date,
): Promise<AnalysedRun[]> {
  const cell = readCellKey(record?.task.idempotencyKey);
  if (cell) {
    await endCells(
      client,
      [{ organizationId, runId: cell.runId, id: cell.cellId, taskId, status: 'unreadable', errorCode: null }],
      now,
    );
  }
  await settleReceived(client, [{ organizationId, taskId, problem }], now);
  return cell ? [{ organizationId, runId: cell.runId }] : [];
}
