import type { Database } from '#lib/db/client';

/** How a cell ended (metrics.md, "Observation"). */
export interface CellEnd {
  organizationId: string;
  runId: string;
  id: string;
  taskId: string | null;
  status: 'answered' | 'no-answer' | 'unreadable' | 'failed';
  /** Of a failure. */
  errorCode: string | null;
}

/** Ends cells that are still open. */
export async function endCells(db: Database, ends: readonly CellEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return;
  await db.$client.query({
    name: 'end-cells',
    text: `
      UPDATE cells SET status = given.status, task_id = coalesce(given.task_id, cells.task_id),
        error_code = given.error_code, updated_at = $7
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
        AS given (organization_id, run_id, id, task_id, status, error_code)
      WHERE cells.organization_id = given.organization_id AND cells.run_id = given.run_id
        AND cells.id = given.id AND cells.status IN ('pending', 'sent')`,
    values: [
      ends.map((end) => end.organizationId),
      ends.map((end) => end.runId),
      ends.map((end) => end.id),
      ends.map((end) => end.taskId),
      ends.map((end) => end.status),
      ends.map((end) => end.errorCode),
      now,
    ],
  });
}
