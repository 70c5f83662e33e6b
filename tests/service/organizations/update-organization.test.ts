import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { type Context, createOperatorContext } from '#lib/db/context';
import { getCredits } from '#lib/service/credits/credit-balance';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import {
  createOrganization,
  getOrganization,
  type NewOrganization,
} from '#lib/service/organizations/organizations';
import { type OrganizationUpdate, updateOrganization } from '#lib/service/organizations/update-organization';
import { openTestDatabase } from '#tests/support/database';
import { createMember, createOwner } from '#tests/support/owners';

const db = await openTestDatabase();
const november = createFixedClock(new Date('2026-11-21T12:00:00Z'));
const december = createFixedClock(new Date('2026-12-01T00:00:00Z'));

async function createTenant(input: Partial<NewOrganization> = {}): Promise<Context> {
  const { id } = await createOrganization(db, { name: 'Acme', ...input }, november);
  return createOperatorContext({ db, clock: november }, id);
}

/** Sets credits that are spent and held, with the charge in the ledger. */
async function useCredits({ organizationId }: Context, spent: number, held: number): Promise<void> {
  await db.$client.query(
    `WITH charge AS (
       INSERT INTO credit_ledger (organization_id, kind, amount) VALUES ($1, 'charge', -$2::bigint)
     )
     UPDATE credit_balances SET balance = balance - $2, held = $3 WHERE organization_id = $1`,
    [organizationId, spent, held],
  );
}

/** Returns the entries of the ledger after the first grant, and checks that the sum of all entries is the balance. */
async function readLedger({ organizationId }: Context): Promise<string[]> {
  const { rows } = await db.$client.query(
    `SELECT balance, (SELECT sum(amount) FROM credit_ledger WHERE organization_id = $1) AS sum,
       (SELECT array_agg(kind || ' ' || amount ORDER BY id) FROM credit_ledger WHERE organization_id = $1) AS entries
     FROM credit_balances WHERE organization_id = $1`,
    [organizationId],
  );
  expect(rows[0].sum).toBe(rows[0].balance);
  return rows[0].entries.slice(1);
}

test('a larger plan raises the limits and the credits of this month immediately', async () => {
  const context = await createTenant();
  await useCredits(context, 400, 60);
  await updateOrganization(context, { plan: 'team' });
  expect(await getOrganization(context)).toMatchObject({
    plan: 'team',
    concurrency: 20,
    asyncConcurrency: 20,
  });
  expect(await getCredits(context)).toMatchObject({ remaining: 37_100, held: 60, monthly: 37_500 });
  expect(await readLedger(context)).toEqual(['charge -400', 'grant 37000']);
  await updateOrganization(context, { plan: 'team' });
  expect(await readLedger(context)).toHaveLength(2);
});

test('a downgrade removes the additional credits of the larger plan, except those that are spent or held', async () => {
  const context = await createTenant();
  await updateOrganization(context, { plan: 'scale' });
  await updateOrganization(context, { plan: 'free' });
  expect(await getOrganization(context)).toMatchObject({ plan: 'free', concurrency: 10 });
  expect(await getCredits(context)).toMatchObject({ remaining: 500, held: 0 });
  expect(await readLedger(context)).toEqual(['grant 2799500', 'expiry -2799500']);

  const spender = await createTenant({ plan: 'team' });
  await useCredits(spender, 30_000, 300);
  await updateOrganization(spender, { plan: 'free' });
  expect(await getCredits(spender)).toMatchObject({ remaining: 300, held: 300, monthly: 500 });
  expect(await readLedger(spender)).toEqual(['charge -30000', 'expiry -7200']);
});

test('grants credits, for this month only', async () => {
  const context = await createTenant();
  await updateOrganization(context, { plan: 'team', credits: 1_000 });
  expect(await getCredits(context)).toMatchObject({ remaining: 38_500 });
  expect((await readLedger(context)).toSorted()).toEqual(['grant 1000', 'grant 37000']);
  expect(await getCredits({ ...context, clock: december })).toMatchObject({ remaining: 37_500 });
});

