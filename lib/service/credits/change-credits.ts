import { type Context, defineStatement, runStatement } from '#lib/db/client';
import { currentBalance, getBillingMonth } from '#lib/service/credits/credit-balance';

export interface CreditChange {
  /** Credits that the plan granted each month until now. */
  monthlyCredits: number;
  /** Change of the monthly credits by a new plan. If it is negative, only credits that are neither spent nor held expire. */
  planDifference: number;
  /** Additional credits for this month. */
  grant: number;
}

const changeStatement = defineStatement<{ balance: number }>({
  name: 'change-credits',
  columns: { balance: 'int8' },
  isPrepared: false,
  text: `
    WITH ${currentBalance}, change AS (
      SELECT balance, held, in_flight, greatest($4::bigint, held - balance) AS difference
      FROM current_balance
    ), updated AS (
      UPDATE credit_balances b
      SET month = greatest(b.month, $2), balance = c.balance + c.difference + $5::bigint, held = c.held,
        in_flight = c.in_flight
      FROM change c
      WHERE b.organization_id = $1
      RETURNING b.balance
    ), entries AS (
      INSERT INTO credit_ledger (organization_id, kind, amount)
      SELECT $1, CASE WHEN amount > 0 THEN 'grant' ELSE 'expiry' END, amount
      FROM change, LATERAL (VALUES (difference), ($5::bigint)) AS entry (amount)
      WHERE amount <> 0
    )
    SELECT balance FROM updated`,
});

/**
 * Changes the credits of the current month, with an entry in the ledger for each part of the change. In a new month,
 * the credits are renewed first. One round trip.
 * @returns the new balance; held credits are not subtracted
 */
export async function changeCredits(
  { db, clock, organizationId }: Context,
  { monthlyCredits, planDifference, grant }: CreditChange,
): Promise<number> {
  const [changed] = await runStatement(db, changeStatement, [
    organizationId,
    getBillingMonth(clock.now()),
    monthlyCredits,
    planDifference,
    grant,
  ]);
  if (!changed) throw new Error(`The organization ${organizationId} has no credit balance.`);
  return changed.balance;
}
