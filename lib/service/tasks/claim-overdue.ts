import type { Database } from '#lib/db/client';
import {
  type BlockedEngine,
  blockedEnginesTable,
  isBlockedCondition,
  toBlockedEnginesJson,
} from '#lib/service/circuit-breaker/shut-engines';
import { type ClaimedTask, claimedColumns } from '#lib/service/tasks/claim-tasks';

/** How long a task waits for a vendor that gives no answers, before it fails. */
export const maxWaitHours = 6;

/** Queues before tasks, as in every claim. */
const statement = `
  WITH shut AS MATERIALIZED (${blockedEnginesTable('$1')}
  ), late AS (
    SELECT t.organization_id, t.id
    FROM tasks t JOIN shut ON shut.engine = t.engine AND ${isBlockedCondition('shut', 't.organization_id')}
    WHERE t.status = 'QUEUED' AND t.created_at < now() - make_interval(hours => ${maxWaitHours})
    LIMIT 500
  ), locked AS (
    SELECT organization_id FROM task_queue_stats
    WHERE organization_id IN (SELECT organization_id FROM late)
    ORDER BY organization_id
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE tasks t
    SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2)
    FROM late JOIN locked USING (organization_id)
    WHERE t.organization_id = late.organization_id AND t.id = late.id AND t.status = 'QUEUED'
    RETURNING t.*
  ), counted AS (
    UPDATE task_queue_stats q SET queued = q.queued - taken.tasks, processing = q.processing + taken.tasks
    FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS taken
    WHERE q.organization_id = taken.organization_id
  )
  SELECT ${claimedColumns} FROM claimed`;

/** Claims tasks that have waited too long for a vendor; the caller has to fail them. One round trip. */
export async function claimOverdueTasks(
  db: Database,
  shut: readonly BlockedEngine[],
  leaseSeconds: number,
): Promise<ClaimedTask[]> {
  const { rows } = await db.$client.query<ClaimedTask>({
    text: statement,
    values: [toBlockedEnginesJson(shut), leaseSeconds],
  });
  return rows;
}
