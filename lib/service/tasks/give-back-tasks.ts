import type { Database } from '#lib/db/client';
import type { ClaimedTask } from '#lib/service/tasks/claim-tasks';

/** The number goes back too: a claim given back in good order is not a death of the worker. */
const statement = `
  WITH returned AS (
    UPDATE tasks t SET status = 'QUEUED', leased_until = NULL, attempt = t.attempt - 1
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS ours (organization_id, id, attempt)
    WHERE t.organization_id = ours.organization_id AND t.id = ours.id AND t.attempt = ours.attempt
      AND t.status = 'PROCESSING'
    RETURNING t.organization_id
  ), counted AS (
    UPDATE task_queue_stats q SET queued = q.queued + freed.tasks, processing = q.processing - freed.tasks
    FROM (SELECT organization_id, count(*)::int AS tasks FROM returned GROUP BY organization_id) AS freed
    WHERE q.organization_id = freed.organization_id
  )
  SELECT pg_notify('tasks', '') FROM returned LIMIT 1`;

/** Queues claimed tasks again, at their old place, when their worker stops before they are done. One round trip. */
export async function releaseTasks(db: Database, tasks: readonly ClaimedTask[]): Promise<void> {
  await db.$client.query({
    text: statement,
    values: [
      tasks.map(({ organizationId }) => organizationId),
      tasks.map(({ id }) => id),
      tasks.map(({ attempt }) => attempt),
    ],
  });
}
