import type { Database } from '#lib/db/client';

export interface SettledHold {
  /** Credits charged by this call. */
  charged: number;
  balance: number;
}

const statement = `
  WITH slot AS (
    DELETE FROM sync_leases WHERE organization_id = $1 AND id = $2 RETURNING credits
  ), changed AS (
    UPDATE credit_balances a
    SET held = a.held - slot.credits, in_flight = a.in_flight - 1,
      balance = a.balance - CASE WHEN $3::boolean THEN slot.credits ELSE 0 END
    FROM slot
    WHERE a.organization_id = $1
    RETURNING a.balance, CASE WHEN $3::boolean THEN slot.credits ELSE 0 END AS charged
  ), entry AS (
    INSERT INTO credit_ledger (organization_id, kind, amount, subject_id)
    SELECT $1, 'charge', -charged, $2 FROM changed WHERE charged > 0
  )
  SELECT charged, balance FROM changed`;

/**
 * Ends what `hold` began: charges the held credits or releases them, and frees the slot. One round trip.
 * @returns undefined when the slot was no longer held, because its lease had run out or it was settled before
 */
export async function settleHold(
  db: Database,
  input: { organizationId: string; requestId: string; charge: boolean },
): Promise<SettledHold | undefined> {
  const { rows } = await db.$client.query<SettledHold>({
    name: 'settle-hold',
    text: statement,
    values: [input.organizationId, input.requestId, input.charge],
  });
  return rows[0];
}
