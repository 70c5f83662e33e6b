import { and, eq, sql } from 'drizzle-orm';
import { plans } from '#lib/contract/plans';
import { type Context, createOperatorContext } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { creditBalances, creditUsageDaily, freeCreditPools } from '#lib/db/schema/credits';
import { organizations, users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { changeCredits } from '#lib/service/credits/change-credits';
import { getBillingMonth } from '#lib/service/credits/credit-balance';

type Deps = Pick<Context, 'db' | 'clock'>;

const { monthlyCredits } = plans.free;

/**
 * Shares one month's free credits evenly among the free organizations that a user created. Call it with the change that
 * creates one, changes its plan or deletes it. Each keeps the same part of what it has left of this month's credits as
 * of the following months, and credits that it gives up go to the others. So the parts, and the credits granted in a
 * month, never exceed those of one free organization.
 * @param deps the database connection must have access to all organizations
 * @param change runs while nobody else shares the credits of this user. It must lock no balance before
 */
export async function shareFreeCredits(
  deps: Deps,
  creatorId: string,
  change: (db: Database) => Promise<void> = async () => {},
): Promise<void> {
  await transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const month = getBillingMonth(deps.clock.now());
    const pool = await lockPool(db, creatorId);
    await change(db);
    if (!pool) return;
    const shares = await listShares(db, creatorId);
    const isNewMonth = pool.month < month;
    let available = isNewMonth ? Math.max(0, monthlyCredits - sumShares(shares)) : pool.available;
    for (const share of shares) available += await takeCredits(tx, share, month);
    for (const share of shares) available -= await giveCredits(tx, share, available);
    const row = { month: isNewMonth ? month : pool.month, available };
    await db.update(freeCreditPools).set(row).where(eq(freeCreditPools.userId, creatorId));
  });
}

/**
 * Locks the credits of a user, before the balances in the order of locks.
 * @returns undefined if the user no longer exists
 */
async function lockPool(db: Database, userId: string) {
  await db.execute(
    sql`INSERT INTO ${freeCreditPools} SELECT id, '', 0 FROM ${users} WHERE id = ${userId} ON CONFLICT DO NOTHING`,
  );
  const [pool] = await db
    .select({ month: freeCreditPools.month, available: freeCreditPools.available })
    .from(freeCreditPools)
    .where(eq(freeCreditPools.userId, userId))
    .for('update');
  return pool;
}

interface Share {
  organizationId: string;
  /** Credits that the organization has received each month until now. */
  current: number;
  /** Credits that it receives from now on. */
  next: number;
}

/** Lists the shares of the free organizations of a user, in the order in which their balances are locked. */
async function listShares(db: Database, creatorId: string): Promise<Share[]> {
  const readRows = (tx: Database) =>
    tx
      .select({
        organizationId: organizations.id,
        current: creditBalances.freeCredits,
        deletionStartedAt: organizations.deletionStartedAt,
      })
      .from(organizations)
      .innerJoin(creditBalances, eq(creditBalances.organizationId, organizations.id))
      .where(and(eq(organizations.createdBy, creatorId), eq(organizations.plan, 'free')))
      .orderBy(organizations.createdAt, organizations.id);
  // The change may have limited the transaction to one organization.
  const rows = await transaction(db, readRows, { settings: { 'app.organization': '*' } });
  const sharing = rows.filter(({ deletionStartedAt }) => deletionStartedAt === null);
  const part = Math.floor(monthlyCredits / sharing.length);
  // The oldest organizations get the remainder.
  const next = new Map(
    sharing.map(({ organizationId }, index) => [
      organizationId,
      part + (index < monthlyCredits % sharing.length ? 1 : 0),
    ]),
  );
  return rows
    .map(({ organizationId, current }) => ({
      organizationId,
      current: current ?? 0,
      next: next.get(organizationId) ?? 0,
    }))
    .toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
}

const sumShares = (shares: readonly Share[]) => shares.reduce((sum, { current }) => sum + current, 0);

/** Renews the credits in a new month, and takes those that exceed a smaller share. @returns the taken credits */
async function takeCredits(
  tx: Deps,
  { organizationId, current, next }: Share,
  month: string,
): Promise<number> {
  const context = createOperatorContext(tx, organizationId);
  const balance = await changeCredits(context, { monthlyCredits: current, planDifference: 0, grant: 0 });
  if (next >= current) return 0;
  const [row] = await tx.db
    .select({
      held: creditBalances.held,
      used: sql<number>`(SELECT coalesce(sum(${creditUsageDaily.credits}), 0) FROM ${creditUsageDaily}
        WHERE ${creditUsageDaily.organizationId} = ${organizationId} AND ${creditUsageDaily.day} >= ${month})`,
    })
    .from(creditBalances)
    .where(eq(creditBalances.organizationId, organizationId));
  const { held = 0, used = 0 } = row ?? {};
  // Credits that the operator granted in addition are not shared.
  const left = Math.max(0, Math.min(balance - held, current - used));
  const taken = Math.floor((left * (current - next)) / current);
  await changeCredits(context, { monthlyCredits: next, planDifference: -taken, grant: 0 });
  return taken;
}

/** Stores the new share, and grants what it is larger by, as far as credits are available. @returns the granted credits */
async function giveCredits(tx: Deps, { organizationId, current, next }: Share, available: number) {
  const grant = Math.max(0, Math.min(next - current, available));
  const context = createOperatorContext(tx, organizationId);
  await tx.db
    .update(creditBalances)
    .set({ freeCredits: next })
    .where(eq(creditBalances.organizationId, organizationId));
  if (grant > 0) await changeCredits(context, { monthlyCredits: next, planDifference: 0, grant });
  return grant;
}
