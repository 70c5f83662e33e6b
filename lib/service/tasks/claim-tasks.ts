import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { Connection } from '#lib/database/connection';
import { type TaskRow, taskColumns } from '#lib/service/tasks/task-record';

/** A task in the hands of this worker, until its lease ends or another claim raises `attempt`. */
export interface ClaimedTask extends Omit<TaskRow, 'response'> {
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  webhookUrl: string | null;
  /** Fences late writers. */
  attempt: number;
}

/** What a claimed task carries beside the columns of its record. */
export const claimedColumns = `${taskColumns}, organization_id AS "organizationId", request,
  webhook_url AS "webhookUrl", attempt`;

/**
 * The row of a queue is locked first, so its counts are exact and one claim at a time serves an organization.
 * Those locked by another are skipped: who locks them wakes the workers when done. Places are dealt round the
 * organizations, the one served longest ago first; within one, priority and then age decide.
 *
 * Like every statement over many rows of a queue it has no name: it is planned at each use, by the table's size
 * of that moment. A plan kept from when the queue was empty would scan it whole.
 */
const statement = `
  WITH ready AS (
    SELECT organization_id, served_at, least(concurrency - processing, $1) AS room
    FROM task_queues
    WHERE queued > 0 AND processing < concurrency
    ORDER BY served_at
    LIMIT $1
    FOR UPDATE SKIP LOCKED
  ), dealt AS (
    SELECT ready.organization_id, next.id, next.priority, next.sequence
    FROM ready CROSS JOIN LATERAL (
      SELECT id, priority, sequence,
        row_number() OVER (ORDER BY priority DESC NULLS LAST, sequence) AS turn
      FROM (
        SELECT id, priority, sequence FROM tasks
        WHERE organization_id = ready.organization_id AND status = 'QUEUED'
        ORDER BY priority DESC NULLS LAST, sequence
        LIMIT ready.room
      ) AS first
    ) AS next
    ORDER BY next.turn, ready.served_at
    LIMIT $1
  ), claimed AS (
    UPDATE tasks t
    SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2),
      started_at = coalesce(t.started_at, now())
    FROM dealt
    WHERE t.organization_id = dealt.organization_id AND t.id = dealt.id AND t.status = 'QUEUED'
    RETURNING t.*
  ), served AS (
    UPDATE task_queues q
    SET queued = q.queued - taken.tasks, processing = q.processing + taken.tasks, served_at = clock_timestamp()
    FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS taken
    WHERE q.organization_id = taken.organization_id
  )
  SELECT ${claimedColumns} FROM claimed ORDER BY priority DESC, sequence`;

/**
 * Claims up to `free` queued tasks for `leaseSeconds`, never more of an organization than its concurrency
 * allows. One round trip.
 */
export async function claimTasks(
  connection: Connection,
  { free, leaseSeconds }: { free: number; leaseSeconds: number },
): Promise<ClaimedTask[]> {
  const { rows } = await connection.query<ClaimedTask>({
    text: statement,
    values: [free, leaseSeconds],
  });
  return rows;
}
