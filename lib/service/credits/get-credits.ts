import { eq } from 'drizzle-orm';
import { type Plan, plans } from '#lib/contract/plans';
import type { Context } from '#lib/db/client';
import { creditBalances } from '#lib/db/schema/credits';
import { organizations } from '#lib/db/schema/organizations';
import { getBillingMonth, getNextMonthStart } from '#lib/service/credits/billing-month';

export interface Credits {
  plan: Plan;
  /** The balance, including held credits. */
  remaining: number;
  held: number;
  /** Credits that the plan grants each month. */
  monthly: number;
  resetsAt: Date;
}

/** Returns the organization's credits. In a new month without spending yet, they are shown as already renewed. */
export async function getCredits({ db, clock, organizationId }: Context): Promise<Credits> {
  const { month, balance, held } = creditBalances;
  const [row] = await db
    .select({ plan: organizations.plan, month, balance, held })
    .from(organizations)
    .innerJoin(creditBalances, eq(creditBalances.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId));
  if (!row) throw new Error(`The organization ${organizationId} has no credit balance.`);
  const now = clock.now();
  const monthly = plans[row.plan].monthlyCredits;
  return {
    plan: row.plan,
    remaining: row.month < getBillingMonth(now) ? row.held + monthly : row.balance,
    held: row.held,
    monthly,
    resetsAt: getNextMonthStart(now),
  };
}
