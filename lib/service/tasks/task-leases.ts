import { type Database, defineStatement, runStatement } from '#lib/db/client';
import { type ClaimedTask, claimedColumns, claimedSelection } from '#lib/service/tasks/claim-tasks';

const toKeys = (tasks: readonly ClaimedTask[]) => [
  tasks.map(({ organizationId }) => organizationId),
  tasks.map(({ id }) => id),
  tasks.map(({ attempt }) => attempt),
];

const renewStatement = defineStatement<{ id: string }>({
  name: 'renew-task-leases',
  columns: { id: 'uuid' },
  isPrepared: false,
  text: `
    UPDATE tasks t SET leased_until = now() + make_interval(secs => $4)
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS ours (organization_id, id, attempt)
    WHERE t.organization_id = ours.organization_id AND t.id = ours.id AND t.attempt = ours.attempt
      AND t.status = 'PROCESSING'
    RETURNING t.id`,
});

/** Extends the leases of claimed tasks. @returns the tasks that this worker no longer owns */
export async function renewTasks(
  db: Database,
  tasks: readonly ClaimedTask[],
  leaseSeconds: number,
): Promise<ClaimedTask[]> {
  const rows = await runStatement(db, renewStatement, [...toKeys(tasks), leaseSeconds]);
  const renewed = new Set(rows.map(({ id }) => id));
  return tasks.filter(({ id }) => !renewed.has(id));
}

/** The attempt number decreases again: a released claim is not a crash. */
const releaseStatement = defineStatement<{ notified: undefined }>({
  name: 'release-tasks',
  columns: { notified: 'void' },
  isPrepared: false,
  text: `
    WITH released AS (
      UPDATE tasks t SET status = 'QUEUED', leased_until = NULL, attempt = t.attempt - 1
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS ours (organization_id, id, attempt)
      WHERE t.organization_id = ours.organization_id AND t.id = ours.id AND t.attempt = ours.attempt
        AND t.status = 'PROCESSING'
      RETURNING t.organization_id
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued + r.tasks, processing = q.processing - r.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM released GROUP BY organization_id) AS r
      WHERE q.organization_id = r.organization_id
    )
    SELECT pg_notify('tasks', '') AS notified FROM released LIMIT 1`,
});

/** Requeues claimed tasks at their old position, for a worker that stops or whose circuit is open. */
export async function releaseTasks(db: Database, tasks: readonly ClaimedTask[]): Promise<void> {
  await runStatement(db, releaseStatement, toKeys(tasks));
}

/** The number of worker crashes after which a task is assumed to cause them. */
export const maxCrashes = 5;

const requeueStatement = defineStatement<ClaimedTask>({
  name: 'requeue-expired-tasks',
  columns: claimedColumns,
  isPrepared: false,
  text: `
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
      UPDATE task_queue_stats q SET queued = q.queued + r.tasks, processing = q.processing - r.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM requeued GROUP BY organization_id) AS r
      WHERE q.organization_id = r.organization_id
    )
    SELECT ${claimedSelection} FROM poisoned`,
});

/**
 * Requeues tasks whose lease expired because their worker died.
 * @returns tasks whose worker died `maxCrashes` times, claimed for the caller, which must fail them
 */
export function requeueExpiredTasks(db: Database, leaseSeconds: number): Promise<ClaimedTask[]> {
  return runStatement(db, requeueStatement, [maxCrashes, leaseSeconds]);
}
