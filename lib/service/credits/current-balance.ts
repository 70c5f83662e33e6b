/** The parameters of `currentBalance`. */
export interface BalanceInput {
  organizationId: string;
  /** The current billing month. */
  month: string;
  /** Credits that the plan grants each month. */
  monthlyCredits: number;
}

/**
 * Common table expressions that lock an organization's credit balance and bring it up to date, for a statement
 * that decides with it. Parameters: $1 organization, $2 month, $3 monthly credits.
 *
 * `current_balance` is one row: `balance`, `held` and `in_flight` as of now. Expired sync leases (their processes died)
 * are released. In a new month, credits that are neither spent nor held expire and the plan's credits are granted.
 * The statement must write these values back to `credit_balances` together with its own change. The row stays
 * locked until the transaction ends.
 */
export const currentBalance = `
  expired AS (
    DELETE FROM sync_leases
    WHERE organization_id = $1 AND id IN (
      SELECT id FROM sync_leases WHERE organization_id = $1 AND leased_until < now() FOR UPDATE SKIP LOCKED
    )
    RETURNING credits
  ), released AS (
    SELECT count(*)::int AS leases, coalesce(sum(credits), 0)::int AS credits FROM expired
  ), locked AS (
    SELECT b.balance, b.held - released.credits AS held, b.in_flight - released.leases AS in_flight,
      b.month < $2 AS is_new_month
    FROM credit_balances b, released
    WHERE b.organization_id = $1
    FOR UPDATE OF b
  ), current_balance AS (
    SELECT CASE WHEN is_new_month THEN held + $3::bigint ELSE balance END AS balance, held, in_flight
    FROM locked
  ), renewal AS (
    INSERT INTO credit_ledger (organization_id, kind, amount)
    SELECT $1, kind, amount
    FROM locked, LATERAL (VALUES ('expiry', held - balance), ('grant', $3::bigint)) AS entry (kind, amount)
    WHERE is_new_month AND amount <> 0
  )`;
