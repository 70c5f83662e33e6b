import { z } from 'zod';
import { type Plan, plans } from '#lib/contract/plans';
import { type Clock, systemClock } from '#lib/core/clock';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { type Database, transaction } from '#lib/db/client';
import { monthOf } from '#lib/service/credits/month-of';

const planNames: readonly string[] = Object.keys(plans);
const isPlan = (name: string): name is Plan => planNames.includes(name);
const atOnce = z
  .int('Give a whole number.')
  .min(1, 'Allow at least 1 at once.')
  .max(10_000, 'Allow at most 10,000 at once.');

export const organizationNameSchema = singleLineSchema({ required: 'Give the organization a name.' });

const inputSchema = z.object({
  name: organizationNameSchema,
  plan: z
    .string()
    .refine(isPlan, `Choose one of the plans ${planNames.join(', ')}.`)
    .default('free'),
  credits: z
    .int('Give a whole number.')
    .min(0, 'Credits cannot be negative.')
    .max(1_000_000_000_000, 'Give at most a million million credits.')
    .optional(),
  concurrency: atOnce.optional(),
  asyncConcurrency: atOnce.optional(),
});

export interface NewOrganization {
  name: string;
  /** A name of the plan table; `free` by default. */
  plan?: string;
  /** The starting balance of the current month; by default the plan's monthly credits. */
  credits?: number;
  /** Sync requests at once; by default the plan's. */
  concurrency?: number;
  /** Tasks processed at once; by default the plan's. */
  asyncConcurrency?: number;
}

/**
 * Makes an organization with its credit account of the current month (UTC), the grant in the ledger, and its
 * task queue. It has no members yet.
 * @throws ServiceError VALIDATION_ERROR
 */
export async function createOrganization(
  db: Database,
  input: NewOrganization,
  clock: Clock = systemClock,
): Promise<{ id: string; name: string; plan: Plan }> {
  const { name, plan, ...given } = parseInput(inputSchema, input);
  const { monthlyCredits, syncConcurrency, asyncConcurrency } = plans[plan];
  const credits = given.credits ?? monthlyCredits;
  const now = clock.now();
  return transaction(db, async (client) => {
    const { rows } = await client.$client.query<{ id: string }>(
      `INSERT INTO organizations (name, plan, sync_concurrency, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
      [name, plan, given.concurrency ?? syncConcurrency, now],
    );
    const id = rows[0]?.id;
    if (!id) throw new Error('The database returned no row for the new organization.');
    await client.$client.query(
      'INSERT INTO credit_balances (organization_id, month, balance) VALUES ($1, $2, $3)',
      [id, monthOf(now), credits],
    );
    await client.$client.query(
      `INSERT INTO credit_ledger (organization_id, kind, amount, created_at) VALUES ($1, 'grant', $2, $3)`,
      [id, credits, now],
    );
    await client.$client.query(
      'INSERT INTO task_queue_stats (organization_id, async_concurrency) VALUES ($1, $2)',
      [id, given.asyncConcurrency ?? asyncConcurrency],
    );
    return { id, name, plan };
  });
}
