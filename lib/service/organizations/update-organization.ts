import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { plans } from '#lib/contract/plans';
import { notFound, ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { creditBalances } from '#lib/db/schema/credits';
import { organizations } from '#lib/db/schema/organizations';
import { taskQueueStats } from '#lib/db/schema/tasks';
import { changeCredits } from '#lib/service/credits/change-credits';
import { shareFreeCredits } from '#lib/service/credits/share-free-credits';
import { concurrencySchema, creditsSchema, planSchema } from '#lib/service/organizations/organizations';

const inputSchema = z
  .object({
    plan: planSchema.optional(),
    /** Credits to grant for this month, in addition to those of the plan. */
    credits: creditsSchema.min(1, 'Grant at least 1 credit.').optional(),
    /** Maximum number of sync requests in flight. */
    concurrency: concurrencySchema.optional(),
    /** Maximum number of tasks processed concurrently. */
    asyncConcurrency: concurrencySchema.optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    'There is nothing to change. Set a plan, credits or a concurrency limit.',
  );

export type OrganizationUpdate = z.input<typeof inputSchema>;

/**
 * Changes the plan and the limits of an organization, and grants credits, immediately. Only the operator can do this.
 * A new plan changes this month's credits by the difference between the plans; a smaller plan takes only credits that
 * are neither spent nor held. Limits that differ from those of the previous plan were set individually and stay.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function updateOrganization(context: Context, input: OrganizationUpdate): Promise<void> {
  if (context.actor.kind !== 'operator') {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
      message: 'Only the operator of this instance can change plans, credits and limits.',
    });
  }
  const update = parseInput(inputSchema, input);
  await withOrganization(context, async (tx) => {
    const organization = await lockOrganization(tx);
    const { plan, createdBy } = organization;
    const plansInvolved = [plan, update.plan ?? plan];
    const changesShares =
      createdBy && plansInvolved.includes('free') && plansInvolved[0] !== plansInvolved[1];
    if (!changesShares) return applyUpdate(tx, organization, update);
    await shareFreeCredits(tx, createdBy, (db) => applyUpdate({ ...tx, db }, organization, update));
  });
}

/** Changes a locked organization. If it shares free credits with others, its part of them counts as those of its plan. */
async function applyUpdate(
  tx: Context,
  { name, createdBy, ...before }: LockedOrganization,
  { credits: grant = 0, ...changes }: z.output<typeof inputSchema>,
): Promise<void> {
  const after = applyChanges(before, changes);
  const share = await readFreeCredits(tx);
  const monthlyCredits = share ?? plans[before.plan].monthlyCredits;
  // An organization that begins to share free credits receives its part of them afterwards.
  const nextCredits = createdBy && after.plan === 'free' ? (share ?? 0) : plans[after.plan].monthlyCredits;
  const planDifference = nextCredits - monthlyCredits;
  const auditEntry = { target: name, targetId: tx.organizationId };
  // The balance is locked before the queue, as in every statement that locks both.
  if (planDifference !== 0 || grant > 0) {
    const credits = await changeCredits(tx, { monthlyCredits, planDifference, grant });
    if (grant > 0) {
      await recordAudit(tx, {
        ...auditEntry,
        action: 'organization.credits-granted',
        before: { credits: credits - grant },
        after: { credits },
      });
    }
  }
  const changed = settingNames.filter((setting) => before[setting] !== after[setting]);
  if (changed.length === 0) return;
  await saveSettings(tx, after);
  await recordAudit(tx, {
    ...auditEntry,
    action: 'organization.plan-changed',
    before: pick(before, changed),
    after: pick(after, changed),
  });
}

async function readFreeCredits({ db, organizationId }: Context): Promise<number | null> {
  const [row] = await db
    .select({ freeCredits: creditBalances.freeCredits })
    .from(creditBalances)
    .where(eq(creditBalances.organizationId, organizationId));
  return row?.freeCredits ?? null;
}

const settingNames = ['plan', 'concurrency', 'asyncConcurrency'] as const;
type LockedOrganization = Awaited<ReturnType<typeof lockOrganization>>;
type Settings = Pick<LockedOrganization, (typeof settingNames)[number]>;

const pick = (settings: Settings, names: readonly (keyof Settings)[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name]]));

async function lockOrganization({ db, organizationId }: Context) {
  const [organization] = await db
    .select({
      name: organizations.name,
      createdBy: organizations.createdBy,
      plan: organizations.plan,
      concurrency: organizations.syncConcurrency,
      asyncConcurrency: taskQueueStats.asyncConcurrency,
    })
    .from(organizations)
    .innerJoin(taskQueueStats, eq(taskQueueStats.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))
    .for('no key update', { of: organizations });
  if (organization) return organization;
  throw notFound(`There is no organization ${organizationId}.`, organizationId);
}

function applyChanges(
  before: Settings,
  { plan = before.plan, concurrency, asyncConcurrency }: Omit<z.output<typeof inputSchema>, 'credits'>,
): Settings {
  const [previous, next] = [plans[before.plan], plans[plan]];
  const followPlan = (limit: number, previousLimit: number, nextLimit: number) =>
    limit === previousLimit ? nextLimit : limit;
  return {
    plan,
    concurrency:
      concurrency ?? followPlan(before.concurrency, previous.syncConcurrency, next.syncConcurrency),
    asyncConcurrency:
      asyncConcurrency ??
      followPlan(before.asyncConcurrency, previous.asyncConcurrency, next.asyncConcurrency),
  };
}

async function saveSettings(
  { db, organizationId }: Context,
  { plan, concurrency, asyncConcurrency }: Settings,
): Promise<void> {
  await db
    .update(organizations)
    .set({ plan, syncConcurrency: concurrency })
    .where(eq(organizations.id, organizationId));
  if (plan !== 'free') {
    await db
      .update(creditBalances)
      .set({ freeCredits: null })
      .where(eq(creditBalances.organizationId, organizationId));
  }
  await db
    .update(taskQueueStats)
    .set({ asyncConcurrency })
    .where(eq(taskQueueStats.organizationId, organizationId));
}
