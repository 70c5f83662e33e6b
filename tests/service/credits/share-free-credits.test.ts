import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { type Context, createOperatorContext } from '#lib/db/context';
import { getCredits } from '#lib/service/credits/credit-balance';
import { holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import { deleteOrganizations } from '#lib/service/organizations/delete-organizations';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { createOrganization } from '#lib/service/organizations/organizations';
import { createOwnOrganization } from '#lib/service/organizations/own-organization';
import { updateOrganization } from '#lib/service/organizations/update-organization';
import { openTestDatabase } from '#tests/support/database';
import { createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();
const at = (iso: string) => createFixedClock(new Date(iso));
const december = at('2026-12-03T12:00:00Z');

const create = (owner: Context, name = 'Next') =>
  createOwnOrganization(owner, { userId: getUserId(owner), name });
const asOperator = (context: Context) => createOperatorContext(context, context.organizationId);

/** Uses credits with a sync request. @returns whether they were available */
async function spend(context: Context, credits: number): Promise<boolean> {
  const { organizationId, clock } = context;
  const requestId = randomUUID();
  const month = `${clock.now().toISOString().slice(0, 7)}-01`;
  const limits = { monthlyCredits: 500, concurrency: 1000, leaseSeconds: 15 };
  const held = await holdCredits(db, { organizationId, month, requestId, credits, ...limits });
  if (held.rejectedBy) return false;
  const usage = { engine: 'chat', keyId: randomUUID(), now: clock.now() } as const;
  await settleHold(db, { organizationId, requestId, shouldCharge: true, ...usage });
  return true;
}

/** Uses credits until none are left. @returns the used credits */
async function spendAll(context: Context): Promise<number> {
  let used = 0;
  while (await spend(context, 1)) used += 1;
  return used;
}

const readRemaining = (contexts: Context[]) =>
  Promise.all(contexts.map(async (context) => (await getCredits(context)).remaining));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function expectExactLedgers(contexts: Context[]): Promise<void> {
  const { rows } = await db.$client.query(
    `SELECT balance, held, (SELECT coalesce(sum(amount), 0) FROM credit_ledger l WHERE l.organization_id = b.organization_id) AS sum
     FROM credit_balances b WHERE organization_id = ANY ($1)`,
    [contexts.map(({ organizationId }) => organizationId)],
  );
  expect(rows).toHaveLength(contexts.length);
  for (const { balance, held, sum: total } of rows) {
    expect(total).toBe(balance);
    expect(balance - held).toBeGreaterThanOrEqual(0);
  }
}

test('ten organizations of one user have 500 credits in sum, this month and in the following ones', async () => {
  const first = await createOwner(db);
  const others: Context[] = [];
  for (let count = 1; count < 10; count += 1) others.push(await create(first, `No ${count}`));
  const all = [first, ...others];
  expect(sum(await readRemaining(all))).toBe(500);
  expect((await getCredits(first)).monthly).toBe(50);
  const later = all.map((context) => ({ ...context, clock: december }));
  expect(sum(await readRemaining(later))).toBe(500);
  const used = [];
  for (const context of later) used.push(await spendAll(context));
  expect(used).toEqual(Array.from({ length: 10 }, () => 50));
  await expectExactLedgers(all);
});

test('credits that are spent are not granted again by another organization', async () => {
  const first = await createOwner(db);
  expect(await spend(first, 400)).toBe(true);
  const second = await create(first);
  expect(await readRemaining([first, second])).toEqual([50, 50]);
  expect(await spend(first, 51)).toBe(false);
  expect([await spendAll(first), await spendAll(second)]).toEqual([50, 50]);
  const third = await create(first);
  expect(await readRemaining([first, second, third])).toEqual([0, 0, 0]);
  await expectExactLedgers([first, second, third]);
  const later = [first, second, third].map((context) => ({ ...context, clock: december }));
  expect((await readRemaining(later)).toSorted()).toEqual([166, 167, 167]);
});

test('held credits stay where they are, and credits that the operator granted are not shared', async () => {
  const first = await createOwner(db);
  const hold = { month: '2026-11-01', monthlyCredits: 500, concurrency: 10, leaseSeconds: 900 };
  await holdCredits(db, {
    ...hold,
    organizationId: first.organizationId,
    requestId: randomUUID(),
    credits: 480,
  });
  await updateOrganization(asOperator(first), { credits: 1_000 });
  const second = await create(first);
  expect(await readRemaining([first, second])).toEqual([1_250, 250]);
  await expectExactLedgers([first, second]);
});

test('organizations created at the same time, while others use credits, share them exactly', async () => {
  const first = await createOwner(db);
  const spent = Promise.all(Array.from({ length: 40 }, () => spend(first, 5)));
  const others = await Promise.all(Array.from({ length: 6 }, (_, index) => create(first, `No ${index}`)));
  const usedBefore = (await spent).filter(Boolean).length * 5;
  const all = [first, ...others];
  expect(sum(await readRemaining(all)) + usedBefore).toBe(500);
  const shares = await Promise.all(all.map(async (context) => (await getCredits(context)).monthly));
  expect(shares.toSorted()).toEqual([71, 71, 71, 71, 72, 72, 72]);
  await expectExactLedgers(all);
});

test('in a new month, creating an organization renews the credits of the others first', async () => {
  const first = await createOwner(db);
  await spend(first, 500);
  const later = { ...first, clock: december };
  const second = await create(later);
  expect(await readRemaining([later, second])).toEqual([250, 250]);
  await expectExactLedgers([first, second]);
});

test('deleting and restoring an organization neither adds nor loses credits', async () => {
  const first = await createOwner(db);
  await spend(first, 300);
  await scheduleDeletion(first, { name: 'Acme' });
  const second = await create(first);
  expect(await readRemaining([first, second])).toEqual([100, 100]);
  await restoreOrganization(first);
  expect(await readRemaining([first, second])).toEqual([100, 100]);

  await scheduleDeletion(second, { name: 'Next' });
  const fifteenDaysLater = at('2026-12-06T12:00:00Z');
  const deletion = { db, clock: fifteenDaysLater };
  expect(await deleteOrganizations(deletion, { aborted: false })).toContain(second.organizationId);
  const later = { ...first, clock: fifteenDaysLater };
  expect(await getCredits(later)).toMatchObject({ remaining: 500, monthly: 500 });
  await spend(later, 500);
  const third = await create(later);
  expect(await readRemaining([later, third])).toEqual([0, 0]);
  await expectExactLedgers([first, third]);
});

test('a paid plan leaves its part to the others from the next month on, and a downgrade gets only what is left', async () => {
  const first = await createOwner(db);
  const second = await create(first);
  await updateOrganization(asOperator(first), { plan: 'team' });
  expect(await getCredits(first)).toMatchObject({ remaining: 37_500, monthly: 37_500 });
  expect(await getCredits(second)).toMatchObject({ remaining: 250, monthly: 500 });
  expect(await readRemaining([{ ...second, clock: december }])).toEqual([500]);
  await spend(second, 250);
  await updateOrganization(asOperator(first), { plan: 'free' });
  expect(await getCredits(first)).toMatchObject({ remaining: 0, monthly: 250 });
  expect(await getCredits(second)).toMatchObject({ remaining: 0, monthly: 250 });
  await expectExactLedgers([first, second]);
});

test('an upgrade of an organization that received no credits gives none to others that have spent theirs', async () => {
  const first = await createOwner(db);
  await spend(first, 500);
  const second = await create(first);
  await updateOrganization(asOperator(second), { plan: 'team' });
  expect(await readRemaining([first])).toEqual([0]);
  await updateOrganization(asOperator(second), { plan: 'free' });
  expect(await readRemaining([first, second])).toEqual([0, 0]);
  await expectExactLedgers([first, second]);
});

test('organizations that the operator creates have all credits of their plan', async () => {
  const ids = await Promise.all(
    ['A', 'B'].map(async (name) => (await createOrganization(db, { name }, createFixedClock(noon))).id),
  );
  const contexts = ids.map((id) => createOperatorContext({ db, clock: createFixedClock(noon) }, id));
  expect(await readRemaining(contexts)).toEqual([500, 500]);
});
