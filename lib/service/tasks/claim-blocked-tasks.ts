import { type Database, defineStatement, runStatement } from '#lib/db/client';
import { unindexed } from '#lib/db/unindexed';
import {
  type BlockedEngine,
  buildBlockedCondition,
  selectBlockedEngines,
} from '#lib/service/circuit-breaker/blocked-engines';
import type { ProviderCredential } from '#lib/service/circuit-breaker/circuit-store';
import { type ClaimedTask, claimedColumns, claimedSelection } from '#lib/service/tasks/task-leases';

/** The time after which the next probe starts even if the last one has not ended; longer than any attempt takes. */
const probeSeconds = 200;
/**
 * A probe is chosen at random from the first tasks in an organization's queue, at most this many of each blocked engine.
 * Tasks that were never started are preferred. So a task that fails for its own reasons is not sent again and again.
 */
const probeCandidates = 50;

/** Locks the circuit, so that only one worker sends a probe, and then the queue, which every claim locks. */
const probeStatement = defineStatement<ClaimedTask>({
  name: 'claim-probe-task',
  columns: claimedColumns,
  isPrepared: false,
  text: `
    WITH blocked AS MATERIALIZED (${selectBlockedEngines('$4')}
    ), due AS (
      SELECT provider FROM circuit_breakers
      WHERE organization_id = $1 AND provider = $2 AND key_fingerprint = $3 AND probe_at <= now()
      FOR UPDATE SKIP LOCKED
    ), ready AS (
      SELECT q.organization_id FROM due, task_queue_stats q
      WHERE q.queued > 0 AND q.processing < q.async_concurrency AND NOT q.is_paused AND EXISTS (
        SELECT FROM blocked JOIN tasks t ON t.engine = blocked.engine
        WHERE t.organization_id = q.organization_id AND t.status = 'QUEUED'
          AND ${buildBlockedCondition('q.organization_id')}
      )
      ORDER BY q.last_claimed_at
      LIMIT 1
      FOR UPDATE OF q SKIP LOCKED
    ), chosen AS (
      SELECT ready.organization_id, candidates.id
      FROM ready, blocked CROSS JOIN LATERAL (
        SELECT id, started_at FROM tasks
        WHERE organization_id = ready.organization_id AND status = 'QUEUED' AND engine = blocked.engine
        ORDER BY priority DESC NULLS LAST, sequence
        LIMIT ${probeCandidates}
      ) AS candidates
      WHERE ${buildBlockedCondition('ready.organization_id')}
      ORDER BY candidates.started_at IS NOT NULL, random()
      LIMIT 1
    ), probing AS (
      UPDATE circuit_breakers c SET probe_at = now() + make_interval(secs => ${probeSeconds})
      FROM chosen
      WHERE c.organization_id = $1 AND c.provider = $2 AND c.key_fingerprint = $3
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $5),
        started_at = coalesce(t.started_at, now())
      FROM chosen
      WHERE t.organization_id = chosen.organization_id AND t.id = chosen.id AND ${unindexed('t.status')} = 'QUEUED'
      RETURNING t.*
    ), counted AS (
      UPDATE task_queue_stats q
      SET queued = q.queued - 1, processing = q.processing + 1, last_claimed_at = clock_timestamp()
      FROM claimed
      WHERE q.organization_id = claimed.organization_id
    )
    SELECT ${claimedSelection} FROM claimed`,
});

/**
 * Claims a task that an open circuit blocks, if the next probe of the circuit is due. Only one worker at a time receives
 * a task.
 */
export async function claimProbeTask(
  db: Database,
  credential: ProviderCredential,
  blocked: readonly BlockedEngine[],
  leaseSeconds: number,
): Promise<ClaimedTask | undefined> {
  const { organizationId, provider, keyFingerprint } = credential;
  const values = [organizationId, provider, keyFingerprint, JSON.stringify(blocked), leaseSeconds];
  const [claimed] = await runStatement(db, probeStatement, values);
  return claimed;
}

/** Age, in hours, at which a queued task fails if its circuit is open. */
export const maxWaitHours = 6;

const overdueStatement = defineStatement<ClaimedTask>({
  name: 'claim-overdue-tasks',
  columns: claimedColumns,
  isPrepared: false,
  text: `
    WITH blocked AS MATERIALIZED (${selectBlockedEngines('$1')}
    ), overdue AS (
      SELECT t.organization_id, t.id
      FROM tasks t JOIN blocked ON blocked.engine = t.engine AND ${buildBlockedCondition('t.organization_id')}
      WHERE t.status = 'QUEUED' AND t.created_at < now() - make_interval(hours => ${maxWaitHours})
      LIMIT 500
    ), locked AS (
      SELECT organization_id FROM task_queue_stats
      WHERE organization_id IN (SELECT organization_id FROM overdue)
      ORDER BY organization_id
      FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => $2)
      FROM overdue JOIN locked USING (organization_id)
      WHERE t.organization_id = overdue.organization_id AND t.id = overdue.id AND ${unindexed('t.status')} = 'QUEUED'
      RETURNING t.*
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued - c.tasks, processing = q.processing + c.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS c
      WHERE q.organization_id = c.organization_id
    )
    SELECT ${claimedSelection} FROM claimed`,
});

/** Claims tasks older than `maxWaitHours` that an open circuit blocks. The caller must fail them. */
export function claimOverdueTasks(
  db: Database,
  blocked: readonly BlockedEngine[],
  leaseSeconds: number,
): Promise<ClaimedTask[]> {
  return runStatement(db, overdueStatement, [JSON.stringify(blocked), leaseSeconds]);
}
