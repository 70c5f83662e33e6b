import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Plan, plans } from '#lib/contract/plans';
import { timeSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { creditBalances } from '#lib/db/schema/credits';
import { organizations } from '#lib/db/schema/organizations';
import { defineOperation, noInput } from '#lib/operations/define-operation';

/** Returns the first day of the billing month (UTC), such as `2026-11-01`. */
export function getBillingMonth(instant: Date): string {
  return `${instant.toISOString().slice(0, 7)}-01`;
}

/**
 * Common table expressions that lock an organization's credit balance and bring it up to date, for a statement
 * that depends on it and has the parameters `balanceParameters`.
 *
 * `current_balance` is one row: `balance`, `held` and `in_flight` as of now. Expired sync leases (their processes died)
 * are released. In a new month, credits that are neither spent nor held expire and the plan's credits are granted, or the
 * organization's part of the free credits, which is read under the lock.
 * The statement must write these values back to `credit_balances` together with its own change. The row stays
 * locked until the transaction ends.
 */
export const currentBalance = `
  expired AS (
    DELETE FROM sync_leases
    WHERE organization_id = :organizationId AND id IN (
      SELECT id FROM sync_leases WHERE organization_id = :organizationId AND leased_until < now() FOR UPDATE SKIP LOCKED
    )
    RETURNING credits
  ), released AS (
    SELECT count(*)::int AS leases, coalesce(sum(credits), 0)::int AS credits FROM expired
  ), locked AS (
    SELECT b.balance, b.held - released.credits AS held, b.in_flight - released.leases AS in_flight,
      b.month < :month AS is_new_month, coalesce(b.free_credits, :monthlyCredits) AS monthly
    FROM credit_balances b, released
    WHERE b.organization_id = :organizationId
    FOR UPDATE OF b
  ), current_balance AS (
    SELECT CASE WHEN is_new_month THEN held + monthly ELSE balance END AS balance, held, in_flight
    FROM locked
  ), renewal AS (
    INSERT INTO credit_ledger (organization_id, kind, amount)
    SELECT :organizationId, kind, amount
    FROM locked, LATERAL (VALUES ('expiry', held - balance), ('grant', monthly)) AS entry (kind, amount)
    WHERE is_new_month AND amount <> 0
  )`;

/** The parameters of `currentBalance`: the billing month, and the credits that the plan grants each month. */
export const balanceParameters = { organizationId: 'uuid', month: 'text', monthlyCredits: 'int8' } as const;

export const getMonthlyCredits = defineOperation({
  name: 'credits.get-monthly',
  title: 'Get the monthly credits',
  description: 'Returns the credits that the organization gets each month.',
  permission: 'organization.read',
  effect: 'read',
  input: noInput,
  output: z.number(),
  run: async (context) => (await getCredits(context)).monthly,
});

const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);

export const creditsSchema = z.object({
  plan: z.literal(Object.keys(plans).filter(isPlan)),
  remaining: z.number().describe('Includes held credits.'),
  held: z.number(),
  monthly: z
    .number()
    .describe(
      'Granted each month. Organizations with the plan `free` that share the free credits get a part of them.',
    ),
  resetsAt: timeSchema.describe('Start of the next billing month, when the credits of this one expire.'),
});

/** Returns the organization's credits. In a new month whose credits are not granted yet, returns them as if they were. */
export async function getCredits({
  db,
  clock,
  organizationId,
}: Context): Promise<z.output<typeof creditsSchema>> {
  const { month, balance, held, freeCredits } = creditBalances;
  const [row] = await db
    .select({ plan: organizations.plan, month, balance, held, freeCredits })
    .from(organizations)
    .innerJoin(creditBalances, eq(creditBalances.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId));
  if (!row) throw new Error(`The organization ${organizationId} has no credit balance.`);
  const now = clock.now();
  const monthly = row.freeCredits ?? plans[row.plan].monthlyCredits;
  return {
    plan: row.plan,
    remaining: row.month < getBillingMonth(now) ? row.held + monthly : row.balance,
    held: row.held,
    monthly,
    resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  };
}
