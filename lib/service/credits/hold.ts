import type { Database } from '#lib/db/client';
import { type BalanceInput, currentBalance } from '#lib/service/credits/present-account';

export interface HoldInput extends BalanceInput {
  /** Of the slot: the request's own. */
  requestId: string;
  credits: number;
  /** Sync requests the organization may have in flight. */
  concurrency: number;
  leaseSeconds: number;
}

export interface HoldResult {
  /** Why nothing was held, the first reason that applied; null when the credits and a slot are held. */
  refusal: 'credits' | 'concurrency' | null;
  balance: number;
  held: number;
  /** Sync requests in flight, this one counted if it got its slot. */
  inFlight: number;
}

const statement = `
  WITH ${currentBalance}, verdict AS (
    SELECT balance, held, in_flight,
      CASE WHEN balance - held < $5::bigint THEN 'credits' WHEN in_flight >= $6::int THEN 'concurrency' END AS refusal
    FROM account
  ), changed AS (
    UPDATE credit_balances a
    SET month = greatest(a.month, $2), balance = v.balance,
      held = v.held + CASE WHEN v.refusal IS NULL THEN $5::bigint ELSE 0 END,
      in_flight = v.in_flight + CASE WHEN v.refusal IS NULL THEN 1 ELSE 0 END
    FROM verdict v
    WHERE a.organization_id = $1
    RETURNING v.refusal, a.balance, a.held, a.in_flight
  ), slot AS (
    INSERT INTO sync_leases (organization_id, id, credits, leased_until)
    SELECT $1, $4, $5::bigint, now() + make_interval(secs => $7) FROM verdict WHERE refusal IS NULL
  )
  SELECT refusal, balance, held, in_flight AS "inFlight" FROM changed`;

/**
 * Holds the credits of a sync request and takes one of the organization's slots, both or neither. One round
 * trip. What a process holds is free again when the lease ends (`keepSlots` renews it).
 */
export async function holdCredits(db: Database, input: HoldInput): Promise<HoldResult> {
  const { rows } = await db.$client.query<HoldResult>({
    name: 'hold-credits-and-slot',
    text: statement,
    values: [
      input.organizationId,
      input.month,
      input.monthlyCredits,
      input.requestId,
      input.credits,
      input.concurrency,
      input.leaseSeconds,
    ],
  });
  const held = rows[0];
  if (!held) throw new Error(`The organization ${input.organizationId} has no credit account.`);
  return held;
}
