import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '#lib/core/time';
import { getCredits } from '#lib/service/credits/credit-balance';
import { holdCredits, releaseExpiredLeases, settleHold } from '#lib/service/credits/sync-leases';
import { startService } from '#tests/support/service';

const run = await startService();
afterAll(() => run.stop());
const second = run.open().db;
const month = new Date().toISOString().slice(0, 7).concat('-01');

function holdOf(organizationId: string, credits = 5, concurrency = 1000, leaseSeconds = 15) {
  return {
    organizationId,
    month,
    monthlyCredits: 500,
    requestId: randomUUID(),
    credits,
    concurrency,
    leaseSeconds,
  };
}

async function accountOf(organizationId: string) {
  const { rows } = await run.db.$client.query(
    `SELECT balance, held, in_flight, month,
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = a.organization_id) AS ledger,
       (SELECT count(*) FROM sync_leases s WHERE s.organization_id = a.organization_id) AS slots
     FROM credit_balances a WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

test('holds credits for 20 of 500 parallel requests and never exceeds the balance', async () => {
  const { id } = await run.newOrganization({ credits: 100 });
  const inputs = Array.from({ length: 500 }, () => holdOf(id));
  const held = await Promise.all(inputs.map((input, n) => holdCredits(n % 2 ? run.db : second, input)));
  expect(held.filter(({ refusal }) => refusal === null)).toHaveLength(20);
  expect(held.filter(({ refusal }) => refusal === 'credits')).toHaveLength(480);
  expect(await accountOf(id)).toMatchObject({
    balance: 100,
    held: 100,
    in_flight: 20,
    slots: 20,
    ledger: 100,
  });
  const ends = await Promise.all(
    inputs.map(({ requestId }, n) =>
      settleHold(n % 2 ? second : run.db, { organizationId: id, requestId, charge: n % 4 === 0 }),
    ),
  );
  const charged = ends.reduce((sum, end) => sum + (end?.charged ?? 0), 0);
  expect(await accountOf(id)).toMatchObject({
    balance: 100 - charged,
    held: 0,
    in_flight: 0,
    slots: 0,
    ledger: 100 - charged,
  });
});

test('enforces the concurrency limit exactly in parallel and checks credits first', async () => {
  const { id } = await run.newOrganization();
  const held = await Promise.all(Array.from({ length: 50 }, () => holdCredits(run.db, holdOf(id, 5, 7))));
  expect(held.filter(({ refusal }) => refusal === null)).toHaveLength(7);
  expect(held.filter(({ refusal }) => refusal === 'concurrency')).toHaveLength(43);
  expect((await holdCredits(run.db, holdOf(id, 501, 7))).refusal).toBe('credits');
});

test('releases the holds of a dead process when its lease expires', async () => {
  const { id } = await run.newOrganization({ credits: 10 });
  await Promise.all([holdCredits(run.db, holdOf(id, 5, 2)), holdCredits(run.db, holdOf(id, 5, 2))]);
  expect((await holdCredits(run.db, holdOf(id, 5, 2))).refusal).toBe('credits');
  await run.db.$client.query(
    `UPDATE sync_leases SET leased_until = now() - interval '1 second' WHERE organization_id = $1`,
    [id],
  );
  expect(await holdCredits(run.db, holdOf(id, 5, 2))).toEqual({
    refusal: null,
    balance: 10,
    held: 5,
    inFlight: 1,
  });
  await run.db.$client.query(
    `UPDATE sync_leases SET leased_until = now() - interval '1 second' WHERE organization_id = $1`,
    [id],
  );
  await releaseExpiredLeases(run.db);
  expect(await accountOf(id)).toMatchObject({ balance: 10, held: 0, in_flight: 0, slots: 0 });
});

test('settles a hold once', async () => {
  const { id } = await run.newOrganization();
  const input = holdOf(id);
  await holdCredits(run.db, input);
  const end = { organizationId: id, requestId: input.requestId, charge: true };
  const ends = await Promise.all([settleHold(run.db, end), settleHold(run.db, end), settleHold(second, end)]);
  expect(ends.filter((one) => one !== undefined)).toEqual([{ charged: 5, balance: 495 }]);
  expect(await accountOf(id)).toMatchObject({ balance: 495, held: 0, ledger: 495 });
});

test('expires unused credits and grants new ones once per month, even in parallel', async () => {
  const { id } = await run.newOrganization({ credits: 120 });
  await holdCredits(run.db, holdOf(id, 20));
  await run.db.$client.query(`UPDATE credit_balances SET month = '2020-01-01' WHERE organization_id = $1`, [
    id,
  ]);
  const context = { ...run.service, organizationId: id, actor: { kind: 'operator' } as const };
  expect(await getCredits(context)).toMatchObject({ plan: 'free', remaining: 520, held: 20, monthly: 500 });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => holdCredits(n % 2 ? run.db : second, holdOf(id, 5))),
  );
  expect(await accountOf(id)).toMatchObject({ balance: 520, held: 120, ledger: 520, month });
  const { rows } = await run.db.$client.query(
    `SELECT kind, amount FROM credit_ledger WHERE organization_id = $1 ORDER BY id`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'grant', amount: 120 },
    { kind: 'expiry', amount: -100 },
    { kind: 'grant', amount: 500 },
  ]);
  const late = { ...context, clock: fixedClock(new Date('2026-12-31T23:59:59Z')) };
  expect((await getCredits(late)).resetsAt).toEqual(new Date('2027-01-01T00:00:00Z'));
});
