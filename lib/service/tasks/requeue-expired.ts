import type { Database } from '#lib/db/client';
import { type ClaimedTask, claimedColumns } from '#lib/service/tasks/claim-tasks';

/** A task whose worker died this often is taken for what kills it. */
export const maxCrashes = 5;

const statement = `
  WITH expired AS (
    SELECT organization_id, id, attempt FROM tasks
    WHERE status = 'PROCESSING' AND leased_until < now()
    ORDER BY leased_until
    LIMIT 1000
    FOR UPDATE SKIP LOCKED
  ), requeued AS (
    UPDATE tasks t SET status = 'QUEUED', leased_until = NULL
    FROM expired
    WHERE t.organization_id = expired.organization_id AND t.id = expired.id AND expired.attempt < $1
    RETURNING t.organization_id
  ), poisoned AS (
    UPDATE tasks t SET attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2)
    FROM expired
    WHERE t.organization_id = expired.organization_id AND t.id = expired.id AND expired.attempt >= $1
    RETURNING t.*
  ), counted AS (
    UPDATE task_queue_stats q SET queued = q.queued + freed.tasks, processing = q.processing - freed.tasks
    FROM (SELECT organization_id, count(*)::int AS tasks FROM requeued GROUP BY organization_id) AS freed
    WHERE q.organization_id = freed.organization_id
  )
  SELECT ${claimedColumns} FROM poisoned`;

/**
 * Queues tasks again whose lease ran out because their worker died; the caller claims next. One round trip.
 * @returns tasks that did so `mostDeaths` times, claimed for the caller, who has to fail them
 */
export async function requeueExpiredTasks(db: Database, leaseSeconds: number): Promise<ClaimedTask[]> {
  const { rows } = await db.$client.query<ClaimedTask>({
    text: statement,
    values: [maxCrashes, leaseSeconds],
  });
  return rows;
}
