import { limits } from '#lib/contract/plans';
import type { Database } from '#lib/db/client';
import type { ClaimedDelivery } from '#lib/service/webhooks/claim-deliveries';
import type { DeliveryAttempt } from '#lib/service/webhooks/deliver';

export interface EndedDelivery {
  job: ClaimedDelivery;
  outcome: DeliveryAttempt;
}

const statement = `
  WITH ours AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::timestamptz[], $6::int[], $7::int[],
      $8::text[], $9::text[], $10::float8[])
      AS made (organization_id, id, claim, attempt, started_at, duration_ms, status_code, error, status, wait_seconds)
  ), recorded AS (
    UPDATE deliveries d
    SET attempts = ours.attempt, status = ours.status, due_at = now() + make_interval(secs => ours.wait_seconds),
      completed_at = CASE WHEN ours.status = 'pending' THEN NULL ELSE now() END
    FROM ours
    WHERE d.organization_id = ours.organization_id AND d.id = ours.id AND d.claim_number = ours.claim
      AND d.status = 'pending'
    RETURNING d.organization_id, d.id
  )
  INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, status_code, error)
  SELECT organization_id, id, ours.attempt, ours.started_at, ours.duration_ms, ours.status_code, ours.error
  FROM ours JOIN recorded USING (organization_id, id)`;

/**
 * Records attempts at deliveries: acknowledged ones are done, failed ones wait for their next attempt, after the
 * fifth they are given up. One round trip.
 * @param retrySeconds the waits before attempts 2 to 5
 */
export async function settleDeliveries(
  db: Database,
  ended: readonly EndedDelivery[],
  retrySeconds: readonly number[],
  random: () => number = Math.random,
): Promise<void> {
  const rows = ended.map(({ job, outcome }) => {
    const attempt = job.attempts + 1;
    const givenUp = attempt >= limits.webhookAttempts;
    const status = outcome.error === null ? 'delivered' : givenUp ? 'failed' : 'pending';
    const wait = status === 'pending' ? jittered(retrySeconds[attempt - 1] ?? 0, random) : 0;
    return { job, outcome, attempt, status, wait };
  });
  await db.$client.query({
    text: statement,
    values: [
      rows.map(({ job }) => job.organizationId),
      rows.map(({ job }) => job.id),
      rows.map(({ job }) => job.claim),
      rows.map(({ attempt }) => attempt),
      rows.map(({ outcome }) => outcome.startedAt),
      rows.map(({ outcome }) => outcome.durationMs),
      rows.map(({ outcome }) => outcome.statusCode),
      rows.map(({ outcome }) => outcome.error),
      rows.map(({ status }) => status),
      rows.map(({ wait }) => wait),
    ],
  });
}

/** 10% either way, so that what failed together does not return together. */
function jittered(seconds: number, random: () => number): number {
  return seconds * (0.9 + 0.2 * random());
}
