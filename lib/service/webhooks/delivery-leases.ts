import type { Database } from '#lib/db/database';
import type { deliveries } from '#lib/db/schema/webhooks';
import { rowOf, statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';

/** A delivery that this worker owns until the lease ends or another claim increments `claimNumber`. */
export interface ClaimedDelivery
  extends Omit<typeof deliveries.$inferSelect, 'status' | 'dueAt' | 'createdAt' | 'completedAt'> {
  /** Null while signing is disabled. */
  signingSecretEncrypted: string | null;
  /** Null unless the secret was rotated with an overlap, which ends at `previousSecretExpiresAt`. */
  previousSecretEncrypted: string | null;
  previousSecretExpiresAt: Date | null;
  isEndpointDisabled: boolean;
}

const claim = statement({
  name: 'claim-deliveries',
  parameters: {
    limit: 'int4',
    leaseSeconds: 'float8',
    defaultSlots: 'int4',
    limited: [{ organizationId: 'uuid', slots: 'int4' }],
    fullOrganizationIds: 'uuid[]',
  },
  row: rowOf<ClaimedDelivery>({
    organizationId: 'uuid',
    id: 'uuid',
    taskId: 'uuid',
    url: 'text',
    endpointId: 'uuid',
    body: 'text',
    isTest: 'bool',
    attempts: 'int4',
    claimNumber: 'int4',
    traceParent: 'text?',
    signingSecretEncrypted: 'text?',
    previousSecretEncrypted: 'text?',
    previousSecretExpiresAt: 'timestamptz?',
    isEndpointDisabled: 'bool',
  }),
  isPrepared: false,
  text: `
    WITH due AS (
      SELECT d.organization_id, d.id, d.due_at, coalesce(limited.slots, :defaultSlots) AS slots,
        row_number() OVER (PARTITION BY d.organization_id ORDER BY d.due_at) AS turn
      FROM (
        SELECT organization_id, id, due_at FROM deliveries
        WHERE status = 'pending' AND due_at <= now() AND organization_id <> ALL (:fullOrganizationIds)
        ORDER BY due_at
        LIMIT 2 * :limit
      ) AS d
      LEFT JOIN :limited USING (organization_id)
    ), chosen AS (
      SELECT d.organization_id, d.id, d.endpoint_id
      FROM deliveries d JOIN due ON due.organization_id = d.organization_id AND due.id = d.id
      WHERE due.turn <= due.slots AND ${unindexed('d.status')} = 'pending' AND d.due_at <= now()
      ORDER BY due.turn, due.due_at
      LIMIT :limit
      FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET claim_number = d.claim_number + 1, due_at = now() + make_interval(secs => :leaseSeconds)
    FROM chosen JOIN organizations o ON o.id = chosen.organization_id
      LEFT JOIN webhook_endpoints e ON e.organization_id = chosen.organization_id AND e.id = chosen.endpoint_id
    WHERE d.organization_id = chosen.organization_id AND d.id = chosen.id
    RETURNING d.organization_id AS "organizationId", d.id, d.task_id AS "taskId", d.url,
      d.endpoint_id AS "endpointId", d.body, d.is_test AS "isTest", d.attempts, d.claim_number AS "claimNumber", d.trace_parent AS "traceParent",
      o.signing_secret_encrypted AS "signingSecretEncrypted",
      o.previous_signing_secret_encrypted AS "previousSecretEncrypted",
      o.previous_signing_secret_expires_at AS "previousSecretExpiresAt",
      e.disabled_at IS NOT NULL AS "isEndpointDisabled"`,
});

export interface ClaimDeliveriesOptions {
  /** Maximum number of deliveries. */
  limit: number;
  leaseSeconds: number;
  /** The maximum number of deliveries to claim for an organization that is not in `freeSlots`. */
  defaultSlots: number;
  /** The maximum number of deliveries to claim for each of the other organizations, by its ID. */
  freeSlots: ReadonlyMap<string, number>;
}

/** Claims up to `limit` due deliveries, giving slots to the organizations in turn. */
export async function claimDeliveries(
  db: Database,
  { limit, leaseSeconds, defaultSlots, freeSlots }: ClaimDeliveriesOptions,
): Promise<ClaimedDelivery[]> {
  const organizations = Array.from(freeSlots, ([organizationId, slots]) => ({ organizationId, slots }));
  const { limited = [], full = [] } = Object.groupBy(organizations, ({ slots }) =>
    slots > 0 ? 'limited' : 'full',
  );
  const fullOrganizationIds = full.map(({ organizationId }) => organizationId);
  return claim(db, { limit, leaseSeconds, defaultSlots, limited, fullOrganizationIds });
}

const release = statement({
  name: 'release-deliveries',
  parameters: { claimed: [{ organizationId: 'uuid', id: 'uuid', claimNumber: 'int4' }] },
  isPrepared: false,
  text: `
    UPDATE deliveries d SET due_at = now()
    FROM :claimed
    WHERE d.organization_id = claimed.organization_id AND d.id = claimed.id AND d.claim_number = claimed.claim_number
      AND ${unindexed('d.status')} = 'pending'`,
});

/** Makes claimed deliveries due for other workers. */
export async function releaseDeliveries(db: Database, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await release(db, { claimed });
}
