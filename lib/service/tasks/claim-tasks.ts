import { type Engine, engines } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { Database } from '#lib/db/client';
import {
  type BlockedEngine,
  blockedEnginesTable,
  isBlockedCondition,
  toBlockedEnginesJson,
} from '#lib/service/circuit-breaker/shut-engines';
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

/** The part of an organization's places that goes to its oldest tasks, whatever their priority. */
const agedShare = 0.1;
/** How long a task has waited before it may have such a place. */
export const agedAfterSeconds = 60;

/** The order of a queue: priority, then age. */
const inOrder = 'ORDER BY priority DESC NULLS LAST, sequence';
const queuedOf = `SELECT id, priority, sequence FROM tasks
  WHERE organization_id = ready.organization_id AND status = 'QUEUED'`;
/** The oldest of one priority: as the first of them are the oldest, those that follow are not looked at. */
const oldestOf = `SELECT id, sequence, created_at FROM tasks
  WHERE organization_id = ready.organization_id AND status = 'QUEUED' AND priority = level`;
const agedRoom = (share: string) => `LIMIT floor(ready.room * ${share}::float8 + random())::int`;
const isAged = `oldest.created_at < now() - make_interval(secs => ${agedAfterSeconds})`;
const mostAged = (share: string) => `LIMIT ceil(ready.room * ${share}::float8)::int`;

/** Organizations with tasks to claim, the one served longest ago first. */
const anyReady = `
  SELECT organization_id, last_claimed_at, least(async_concurrency - processing, $1) AS room
  FROM task_queue_stats
  WHERE queued > 0 AND processing < async_concurrency
  ORDER BY last_claimed_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED`;

/** The same while engines are shut: only organizations with a task of another engine, and which engines those are. */
const openReady = `
  SELECT q.organization_id, q.last_claimed_at, least(q.async_concurrency - q.processing, $1) AS room, allowed.engines
  FROM task_queue_stats q CROSS JOIN LATERAL (
    SELECT array_agg(e.engine) AS engines FROM unnest($4::text[]) AS e (engine)
    WHERE NOT EXISTS (
      SELECT FROM (${blockedEnginesTable('$3')}) AS shut
      WHERE shut.engine = e.engine AND ${isBlockedCondition('shut', 'q.organization_id')}
    ) AND EXISTS (
      SELECT FROM tasks t
      WHERE t.organization_id = q.organization_id AND t.status = 'QUEUED' AND t.engine = e.engine
    )
  ) AS allowed
  WHERE q.queued > 0 AND q.processing < q.async_concurrency AND allowed.engines IS NOT NULL
  ORDER BY q.last_claimed_at
  LIMIT $1
  FOR UPDATE OF q SKIP LOCKED`;

const firstOfAny = `${queuedOf} ${inOrder} LIMIT ready.room`;
const agedOfAny = `SELECT oldest.id FROM generate_series(1, 10) AS level
  CROSS JOIN LATERAL (${oldestOf} ORDER BY sequence ${mostAged('$3')}) AS oldest
  WHERE ${isAged} ORDER BY oldest.sequence ${agedRoom('$3')}`;
const firstOfOpen = `SELECT first.* FROM unnest(ready.engines) AS e (name)
  CROSS JOIN LATERAL (${queuedOf} AND engine = e.name ${inOrder} LIMIT ready.room) AS first
  ${inOrder} LIMIT ready.room`;
const agedOfOpen = `SELECT oldest.id FROM unnest(ready.engines) AS e (name), generate_series(1, 10) AS level
  CROSS JOIN LATERAL (${oldestOf} AND engine = e.name ORDER BY sequence ${mostAged('$5')}) AS oldest
  WHERE ${isAged} ORDER BY oldest.sequence ${agedRoom('$5')}`;

/**
 * The row of a queue is locked first, so its counts are exact and one claim at a time serves an organization.
 * Those locked by another are skipped: who locks them wakes the workers when done. Places are dealt round the
 * organizations, the one served longest ago first; within one, priority and then age decide, but for a tenth of
 * the places, which go to what has waited longest: so that what is of low priority ends however much of a higher
 * one keeps coming.
 *
 * Like every statement over many rows of a queue it has no name: it is planned at each use, by the table's size
 * of that moment. A plan kept from when the queue was empty would scan it whole.
 */
function claimStatement(ready: string, first: string, aged?: string): string {
  return `
  WITH ready AS (${ready}
  ), dealt AS (
    SELECT ready.organization_id, next.id, next.turn
    FROM ready CROSS JOIN LATERAL (
      SELECT id, row_number() OVER (ORDER BY place) AS turn
      FROM (
        SELECT id, min(place) AS place
        FROM (
          SELECT id, row_number() OVER (${inOrder})::float AS place FROM (${first}) AS first
          ${aged === undefined ? '' : `UNION ALL SELECT id, random() * ready.room FROM (${aged}) AS aged`}
        ) AS chosen
        GROUP BY id
      ) AS placed
      ORDER BY place
      LIMIT ready.room
    ) AS next
    ORDER BY next.turn, ready.last_claimed_at
    LIMIT $1
  ), claimed AS (
    UPDATE tasks t
    SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2),
      started_at = coalesce(t.started_at, now())
    FROM dealt
    WHERE t.organization_id = dealt.organization_id AND t.id = dealt.id AND t.status = 'QUEUED'
    RETURNING t.*
  ), served AS (
    UPDATE task_queue_stats q
    SET queued = q.queued - taken.tasks, processing = q.processing + taken.tasks, last_claimed_at = clock_timestamp()
    FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS taken
    WHERE q.organization_id = taken.organization_id
  )
  SELECT ${claimedColumns} FROM claimed ${inOrder}`;
}

const statement = claimStatement(anyReady, firstOfAny);
const statementWithAged = claimStatement(anyReady, firstOfAny, agedOfAny);
const statementOfOpen = claimStatement(openReady, firstOfOpen, agedOfOpen);

export interface ClaimOptions {
  free: number;
  leaseSeconds: number;
  /** Engines whose tasks stay in the queue for now. */
  shut?: readonly BlockedEngine[];
}

/**
 * Claims up to `free` queued tasks for `leaseSeconds`, never more of an organization than its concurrency
 * allows. One round trip.
 */
export async function claimTasks(
  db: Database,
  { free, leaseSeconds, shut = [] }: ClaimOptions,
): Promise<ClaimedTask[]> {
  if (free <= 0) return [];
  // A small claim has an aged place seldom: then it looks for aged tasks, the others spare that.
  const chance = Math.min(1, free * agedShare);
  const withAged = Math.random() < chance;
  const query =
    shut.length > 0
      ? {
          text: statementOfOpen,
          values: [free, leaseSeconds, toBlockedEnginesJson(shut), engines, agedShare],
        }
      : withAged
        ? { text: statementWithAged, values: [free, leaseSeconds, agedShare / chance] }
        : { text: statement, values: [free, leaseSeconds] };
  const { rows } = await db.$client.query<ClaimedTask>(query);
  return rows;
}
