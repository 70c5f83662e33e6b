import type { Database } from '#lib/db/database';
import type { tasks } from '#lib/db/schema/tasks';
import { type ColumnsOf, rowOf, statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';
import type { TaskRow } from '#lib/service/tasks/task-record';

/** A task that this worker owns until the lease ends or another claim increments `attempt`. */
export interface ClaimedTask
  extends Omit<TaskRow, 'response'>,
    Pick<
      typeof tasks.$inferSelect,
      | 'organizationId'
      | 'request'
      | 'webhookUrl'
      | 'attempt'
      | 'providerAttempts'
      | 'maxWaitSeconds'
      | 'traceParent'
    > {}

export const claimedColumns: ColumnsOf<ClaimedTask> = {
  id: 'uuid',
  engine: 'text',
  status: 'text',
  priority: 'int2',
  createdAt: 'timestamptz',
  idempotencyKey: 'text?',
  creditsToCharge: 'int4',
  creditsCharged: 'int4?',
  organizationId: 'uuid',
  request: 'jsonb',
  webhookUrl: 'text?',
  attempt: 'int4',
  providerAttempts: 'int2',
  maxWaitSeconds: 'int4',
  waitingSince: 'timestamptz?',
  traceParent: 'text?',
};

/** The SQL selection of `ClaimedTask`. */
export const claimedSelection = `id, engine, status, priority, created_at AS "createdAt",
  idempotency_key AS "idempotencyKey", credits_to_charge AS "creditsToCharge", credits_charged AS "creditsCharged",
  organization_id AS "organizationId", request, webhook_url AS "webhookUrl", attempt,
  provider_attempts AS "providerAttempts", max_wait_seconds AS "maxWaitSeconds", waiting_since AS "waitingSince",
  trace_parent AS "traceParent"`;

/** Identifies a claim of a task. */
const claim = { organizationId: 'uuid', id: 'uuid', attempt: 'int4' } as const;

const renewLeases = statement({
  name: 'renew-task-leases',
  parameters: { claims: [claim], leaseSeconds: 'float8' },
  row: { id: 'uuid' },
  isPrepared: false,
  text: `
    UPDATE tasks t SET leased_until = now() + make_interval(secs => :leaseSeconds)
    FROM :claims
    WHERE t.organization_id = claims.organization_id AND t.id = claims.id AND t.attempt = claims.attempt
      AND ${unindexed('t.status')} = 'PROCESSING'
    RETURNING t.id`,
});

/** Extends the leases of claimed tasks. @returns the tasks that this worker no longer owns */
export async function renewTasks(
  db: Database,
  tasks: readonly ClaimedTask[],
  leaseSeconds: number,
): Promise<ClaimedTask[]> {
  const rows = await renewLeases(db, { claims: tasks, leaseSeconds });
  const renewed = new Set(rows.map(({ id }) => id));
  return tasks.filter(({ id }) => !renewed.has(id));
}

/** The attempt number decreases again: a released claim is not a crash. */
const release = statement({
  name: 'release-tasks',
  parameters: { claims: [{ ...claim, providerAttempts: 'int4' }], isWaiting: 'bool' },
  row: { notified: 'void' },
  isPrepared: false,
  text: `
    WITH released AS (
      UPDATE tasks t SET status = 'QUEUED', leased_until = NULL, attempt = t.attempt - 1,
        provider_attempts = claims.provider_attempts,
        waiting_since = CASE WHEN :isWaiting THEN coalesce(t.waiting_since, now()) ELSE t.waiting_since END
      FROM :claims
      WHERE t.organization_id = claims.organization_id AND t.id = claims.id AND t.attempt = claims.attempt
        AND ${unindexed('t.status')} = 'PROCESSING'
      RETURNING t.organization_id
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued + r.tasks, processing = q.processing - r.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM released GROUP BY organization_id) AS r
      WHERE q.organization_id = r.organization_id
    )
    SELECT pg_notify('tasks', '') AS notified FROM released LIMIT 1`,
});

export interface ReleaseOptions {
  /** Returns the number of requests sent to the provider for a task, over all claims. */
  getProviderAttempts?: (task: ClaimedTask) => number;
  /** Whether the tasks wait because the circuit of their provider is open. */
  isWaiting?: boolean;
}

/** Requeues claimed tasks at their old position, when the worker stops or the circuit of the provider is open. */
export async function releaseTasks(
  db: Database,
  tasks: readonly ClaimedTask[],
  { getProviderAttempts = getPreviousAttempts, isWaiting = false }: ReleaseOptions = {},
): Promise<void> {
  const claims = tasks.map((task) => ({ ...task, providerAttempts: getProviderAttempts(task) }));
  await release(db, { claims, isWaiting });
}

/** Returns the number of requests sent to the provider before this claim, which counts its first one in advance. */
export function getPreviousAttempts({ providerAttempts }: ClaimedTask): number {
  return providerAttempts - 1;
}

const recordAttempt = statement({
  name: 'record-provider-attempt',
  parameters: { ...claim, number: 'int2' },
  row: { id: 'uuid' },
  text: `
    UPDATE tasks SET provider_attempts = :number
    WHERE organization_id = :organizationId AND id = :id AND attempt = :attempt
      AND ${unindexed('status')} = 'PROCESSING'
    RETURNING id`,
});

/**
 * Stores the number of a request before it is sent to the provider, so that it counts even if the worker dies.
 * @throws Error if this worker no longer owns the task
 */
export async function recordProviderAttempt(
  db: Database,
  { organizationId, id, attempt, providerAttempts }: ClaimedTask,
  number: number,
): Promise<void> {
  if (number <= providerAttempts) return;
  const rows = await recordAttempt(db, { organizationId, id, attempt, number });
  if (rows.length === 0) throw new Error('The lease was lost.');
}

/** The number of worker crashes after which a task is assumed to cause them. */
export const maxCrashes = 5;

const requeueExpired = statement({
  name: 'requeue-expired-tasks',
  parameters: { maxCrashes: 'int4', leaseSeconds: 'float8' },
  row: rowOf<ClaimedTask>(claimedColumns),
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
      WHERE t.organization_id = expired.organization_id AND t.id = expired.id AND expired.attempt < :maxCrashes
      RETURNING t.organization_id
    ), poisoned AS (
      UPDATE tasks t SET attempt = t.attempt + 1, leased_until = now() + make_interval(secs => :leaseSeconds)
      FROM expired
      WHERE t.organization_id = expired.organization_id AND t.id = expired.id AND expired.attempt >= :maxCrashes
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
  return requeueExpired(db, { maxCrashes, leaseSeconds });
}
