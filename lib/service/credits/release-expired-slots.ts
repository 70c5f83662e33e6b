import type { Database } from '#lib/db/client';

const statement = `
  WITH expired AS (
    DELETE FROM sync_leases WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM sync_leases WHERE leased_until < now() LIMIT 1000 FOR UPDATE SKIP LOCKED
    )
    RETURNING organization_id, credits
  ), sums AS (
    SELECT organization_id, count(*)::int AS slots, sum(credits) AS credits FROM expired GROUP BY organization_id
  ), locked AS (
    SELECT organization_id FROM credit_balances
    WHERE organization_id IN (SELECT organization_id FROM sums)
    ORDER BY organization_id FOR UPDATE
  )
  UPDATE credit_balances a SET held = a.held - sums.credits, in_flight = a.in_flight - sums.slots
  FROM sums JOIN locked USING (organization_id)
  WHERE a.organization_id = sums.organization_id`;

/** Frees the slots and holds of sync requests whose process died, for organizations that ask nothing more. */
export async function releaseExpiredLeases(db: Database): Promise<void> {
  await db.$client.query(statement);
}
