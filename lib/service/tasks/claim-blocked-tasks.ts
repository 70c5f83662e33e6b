import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';
import {
  type BlockedEngine,
  buildBlockedCondition,
  selectBlockedEngines,
} from '#lib/service/circuit-breaker/blocked-engines';
import type {
  CircuitReason,
  OpenCircuit,
  ProviderCredential,
} from '#lib/service/circuit-breaker/circuit-store';
import { type ClaimedTask, claimedColumns, claimedSelection } from '#lib/service/tasks/task-leases';

/** The time after which the next probe starts even if the last one has not ended; longer than any attempt takes. */
const probeSeconds = 200;
/**
 * A probe is chosen at random from the first tasks in an organization's queue, at most this many of each blocked engine.
 * Tasks that were never started are preferred. So a task that fails for its own reasons is not sent again and again.
 */
const probeCandidates = 50;

/** Locks the circuit, so that only one worker sends a probe, and then the queue, which every claim locks. */
const claimProbe = statement({
  name: 'claim-probe-task',
  parameters: {
    organizationId: 'uuid',
    provider: 'text',
    keyFingerprint: 'text',
    blocked: 'jsonb',
    leaseSeconds: 'float8',
  },
  row: rowOf<ClaimedTask>(claimedColumns),
  isPrepared: false,
  text: `
    WITH blocked AS MATERIALIZED (${selectBlockedEngines}
    ), due AS (
      SELECT provider FROM circuit_breakers
      WHERE organization_id = :organizationId AND provider = :provider AND key_fingerprint = :keyFingerprint
        AND probe_at <= now()
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
      WHERE c.organization_id = :organizationId AND c.provider = :provider AND c.key_fingerprint = :keyFingerprint
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, provider_attempts = t.provider_attempts + 1,
        leased_until = now() + make_interval(secs => :leaseSeconds), started_at = coalesce(t.started_at, now())
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
  const [claimed] = await claimProbe(db, { ...credential, blocked, leaseSeconds });
  return claimed;
}

/** A task that must not wait any longer. */
export interface OverdueTask extends ClaimedTask {
  /** Why no request can succeed, if the provider said so after the task was created; otherwise null. */
  finalReason: CircuitReason | null;
}

/** A blocked engine with what the tasks need to know about the circuit. */
export type BlockedSince = BlockedEngine & Pick<OpenCircuit, 'reason' | 'openedAt' | 'finalFailureAt'>;

const claimOverdue = statement({
  name: 'claim-overdue-tasks',
  parameters: { blocked: 'jsonb', leaseSeconds: 'float8' },
  row: rowOf<OverdueTask>({ ...claimedColumns, finalReason: 'text?' }),
  isPrepared: false,
  text: `
    WITH blocked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(:blocked) AS b (engine text, "organizationId" uuid, providers text[],
        reason text, "openedAt" timestamptz, "finalFailureAt" timestamptz)
    ), overdue AS (
      SELECT t.organization_id, t.id, CASE WHEN t.created_at <= blocked."finalFailureAt" THEN blocked.reason END AS final_reason
      FROM tasks t JOIN blocked ON blocked.engine = t.engine AND ${buildBlockedCondition('t.organization_id')}
      WHERE t.status = 'QUEUED' AND (t.created_at <= blocked."finalFailureAt"
        OR coalesce(t.waiting_since, greatest(t.created_at, blocked."openedAt"))
          < now() - make_interval(secs => t.max_wait_seconds))
      LIMIT 500
    ), locked AS (
      SELECT organization_id FROM task_queue_stats
      WHERE organization_id IN (SELECT organization_id FROM overdue)
      ORDER BY organization_id
      FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE tasks t
      SET status = 'PROCESSING', attempt = t.attempt + 1, leased_until = now() + make_interval(secs => :leaseSeconds)
      FROM overdue JOIN locked USING (organization_id)
      WHERE t.organization_id = overdue.organization_id AND t.id = overdue.id AND ${unindexed('t.status')} = 'QUEUED'
      RETURNING t.*, overdue.final_reason
    ), counted AS (
      UPDATE task_queue_stats q SET queued = q.queued - c.tasks, processing = q.processing + c.tasks
      FROM (SELECT organization_id, count(*)::int AS tasks FROM claimed GROUP BY organization_id) AS c
      WHERE q.organization_id = c.organization_id
    )
    SELECT ${claimedSelection}, final_reason AS "finalReason" FROM claimed`,
});

/**
 * Claims blocked tasks that must not wait any longer: they have waited for their `maxWaitSeconds` since they were first
 * claimed, or since the circuit opened, or the failure of the provider is final. The caller must fail them.
 */
export function claimOverdueTasks(
  db: Database,
  blocked: readonly BlockedSince[],
  leaseSeconds: number,
): Promise<OverdueTask[]> {
  return claimOverdue(db, { blocked, leaseSeconds });
}
