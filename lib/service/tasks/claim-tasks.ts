import { engines as allEngines, type Engine } from '#lib/contract/engines';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';
import {
  type BlockedEngine,
  buildBlockedCondition,
  selectBlockedEngines,
} from '#lib/service/circuit-breaker/blocked-engines';
import { type ClaimedTask, claimedColumns, claimedSelection } from '#lib/service/tasks/task-leases';

/** The share of an organization's free slots that goes to its oldest tasks, regardless of priority. */
const agedShare = 0.1;
/** The age from which a task may get such a slot. */
export const agedAfterSeconds = 60;

const queueOrder = 'ORDER BY priority DESC NULLS LAST, sequence';
const queuedTasks = `SELECT id, priority, sequence FROM tasks
      WHERE organization_id = ready.organization_id AND status = 'QUEUED'`;

/** Selects aged tasks: the oldest few of each priority are enough to find the oldest of all. */
function selectAged(engines = '', condition = ''): string {
  return `SELECT oldest.id FROM ${engines}generate_series(1, 10) AS level
      CROSS JOIN LATERAL (
        SELECT id, sequence, created_at FROM tasks
        WHERE organization_id = ready.organization_id AND status = 'QUEUED' AND priority = level ${condition}
        ORDER BY sequence LIMIT ceil(ready.slots * :agedShare)::int
      ) AS oldest
      WHERE oldest.created_at < now() - make_interval(secs => ${agedAfterSeconds})
      ORDER BY oldest.sequence LIMIT floor(ready.slots * :agedShare + random())::int`;
}

/** The slots that an organization `q` may get: at most what its concurrency limit and the worker leave it. */
const freeSlots = 'least(q.async_concurrency - q.processing, :limit, coalesce(limited.slots, :defaultSlots))';
const withLimitedSlots = 'LEFT JOIN :limited USING (organization_id)';
const hasFreeSlots = `q.queued > 0 AND NOT q.is_paused AND ${freeSlots} > 0`;

/** Selects the organizations with queued tasks and free slots, the least recently served one first. */
const selectReady = `
    SELECT organization_id, q.last_claimed_at, ${freeSlots} AS slots
    FROM task_queue_stats q ${withLimitedSlots}
    WHERE ${hasFreeSlots}
    ORDER BY q.last_claimed_at
    LIMIT :limit
    FOR UPDATE OF q SKIP LOCKED`;

/**
 * Like `selectReady`, for use while engines are blocked: selects organizations with queued tasks of other engines, and
 * these engines.
 */
const selectReadyUnblocked = `
    SELECT q.organization_id, q.last_claimed_at, ${freeSlots} AS slots, allowed.engines
    FROM task_queue_stats q ${withLimitedSlots} CROSS JOIN LATERAL (
      SELECT array_agg(e.engine) AS engines FROM unnest(:engines) AS e (engine)
      WHERE NOT EXISTS (
        SELECT FROM (${selectBlockedEngines}) AS blocked
        WHERE blocked.engine = e.engine AND ${buildBlockedCondition('q.organization_id')}
      ) AND EXISTS (
        SELECT FROM tasks t
        WHERE t.organization_id = q.organization_id AND t.status = 'QUEUED' AND t.engine = e.engine
      )
    ) AS allowed
    WHERE ${hasFreeSlots} AND allowed.engines IS NOT NULL
    ORDER BY q.last_claimed_at
    LIMIT :limit
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
      LIMIT :limit
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, provider_attempts = t.provider_attempts + 1,
        leased_until = now() + make_interval(secs => :leaseSeconds), started_at = coalesce(t.started_at, now())
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
const row = rowOf<ClaimedTask>(claimedColumns);
const isPrepared = false;
const parameters = {
  limit: 'int4',
  leaseSeconds: 'float8',
  defaultSlots: 'int4',
  limited: [{ organizationId: 'uuid', slots: 'int4' }],
} as const;

const claim = statement({
  name: 'claim-tasks',
  parameters,
  row,
  isPrepared,
  text: buildClaim(selectReady, firstTasks),
});

const claimWithAged = statement({
  name: 'claim-tasks-with-aged',
  parameters: { ...parameters, agedShare: 'float8' },
  row,
  isPrepared,
  text: buildClaim(selectReady, firstTasks, selectAged()),
});

const claimUnblocked = statement({
  name: 'claim-unblocked-tasks',
  parameters: { ...parameters, blocked: 'jsonb', engines: 'text[]', agedShare: 'float8' },
  row,
  isPrepared,
  text: buildClaim(
    selectReadyUnblocked,
    `SELECT first.* FROM unnest(ready.engines) AS e (name)
      CROSS JOIN LATERAL (${queuedTasks} AND engine = e.name ${queueOrder} LIMIT ready.slots) AS first
      ${queueOrder} LIMIT ready.slots`,
    selectAged('unnest(ready.engines) AS e (name), ', 'AND engine = e.name'),
  ),
});

export interface ClaimOptions {
  /** Maximum number of tasks. */
  limit: number;
  leaseSeconds: number;
  /** Engines whose tasks stay in the queue. */
  blocked?: readonly BlockedEngine[];
  /** The engines whose tasks to claim; all by default. */
  engines?: readonly Engine[];
  /** The maximum number of tasks to claim for an organization that is not in `freeSlots`; `limit` by default. */
  defaultSlots?: number;
  /** The maximum number of tasks to claim for each of the other organizations, by its ID. */
  freeSlots?: ReadonlyMap<string, number>;
}

/**
 * Claims up to `limit` queued tasks for `leaseSeconds`, never more tasks of an organization than its concurrency limit
 * allows. One round trip.
 */
export async function claimTasks(db: Database, options: ClaimOptions): Promise<ClaimedTask[]> {
  const { limit, leaseSeconds, blocked = [], engines, defaultSlots = limit, freeSlots = new Map() } = options;
  if (limit <= 0) return [];
  const limited = Array.from(freeSlots, ([organizationId, slots]) => ({ organizationId, slots }));
  const values = { limit, leaseSeconds, defaultSlots, limited };
  if (blocked.length > 0 || engines) {
    return claimUnblocked(db, { ...values, blocked, engines: engines ?? allEngines, agedShare });
  }
  // A small claim rarely has a slot for an aged task, so it looks for aged tasks only with the probability that it has
  // such a slot.
  const agedChance = Math.min(1, limit * agedShare);
  return Math.random() < agedChance
    ? claimWithAged(db, { ...values, agedShare: agedShare / agedChance })
    : claim(db, values);
}
