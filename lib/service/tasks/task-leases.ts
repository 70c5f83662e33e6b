import { engines } from '#lib/contract/engines';
import { type Database, defineStatement, runStatement, type Statement, toColumnArrays } from '#lib/db/client';
import type { tasks } from '#lib/db/schema/tasks';
import { unindexed } from '#lib/db/unindexed';
import {
  type BlockedEngine,
  buildBlockedCondition,
  selectBlockedEngines,
} from '#lib/service/circuit-breaker/blocked-engines';
import type { TaskRow } from '#lib/service/tasks/task-record';

/** A task that this worker owns until the lease ends or another claim increments `attempt`. */
export interface ClaimedTask
  extends Omit<TaskRow, 'response'>,
    Pick<
      typeof tasks.$inferSelect,
      'organizationId' | 'request' | 'webhookUrl' | 'attempt' | 'traceParent'
    > {}

export const claimedColumns: Statement<ClaimedTask>['columns'] = {
  id: 'uuid',
  engine: 'text',
  status: 'text',
  priority: 'int2',
  createdAt: 'timestamptz',
  idempotencyKey: 'text',
  creditsToCharge: 'int4',
  creditsCharged: 'int4',
  organizationId: 'uuid',
  request: 'jsonb',
  webhookUrl: 'text',
  attempt: 'int4',
  traceParent: 'text',
};

/** The SQL selection of `ClaimedTask`. */
export const claimedSelection = `id, engine, status, priority, created_at AS "createdAt",
  idempotency_key AS "idempotencyKey", credits_to_charge AS "creditsToCharge", credits_charged AS "creditsCharged",
  organization_id AS "organizationId", request, webhook_url AS "webhookUrl", attempt, trace_parent AS "traceParent"`;

/** The share of an organization's free slots that goes to its oldest tasks, regardless of priority. */
const agedShare = 0.1;
/** The age from which a task may get such a slot. */
export const agedAfterSeconds = 60;

const queueOrder = 'ORDER BY priority DESC NULLS LAST, sequence';
const queuedTasks = `SELECT id, priority, sequence FROM tasks
      WHERE organization_id = ready.organization_id AND status = 'QUEUED'`;

/** Selects aged tasks: the oldest few of each priority are enough to find the oldest of all. */
function selectAged(engines: string, condition: string, share: string): string {
  return `SELECT oldest.id FROM ${engines}generate_series(1, 10) AS level
      CROSS JOIN LATERAL (
        SELECT id, sequence, created_at FROM tasks
        WHERE organization_id = ready.organization_id AND status = 'QUEUED' AND priority = level ${condition}
        ORDER BY sequence LIMIT ceil(ready.slots * ${share}::float8)::int
      ) AS oldest
      WHERE oldest.created_at < now() - make_interval(secs => ${agedAfterSeconds})
      ORDER BY oldest.sequence LIMIT floor(ready.slots * ${share}::float8 + random())::int`;
}

/** Selects the organizations with queued tasks and free slots, the least recently served one first. */
const selectReady = `
    SELECT organization_id, last_claimed_at, least(async_concurrency - processing, $1) AS slots
    FROM task_queue_stats
    WHERE queued > 0 AND processing < async_concurrency AND NOT is_paused
    ORDER BY last_claimed_at
    LIMIT $1
    FOR UPDATE SKIP LOCKED`;

/**
 * Like `selectReady`, for use while engines are blocked: selects organizations with queued tasks of other engines, and
 * these engines.
 */
const selectReadyUnblocked = `
    SELECT q.organization_id, q.last_claimed_at, least(q.async_concurrency - q.processing, $1) AS slots,
      allowed.engines
    FROM task_queue_stats q CROSS JOIN LATERAL (
      SELECT array_agg(e.engine) AS engines FROM unnest($4::text[]) AS e (engine)
      WHERE NOT EXISTS (
        SELECT FROM (${selectBlockedEngines('$3')}) AS blocked
        WHERE blocked.engine = e.engine AND ${buildBlockedCondition('q.organization_id')}
      ) AND EXISTS (
        SELECT FROM tasks t
        WHERE t.organization_id = q.organization_id AND t.status = 'QUEUED' AND t.engine = e.engine
      )
    ) AS allowed
    WHERE q.queued > 0 AND q.processing < q.async_concurrency AND NOT q.is_paused AND allowed.engines IS NOT NULL
    ORDER BY q.last_claimed_at
    LIMIT $1
    FOR UPDATE OF q SKIP LOCKED`;

/**
 * Builds the SQL of a claim. An organization's row of `task_queue_stats` is locked first, so that its counts are exact
 * and one claim at a time serves the organization. Organizations whose row is locked by another statement are skipped
 * until the next notification or poll. Organizations get slots in turn. Within an organization, tasks are claimed by
 * priority, then age, except that a tenth of the slots goes to the oldest tasks, so that low priorities never starve.
 * @param ready selects the organizations
 * @param first selects the tasks at the front of an organization's queue
 * @param aged selects the oldest tasks of an organization; by default, they get no share of the slots
 */
