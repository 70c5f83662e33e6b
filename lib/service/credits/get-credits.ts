import { type Plan, plans } from '#lib/contract/plans';
import type { Context } from '#lib/db/context';
import { getBillingMonth, getNextMonthStart } from '#lib/service/credits/billing-month';

export interface Credits {
  plan: Plan;
  /** The balance, holds not taken off. */
  remaining: number;
  held: number;
  /** Credits the plan grants a month. */
  monthly: number;
  resetsAt: Date;
}

const statement = `
  SELECT o.plan, a.month, a.balance, a.held
  FROM organizations o JOIN credit_balances a ON a.organization_id = o.id
  WHERE o.id = $1 AND a.organization_id = $1`;

/** The organization's credits now. A month that nothing has been spent in yet is shown as already renewed. */
export async function getCredits(context: Context): Promise<Credits> {
  const { rows } = await context.db.$client.query<{
    plan: Plan;
    month: string;
    balance: number;
    held: number;
  }>({ name: 'get-credits', text: statement, values: [context.organizationId] });
  const row = rows[0];
  if (!row) throw new Error(`The organization ${context.organizationId} has no credit account.`);
  const now = context.clock.now();
  const monthly = plans[row.plan].monthlyCredits;
  return {
    plan: row.plan,
    remaining: row.month < getBillingMonth(now) ? row.held + monthly : row.balance,
    held: row.held,
    monthly,
    resetsAt: getNextMonthStart(now),
  };
}
