import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { balanceParameters, currentBalance } from '#lib/service/credits/credit-balance';
import { buildUsageInsert } from '#lib/service/credits/usage-insert';

export interface HoldInput {
  organizationId: string;
  /** The current billing month. */
  month: string;
  /** Credits that the plan grants each month. */
  monthlyCredits: number;
  /** Identifies the lease. */
  requestId: string;
  credits: number;
  /** Maximum number of sync requests that the organization may have in flight. */
  concurrency: number;
  leaseSeconds: number;
}

export interface HoldResult {
  /** The limit that rejects the request; null if its credits are held. */
  rejectedBy: 'credits' | 'concurrency' | null;
  /** Credits that are not spent, including held ones. */
  balance: number;
  /** Held credits, including those of this request unless it was rejected. */
  held: number;
  /** Sync requests in flight, including this one unless it was rejected. */
  inFlight: number;
}

const hold = statement({
  name: 'hold-credits',
  parameters: {
    ...balanceParameters,
    requestId: 'uuid',
    credits: 'int4',
    concurrency: 'int4',
    leaseSeconds: 'float8',
  },
  row: rowOf<HoldResult>({ rejectedBy: 'text?', balance: 'int8', held: 'int8', inFlight: 'int4' }),
  text: `
    WITH ${currentBalance}, decision AS (
      SELECT balance, held, in_flight,
        CASE WHEN balance - held < :credits THEN 'credits' WHEN in_flight >= :concurrency THEN 'concurrency' END AS rejected_by
      FROM current_balance
    ), updated AS (
      UPDATE credit_balances b
      SET month = greatest(b.month, :month), balance = d.balance,
        held = d.held + CASE WHEN d.rejected_by IS NULL THEN :credits ELSE 0 END,
        in_flight = d.in_flight + CASE WHEN d.rejected_by IS NULL THEN 1 ELSE 0 END
      FROM decision d
      WHERE b.organization_id = :organizationId
      RETURNING d.rejected_by, b.balance, b.held, b.in_flight
    ), lease AS (
      INSERT INTO sync_leases (organization_id, id, credits, leased_until)
      SELECT :organizationId, :requestId, :credits, now() + make_interval(secs => :leaseSeconds) FROM decision WHERE rejected_by IS NULL
    )
    SELECT rejected_by AS "rejectedBy", balance, held, in_flight AS "inFlight" FROM updated`,
});

/**
 * Holds the credits of a sync request and leases a concurrency slot, or does neither. Both are released when the lease
 * expires, unless a `LeaseRenewer` renews it. One round trip.
 */
export async function holdCredits(db: Database, input: HoldInput): Promise<HoldResult> {
  const [result] = await hold(db, input);
  if (!result) throw new Error(`The organization ${input.organizationId} has no credit balance.`);
  return result;
}

export interface SettledHold {
  /** Credits charged by this call. */
  charged: number;
  /** Credits that are not spent, including held ones. */
  balance: number;
}

const settle = statement({
  name: 'settle-hold',
  parameters: {
    organizationId: 'uuid',
    requestId: 'uuid',
    shouldCharge: 'bool',
    engine: 'text',
    keyId: 'uuid',
    now: 'timestamptz',
  },
  row: { charged: 'int4', balance: 'int8' },
  text: `
    WITH lease AS (
      DELETE FROM sync_leases WHERE organization_id = :organizationId AND id = :requestId RETURNING credits
    ), updated AS (
      UPDATE credit_balances b
      SET held = b.held - lease.credits, in_flight = b.in_flight - 1,
        balance = b.balance - CASE WHEN :shouldCharge THEN lease.credits ELSE 0 END
      FROM lease
      WHERE b.organization_id = :organizationId
      RETURNING b.balance, CASE WHEN :shouldCharge THEN lease.credits ELSE 0 END AS charged
    ), entry AS (
      INSERT INTO credit_ledger (organization_id, kind, amount, subject_id, engine, key_id, created_at)
      SELECT :organizationId, 'charge', -charged, :requestId, :engine, :keyId, :now FROM updated WHERE charged > 0
    ), used AS (${buildUsageInsert(`
      SELECT :organizationId, (:now AT TIME ZONE 'UTC')::date, :engine, :keyId, charged, 1
      FROM updated WHERE charged > 0`)}
    )
    SELECT charged, balance FROM updated`,
});

export interface SettleInput {
  organizationId: string;
  requestId: string;
  /** True to charge the credits; false to release them. */
  shouldCharge: boolean;
  engine: Engine;
  /** The API key that sent the request. */
  keyId: string;
  now: Date;
}

/**
 * Charges or releases held credits and ends the lease. One round trip.
 * @returns undefined if there is no lease: it was released after it expired, or settled before
 */
export async function settleHold(db: Database, input: SettleInput): Promise<SettledHold | undefined> {
  const [settled] = await settle(db, input);
  return settled;
}

export type LeaseRenewer = ReturnType<typeof createLeaseRenewer>;

const renewLeases = statement({
  name: 'renew-sync-leases',
  parameters: { leases: [{ organizationId: 'uuid', id: 'uuid' }], leaseSeconds: 'float8' },
  text: `
    UPDATE sync_leases l SET leased_until = now() + make_interval(secs => :leaseSeconds)
    FROM :leases
    WHERE l.organization_id = leases.organization_id AND l.id = leases.id`,
});

/**
 * Creates the renewer of this process's leases. It renews them whenever a third of their duration has passed; its timer
 * runs only while there are leases.
 */
export function createLeaseRenewer(db: Database, leaseSeconds: number) {
  const organizationIds = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  async function renewAll(): Promise<void> {
    try {
      const leases = Array.from(organizationIds, ([id, organizationId]) => ({ organizationId, id }));
      await renewLeases(db, { leases, leaseSeconds });
    } catch (error) {
      log.warn({ error: describeError(error) }, 'renewing sync leases failed');
    }
  }

  return {
    add(organizationId: string, requestId: string) {
      organizationIds.set(requestId, organizationId);
      timer ??= setInterval(renewAll, (leaseSeconds * 1000) / 3).unref();
    },
    remove(requestId: string) {
      organizationIds.delete(requestId);
      if (organizationIds.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

const releaseLeases = statement({
  name: 'release-expired-leases',
  text: `
    WITH expired AS (
      DELETE FROM sync_leases WHERE (organization_id, id) IN (
        SELECT organization_id, id FROM sync_leases WHERE leased_until < now() LIMIT 1000 FOR UPDATE SKIP LOCKED
      )
      RETURNING organization_id, credits
    ), sums AS (
      SELECT organization_id, count(*)::int AS leases, sum(credits) AS credits FROM expired GROUP BY organization_id
    ), locked AS (
      SELECT organization_id FROM credit_balances
      WHERE organization_id IN (SELECT organization_id FROM sums)
      ORDER BY organization_id FOR UPDATE
    )
    UPDATE credit_balances b SET held = b.held - sums.credits, in_flight = b.in_flight - sums.leases
    FROM sums JOIN locked USING (organization_id)
    WHERE b.organization_id = sums.organization_id`,
});

/**
 * Releases the credits and slots of at most 1,000 expired leases. A new request does this for its own organization; this
 * function is for organizations that send none.
 */
export async function releaseExpiredLeases(db: Database): Promise<void> {
  await releaseLeases(db);
}
