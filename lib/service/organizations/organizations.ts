import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Plan, plans } from '#lib/contract/plans';
import { notFound } from '#lib/core/errors';
import { type Clock, systemClock } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { creditBalances, creditLedger } from '#lib/db/schema/credits';
import { organizations } from '#lib/db/schema/organizations';
import { taskQueueStats } from '#lib/db/schema/tasks';
import { transaction } from '#lib/db/transaction';
import { defineOperation } from '#lib/operations/define-operation';
import { formFields } from '#lib/operations/form-fields';
import { getBillingMonth } from '#lib/service/credits/credit-balance';
import { shareFreeCredits } from '#lib/service/credits/share-free-credits';

const planNames: readonly string[] = Object.keys(plans);
const isPlan = (name: string): name is Plan => planNames.includes(name);
export const concurrencySchema = z
  .int('Enter a whole number.')
  .min(1, 'Concurrency must be at least 1.')
  .max(10_000, 'Concurrency must be at most 10,000.');

export const planSchema = z.string().refine(isPlan, `Choose one of the plans ${planNames.join(', ')}.`);
export const creditsSchema = z
  .int('Enter a whole number.')
  .max(1_000_000_000_000, 'Must be at most 1,000,000,000,000.');

export const organizationNameSchema = singleLineSchema({
  required: 'Enter a name for the organization.',
}).register(formFields, { label: 'Organization name' });

const inputSchema = z.object({
  name: organizationNameSchema,
  plan: planSchema.default('free'),
  /** Balance of the current month; the plan's monthly credits by default. */
  credits: creditsSchema.min(0, 'Credits cannot be negative.').optional(),
  /** Maximum number of sync requests in flight; the plan's by default. */
  concurrency: concurrencySchema.optional(),
  /** Maximum number of tasks processed concurrently; the plan's by default. */
  asyncConcurrency: concurrencySchema.optional(),
  /** The ID of the user who creates it; null for the operator. */
  createdBy: z.guid().nullable().default(null),
});

export type NewOrganization = z.input<typeof inputSchema>;

/**
 * Creates an organization without members, with its credit balance for the current month (UTC), the grant in the
 * ledger and its task queue. A free organization of a user shares that user's free credits.
 * @throws ServiceError VALIDATION_ERROR
 */
export async function createOrganization(
  db: Database,
  input: NewOrganization,
  clock: Clock = systemClock,
): Promise<{ id: string; name: string; plan: Plan }> {
  const { name, plan, createdBy, ...overrides } = parseInput(inputSchema, input);
  const { monthlyCredits, syncConcurrency, asyncConcurrency } = plans[plan];
  const isShared = createdBy !== null && plan === 'free';
  const credits = isShared ? 0 : (overrides.credits ?? monthlyCredits);
  const createdAt = clock.now();
  return transaction(db, async (tx) => {
    const organizationId = randomUUID();
    const concurrency = overrides.concurrency ?? syncConcurrency;
    await tx
      .insert(organizations)
      .values({ id: organizationId, name, plan, syncConcurrency: concurrency, createdAt, createdBy });
    await tx
      .insert(creditBalances)
      .values({ organizationId, month: getBillingMonth(createdAt), balance: credits });
    if (!isShared) {
      await tx.insert(creditLedger).values({ organizationId, kind: 'grant', amount: credits, createdAt });
    }
    await tx
      .insert(taskQueueStats)
      .values({ organizationId, asyncConcurrency: overrides.asyncConcurrency ?? asyncConcurrency });
    if (isShared) await shareFreeCredits({ db: tx, clock }, createdBy);
    return { id: organizationId, name, plan };
  });
}

const columns = {
  id: organizations.id,
  name: organizations.name,
  plan: organizations.plan,
  /** Maximum number of sync requests in flight. */
  concurrency: organizations.syncConcurrency,
  /** Maximum number of tasks processed concurrently. */
  asyncConcurrency: taskQueueStats.asyncConcurrency,
  /** True if webhooks are signed. */
  signing: sql<boolean>`${organizations.signingSecretEncrypted} IS NOT NULL`,
  createdAt: organizations.createdAt,
  /** Time at which its deletion begins; null unless it is scheduled. */
  deletesAt: organizations.deletesAt,
};

/** Returns the context's organization. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getOrganization(context: Context) {
  const { organizationId: id } = context;
  const [organization] = await withOrganization(context, ({ db }) =>
    db
      .select(columns)
      .from(organizations)
      .innerJoin(taskQueueStats, eq(taskQueueStats.organizationId, organizations.id))
      .where(eq(organizations.id, id)),
  );
  if (organization) return organization;
  throw notFound(`There is no organization ${id}.`, id);
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const renameOrganization = defineOperation({
  name: 'organization.rename',
  title: 'Rename the organization',
  description: 'Changes the name of the organization. The same name again changes nothing.',
  permission: 'organization.rename',
  effect: 'write',
  input: z.object({ name: organizationNameSchema }),
  audit: ['organization.renamed'],
  async run(context, { name }) {
    const { db, organizationId } = context;
    const isOrganization = eq(organizations.id, organizationId);
    const [before] = await db
      .select({ name: organizations.name })
      .from(organizations)
      .where(isOrganization)
      .for('no key update');
    if (!before) throw notFound(`There is no organization ${organizationId}.`, organizationId);
    if (before.name === name) return;
    await db.update(organizations).set({ name }).where(isOrganization);
    await context.audit({
      target: name,
      targetId: organizationId,
      before: { name: before.name },
      after: { name },
    });
  },
});
