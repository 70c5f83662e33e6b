import type { Context } from '#lib/db/context';
import { statement } from '#lib/db/statement';
import { balanceParameters, currentBalance, getBillingMonth } from '#lib/service/credits/credit-balance';

export interface CreditChange {
  /** Credits that the plan granted each month until now. */
  monthlyCredits: number;
  /** Change of the monthly credits by a new plan. If it is negative, only credits that are neither spent nor held expire. */
  planDifference: number;
  /** Additional credits for this month. */
  grant: number;
}

const change = statement({
  name: 'change-credits',
  parameters: { ...balanceParameters, planDifference: 'int8', grant: 'int8' },
  row: { balance: 'int8' },
  isPrepared: false,
  text: `
    WITH ${currentBalance}, change AS (
      SELECT balance, held, in_flight, greatest(:planDifference, held - balance) AS difference
      FROM current_balance
    ), updated AS (
      UPDATE credit_balances b
      SET month = greatest(b.month, :month), balance = c.balance + c.difference + :grant, held = c.held,
        in_flight = c.in_flight
      FROM change c
      WHERE b.organization_id = :organizationId
      RETURNING b.balance
    ), entries AS (
      INSERT INTO credit_ledger (organization_id, kind, amount)
      SELECT :organizationId, CASE WHEN amount > 0 THEN 'grant' ELSE 'expiry' END, amount
      FROM change, LATERAL (VALUES (difference), (:grant)) AS entry (amount)
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
  const [changed] = await change(db, {
    organizationId,
    month: getBillingMonth(clock.now()),
    monthlyCredits,
    planDifference,
    grant,
  });
  if (!changed) throw new Error(`The organization ${organizationId} has no credit balance.`);
  return changed.balance;
}
