import type { Database } from '#lib/db/client';
import type { ProviderCredential } from '#lib/service/circuit-breaker/account';
import {
  type BlockedEngine,
  blockedEnginesTable,
  isBlockedCondition,
  toBlockedEnginesJson,
} from '#lib/service/circuit-breaker/shut-engines';
import { type ClaimedTask, claimedColumns } from '#lib/service/tasks/claim-tasks';

/** How long one probe may take before another is made: longer than any attempt. */
const probeSeconds = 200;
/** Tasks at the head of each queue that a probe is chosen among: not always the same, which may be at fault itself. */
const choice = 50;

/** The queue's row is locked first, as in every claim; the circuit's decides between workers. */
const statement = `
  WITH shut AS MATERIALIZED (${blockedEnginesTable('$4')}
  ), due AS (
    SELECT provider FROM circuit_breakers
    WHERE organization_id = $1 AND provider = $2 AND key_fingerprint = $3 AND probe_at <= now()
    FOR UPDATE SKIP LOCKED
  ), ready AS (
    SELECT q.organization_id FROM due, task_queue_stats q
    WHERE q.queued > 0 AND q.processing < q.async_concurrency AND EXISTS (
      SELECT FROM shut JOIN tasks t ON t.engine = shut.engine
      WHERE t.organization_id = q.organization_id AND t.status = 'QUEUED' AND ${isBlockedCondition('shut', 'q.organization_id')}
    )
    ORDER BY q.last_claimed_at
    LIMIT 1
    FOR UPDATE OF q SKIP LOCKED
  ), chosen AS (
    SELECT ready.organization_id, head.id
    FROM ready, shut CROSS JOIN LATERAL (
      SELECT id, started_at FROM tasks
      WHERE organization_id = ready.organization_id AND status = 'QUEUED' AND engine = shut.engine
      ORDER BY priority DESC NULLS LAST, sequence
      LIMIT ${choice}
    ) AS head
    WHERE ${isBlockedCondition('shut', 'ready.organization_id')}
    ORDER BY head.started_at IS NOT NULL, random()
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
    WHERE t.organization_id = chosen.organization_id AND t.id = chosen.id AND t.status = 'QUEUED'
    RETURNING t.*
  ), served AS (
    UPDATE task_queue_stats q
    SET queued = q.queued - 1, processing = q.processing + 1, last_claimed_at = clock_timestamp()
    FROM claimed
    WHERE q.organization_id = claimed.organization_id
  )
  SELECT ${claimedColumns} FROM claimed`;

/** Claims one waiting task of an open circuit whose next probe is due, for one worker at a time. One round trip. */
export async function claimProbeTask(
  db: Database,
  {
    account,
    shut,
    leaseSeconds,
  }: { account: ProviderCredential; shut: readonly BlockedEngine[]; leaseSeconds: number },
): Promise<ClaimedTask | undefined> {
  const { organizationId, vendor, keyMark } = account;
  const { rows } = await db.$client.query<ClaimedTask>({
    text: statement,
    values: [organizationId, vendor, keyMark, toBlockedEnginesJson(shut), leaseSeconds],
  });
  return rows[0];
}
