import type { Database } from '#lib/db/client';
import type { ClaimedDelivery } from '#lib/service/webhooks/claim-deliveries';

const statement = `
  UPDATE deliveries d SET due_at = now()
  FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS ours (organization_id, id, claim)
  WHERE d.organization_id = ours.organization_id AND d.id = ours.id AND d.claim_number = ours.claim
    AND d.status = 'pending'`;

/** Makes claimed deliveries due at once for other workers. One round trip. */
export async function releaseDeliveries(db: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await db.$client.query({
    text: statement,
    values: [
      deliveries.map(({ organizationId }) => organizationId),
      deliveries.map(({ id }) => id),
      deliveries.map(({ claim }) => claim),
    ],
  });
}
