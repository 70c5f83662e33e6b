import { limits } from '#lib/contract/plans';
import { type Database, defineStatement, runStatement, toColumns } from '#lib/db/client';
import type { deliveries, deliveryAttempts } from '#lib/db/schema/webhooks';
import type { Settlement } from '#lib/queue/dispatcher';

/** A delivery that this worker owns until the lease ends or another claim increments `claimNumber`. */
export interface ClaimedDelivery
  extends Omit<typeof deliveries.$inferSelect, 'status' | 'dueAt' | 'createdAt' | 'completedAt'> {
  /** Null while signing is off. */
  signingSecretEncrypted: string | null;
}

export type DeliveryAttempt = Omit<
  typeof deliveryAttempts.$inferSelect,
  'organizationId' | 'deliveryId' | 'attempt'
>;

const claimStatement = defineStatement<ClaimedDelivery>({
  name: 'claim-deliveries',
  columns: {
    ...{ organizationId: 'uuid', id: 'uuid', taskId: 'uuid', url: 'text', body: 'text' },
    ...{ attempts: 'int4', claimNumber: 'int4', signingSecretEncrypted: 'text' },
  },
  isPrepared: false,
  text: `
    WITH due AS (
      SELECT d.organization_id, d.id, d.due_at, coalesce(limited.slots, $2) AS slots,
        row_number() OVER (PARTITION BY d.organization_id ORDER BY d.due_at) AS turn
      FROM (
        SELECT organization_id, id, due_at FROM deliveries
        WHERE status = 'pending' AND due_at <= now() AND organization_id <> ALL ($5::uuid[])
        ORDER BY due_at
        LIMIT 2 * $1
      ) AS d
      LEFT JOIN unnest($3::uuid[], $4::int[]) AS limited (organization_id, slots) USING (organization_id)
    ), chosen AS (
      SELECT d.organization_id, d.id
      FROM deliveries d JOIN due ON due.organization_id = d.organization_id AND due.id = d.id
      WHERE due.turn <= due.slots AND d.status = 'pending' AND d.due_at <= now()
      ORDER BY due.turn, due.due_at
      LIMIT $1
      FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET claim_number = d.claim_number + 1, due_at = now() + make_interval(secs => $6)
    FROM chosen JOIN organizations o ON o.id = chosen.organization_id
    WHERE d.organization_id = chosen.organization_id AND d.id = chosen.id
    RETURNING d.organization_id AS "organizationId", d.id, d.task_id AS "taskId", d.url, d.body, d.attempts,
      d.claim_number AS "claimNumber", o.signing_secret_encrypted AS "signingSecretEncrypted"`,
});

export interface ClaimDeliveriesOptions {
  /** Maximum number of deliveries. */
  limit: number;
  leaseSeconds: number;
  /** Free slots of an organization that is not in `freeSlots`. */
  defaultSlots: number;
  /** Free slots by organization. */
  freeSlots: ReadonlyMap<string, number>;
}

/** Claims up to `limit` due deliveries, giving slots to the organizations in turn. */
export async function claimDeliveries(
  db: Database,
  { limit, leaseSeconds, defaultSlots, freeSlots }: ClaimDeliveriesOptions,
): Promise<ClaimedDelivery[]> {
  const { limited = [], full = [] } = Object.groupBy(freeSlots, ([, slots]) =>
    slots > 0 ? 'limited' : 'full',
  );
  return runStatement(db, claimStatement, [
    limit,
    defaultSlots,
    ...toColumns(limited, [0, 1]),
    full.map(([organizationId]) => organizationId),
    leaseSeconds,
  ]);
}

const settleStatement = defineStatement({
  name: 'settle-deliveries',
  columns: {},
  isPrepared: false,
  text: `
    WITH items AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::timestamptz[], $6::int[], $7::int[],
        $8::text[], $9::text[], $10::float8[]) AS o (organization_id, id, claim_number, attempt, started_at,
        duration_ms, status_code, error, status, delay_seconds)
    ), settled AS (
      UPDATE deliveries d
      SET attempts = items.attempt, status = items.status,
        due_at = now() + make_interval(secs => items.delay_seconds),
        completed_at = CASE WHEN items.status = 'pending' THEN NULL ELSE now() END
      FROM items
      WHERE d.organization_id = items.organization_id AND d.id = items.id AND d.claim_number = items.claim_number
        AND d.status = 'pending'
      RETURNING d.organization_id, d.id
    )
    INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, status_code, error)
    SELECT organization_id, id, items.attempt, items.started_at, items.duration_ms, items.status_code, items.error
    FROM items JOIN settled USING (organization_id, id)`,
});

/**
 * Records attempts: acknowledged deliveries become `delivered`; others stay `pending` until their next attempt or,
 * after the fifth, become `failed`.
 * @param retrySeconds delays before attempts 2 to 5
 */
export async function settleDeliveries(
  db: Database,
  settlements: readonly Settlement<ClaimedDelivery, DeliveryAttempt>[],
  retrySeconds: readonly number[],
): Promise<void> {
  const rows = settlements.map(({ item: { organizationId, id, claimNumber, attempts }, outcome }) => {
    const attempt = attempts + 1;
    const failedStatus = attempt >= limits.webhookAttempts ? 'failed' : 'pending';
    const status = outcome.error === null ? 'delivered' : failedStatus;
    // Delays vary by 10%, so that deliveries that failed together are not retried together.
    const delaySeconds = (retrySeconds[attempt - 1] ?? 0) * (0.9 + 0.2 * Math.random());
    return { ...outcome, organizationId, id, claimNumber, attempt, status, delaySeconds };
  });
  await runStatement(db, settleStatement, [
    ...toColumns(rows, ['organizationId', 'id', 'claimNumber', 'attempt', 'startedAt', 'durationMs']),
    ...toColumns(rows, ['statusCode', 'error', 'status', 'delaySeconds']),
  ]);
}

const releaseStatement = defineStatement({
  name: 'release-deliveries',
  columns: {},
  isPrepared: false,
  text: `
    UPDATE deliveries d SET due_at = now()
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS items (organization_id, id, claim_number)
    WHERE d.organization_id = items.organization_id AND d.id = items.id AND d.claim_number = items.claim_number
      AND d.status = 'pending'`,
});

/** Makes claimed deliveries due for other workers. */
export async function releaseDeliveries(db: Database, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await runStatement(db, releaseStatement, toColumns(claimed, ['organizationId', 'id', 'claimNumber']));
}
