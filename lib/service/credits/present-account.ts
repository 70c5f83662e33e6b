/** What the fragment below needs to know. */
export interface BalanceInput {
  organizationId: string;
  /** `monthOf` now. */
  month: string;
  /** Credits the plan grants a month. */
  monthlyCredits: number;
}

/**
 * Common table expressions that lock an organization's credit account and bring it up to date, for a statement
 * that goes on to decide with it. Parameters: $1 organization, $2 month, $3 credits the plan grants a month.
 *
 * `account` is one row: `balance`, `held` and `in_flight` as they are now. Expired slots are gone from it with
 * their holds (their processes died). Where a new month has begun, what was neither spent nor held has lapsed
 * and the plan's credits are granted; what is held goes along, since it is not unused. The statement must write
 * these figures back to `credit_balances` together with its own change. The row stays locked until the
 * transaction ends, so the figures cannot change meanwhile.
 */
export const currentBalance = `
  expired AS (
    DELETE FROM sync_leases
    WHERE organization_id = $1 AND id IN (
      SELECT id FROM sync_leases WHERE organization_id = $1 AND leased_until < now() FOR UPDATE SKIP LOCKED
    )
    RETURNING credits
  ), freed AS (
    SELECT count(*)::int AS slots, coalesce(sum(credits), 0)::int AS credits FROM expired
  ), locked AS (
    SELECT a.balance, a.held - freed.credits AS held, a.in_flight - freed.slots AS in_flight, a.month < $2 AS renewed
    FROM credit_balances a, freed
    WHERE a.organization_id = $1
    FOR UPDATE OF a
  ), account AS (
    SELECT CASE WHEN renewed THEN held + $3::bigint ELSE balance END AS balance, held, in_flight
    FROM locked
  ), renewal AS (
    INSERT INTO credit_ledger (organization_id, kind, amount)
    SELECT $1, kind, amount
    FROM locked, LATERAL (VALUES ('expiry', held - balance), ('grant', $3::bigint)) AS entry (kind, amount)
    WHERE renewed AND amount <> 0
  )`;