function buildClaim(ready: string, first: string, aged?: string): string {
  return `
    WITH ready AS (${ready}
    ), chosen AS (
      SELECT ready.organization_id, next.id, next.turn
      FROM ready CROSS JOIN LATERAL (
        SELECT id, row_number() OVER (ORDER BY rank) AS turn
        FROM (
          SELECT id, min(rank) AS rank
          FROM (
            SELECT id, row_number() OVER (${queueOrder})::float AS rank FROM (${first}) AS first
            ${aged === undefined ? '' : `UNION ALL SELECT id, random() * ready.slots FROM (${aged}) AS aged`}
          ) AS candidates
          GROUP BY id
        ) AS ranked
        ORDER BY rank
        LIMIT ready.slots
      ) AS next
      ORDER BY next.turn, ready.last_claimed_at
      LIMIT $1
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2),
        started_at = coalesce(t.started_at, now())
      FROM chosen
      WHERE t.organization_id = chosen.organization_id AND t.id = chosen.id AND ${unindexed('t.status')} = 'QUEUED'
      RETURNING t.*
    ), counted AS (
      UPDATE task_queue_stats q
      SET queued = q.queued - c.tasks, processing = q.processing + c.tasks, last_claimed_at = clock_timestamp()
      FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS c
      WHERE q.organization_id = c.organization_id
    )
    SELECT ${claimedSelection} FROM claimed ${queueOrder}`;
}

const firstTasks = `${queuedTasks} ${queueOrder} LIMIT ready.slots`;
const columns = claimedColumns;
const isPrepared = false;

const claimStatement = defineStatement<ClaimedTask>({
  name: 'claim-tasks',
  columns,
  isPrepared,
  text: buildClaim(selectReady, firstTasks),
});

const claimWithAgedStatement = defineStatement<ClaimedTask>({
  name: 'claim-tasks-with-aged',
  columns,
  isPrepared,
  text: buildClaim(selectReady, firstTasks, selectAged('', '', '$3')),
});

const claimUnblockedStatement = defineStatement<ClaimedTask>({
  name: 'claim-unblocked-tasks',
  columns,
  isPrepared,
  text: buildClaim(
    selectReadyUnblocked,
    `SELECT first.* FROM unnest(ready.engines) AS e (name)
      CROSS JOIN LATERAL (${queuedTasks} AND engine = e.name ${queueOrder} LIMIT ready.slots) AS first
      ${queueOrder} LIMIT ready.slots`,
    selectAged('unnest(ready.engines) AS e (name), ', 'AND engine = e.name', '$5'),
  ),
});

export interface ClaimOptions {
  /** Maximum number of tasks. */
  limit: number;
  leaseSeconds: number;
  /** Engines whose tasks stay in the queue. */
  blocked?: readonly BlockedEngine[];
}

/**
 * Claims up to `limit` queued tasks for `leaseSeconds`, never more tasks of an organization than its concurrency limit
 * allows. One round trip.
 */
export async function claimTasks(
  db: Database,
  { limit, leaseSeconds, blocked = [] }: ClaimOptions,
): Promise<ClaimedTask[]> {
  if (limit <= 0) return [];
  if (blocked.length > 0) {
    const values = [limit, leaseSeconds, JSON.stringify(blocked), engines, agedShare];
    return runStatement(db, claimUnblockedStatement, values);
  }
  // A small claim rarely has a slot for an aged task, so it looks for aged tasks only with the probability that it has
  // such a slot.
  const agedChance = Math.min(1, limit * agedShare);
  return Math.random() < agedChance
    ? runStatement(db, claimWithAgedStatement, [limit, leaseSeconds, agedShare / agedChance])
    : runStatement(db, claimStatement, [limit, leaseSeconds]);
}

const toKeys = (tasks: readonly ClaimedTask[]) => toColumnArrays(tasks, ['organizationId', 'id', 'attempt']);

const renewStatement = defineStatement<{ id: string }>({
  name: 'renew-task-leases',
  columns: { id: 'uuid' },
  isPrepared: false,
  text: `
    UPDATE tasks t SET leased_until = now() + make_interval(secs => $4)
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS items (organization_id, id, attempt)
    WHERE t.organization_id = items.organization_id AND t.id = items.id AND t.attempt = items.attempt
      AND ${unindexed('t.status')} = 'PROCESSING'
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
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS items (organization_id, id, attempt)
      WHERE t.organization_id = items.organization_id AND t.id = items.id AND t.attempt = items.attempt
        AND ${unindexed('t.status')} = 'PROCESSING'
      RETURNING t.organization_id
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued + r.tasks, processing = q.processing - r.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM released GROUP BY organization_id) AS r
      WHERE q.organization_id = r.organization_id
    )
    SELECT pg_notify('tasks', '') AS notified FROM released LIMIT 1`,
});

/** Requeues claimed tasks at their old position, when the worker stops or the circuit of the provider is open. */
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