test('the first change in a new month renews the credits before it is applied', async () => {
  const context = { ...(await createTenant()), clock: december };
  await useCredits(context, 100, 50);
  await updateOrganization(context, { plan: 'team', credits: 5 });
  expect(await getCredits(context)).toMatchObject({ remaining: 37_555, held: 50 });
  expect((await readLedger(context)).toSorted()).toEqual([
    'charge -100',
    'expiry -350',
    'grant 37000',
    'grant 5',
    'grant 500',
  ]);
});

test('limits that were set individually stay when the plan changes, unless they are set again', async () => {
  const context = await createTenant({ concurrency: 3, asyncConcurrency: 500 });
  await updateOrganization(context, { plan: 'business' });
  expect(await getOrganization(context)).toMatchObject({ concurrency: 3, asyncConcurrency: 500 });
  await updateOrganization(context, { plan: 'team', concurrency: 20, asyncConcurrency: 800 });
  expect(await getOrganization(context)).toMatchObject({ concurrency: 20, asyncConcurrency: 800 });
});

test('parallel changes grant the credits of a new plan once, and every addition of credits once', async () => {
  const context = await createTenant();
  await Promise.all([
    ...Array.from({ length: 5 }, () => updateOrganization(context, { plan: 'team' })),
    ...Array.from({ length: 5 }, () => updateOrganization(context, { credits: 10 })),
  ]);
  expect(await getCredits(context)).toMatchObject({ remaining: 37_550 });
  expect(await readLedger(context)).toHaveLength(6);
});

test('the audit log shows what the operator changed', async () => {
  const context = await createTenant();
  await updateOrganization(context, { plan: 'team', credits: 1_000, asyncConcurrency: 10 });
  const { entries } = await listAuditLog(context);
  expect(entries.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
    {
      action: 'organization.credits-granted',
      target: 'Acme',
      actorKind: 'operator',
      before: { credits: 37_500 },
      after: { credits: 38_500 },
    },
    {
      action: 'organization.plan-changed',
      before: { plan: 'free', concurrency: 10 },
      after: { plan: 'team', concurrency: 20 },
    },
  ]);
});

test.each<[OrganizationUpdate, string]>([
  [{}, ''],
  [{ plan: 'gold' }, 'plan'],
  [{ plan: 'constructor' }, 'plan'],
  [{ credits: 0 }, 'credits'],
  [{ credits: -5 }, 'credits'],
  [{ plan: 'team', concurrency: 0 }, 'concurrency'],
  [{ plan: 'team', asyncConcurrency: 10_001 }, 'asyncConcurrency'],
])('rejects %j and changes nothing', async (input, field) => {
  const context = await createTenant();
  await expect(updateOrganization(context, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field }],
  });
  expect(await getOrganization(context)).toMatchObject({ plan: 'free', concurrency: 10 });
  expect(await readLedger(context)).toEqual([]);
});

test('changes only the organization of the context, and fails if there is none', async () => {
  const [context, other] = [await createTenant(), await createTenant()];
  const unknown = { ...context, organizationId: '00000000-0000-4000-8000-000000000000' };
  await expect(updateOrganization(unknown, { plan: 'team' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  await updateOrganization(context, { plan: 'team' });
  expect(await getOrganization(other)).toMatchObject({ plan: 'free', asyncConcurrency: 10 });
  expect(await getCredits(other)).toMatchObject({ remaining: 500 });
});

test('members, even owners, and API keys cannot change plans', async () => {
  const owner = await createOwner(db);
  const key: Context = { ...owner, actor: { kind: 'key', keyId: owner.organizationId } };
  for (const context of [owner, await createMember(owner, 'admin'), key]) {
    await expect(updateOrganization(context, { plan: 'scale' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
  }
  expect(await getOrganization(owner)).toMatchObject({ plan: 'free' });
});
