import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { getCredits } from '#lib/service/credits/credit-balance';
import { holdCredits, releaseExpiredLeases, settleHold } from '#lib/service/credits/sync-leases';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const otherDb = testService.open().db;
const usage = { engine: 'chat', keyId: randomUUID(), now: new Date() } as const;
const month = new Date().toISOString().slice(0, 7).concat('-01');

function buildHold(organizationId: string, credits = 5, concurrency = 1000, leaseSeconds = 15) {
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

async function readBalance(organizationId: string) {
  const { rows } = await testService.db.$client.query(
    `SELECT balance, held, in_flight, month,
       (SELECT sum(amount) FROM credit_ledger l WHERE l.organization_id = b.organization_id) AS ledger,
       (SELECT count(*) FROM sync_leases s WHERE s.organization_id = b.organization_id) AS leases
     FROM credit_balances b WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

test('holds credits for 20 of 500 parallel requests and never exceeds the balance', async () => {
  const { id } = await testService.createTenant({ credits: 100 });
  const inputs = Array.from({ length: 500 }, () => buildHold(id));
  const held = await Promise.all(
    inputs.map((input, index) => holdCredits(index % 2 ? testService.db : otherDb, input)),
  );
  expect(held.filter(({ rejectedBy }) => rejectedBy === null)).toHaveLength(20);
  expect(held.filter(({ rejectedBy }) => rejectedBy === 'credits')).toHaveLength(480);
  expect(await readBalance(id)).toMatchObject({
    balance: 100,
    held: 100,
    in_flight: 20,
    leases: 20,
    ledger: 100,
  });
  const settled = await Promise.all(
    inputs.map(({ requestId }, index) =>
      settleHold(index % 2 ? otherDb : testService.db, {
        organizationId: id,
        requestId,
        shouldCharge: index % 4 === 0,
        ...usage,
      }),
    ),
  );
  const charged = settled.reduce((sum, result) => sum + (result?.charged ?? 0), 0);
  expect(await readBalance(id)).toMatchObject({
    balance: 100 - charged,
    held: 0,
    in_flight: 0,
    leases: 0,
    ledger: 100 - charged,
  });
});

test('enforces the concurrency limit exactly for parallel requests, and checks credits first', async () => {
  const { id } = await testService.createTenant();
  const held = await Promise.all(
    Array.from({ length: 50 }, () => holdCredits(testService.db, buildHold(id, 5, 7))),
  );
  expect(held.filter(({ rejectedBy }) => rejectedBy === null)).toHaveLength(7);
  expect(held.filter(({ rejectedBy }) => rejectedBy === 'concurrency')).toHaveLength(43);
  expect((await holdCredits(testService.db, buildHold(id, 501, 7))).rejectedBy).toBe('credits');
});

test('releases the holds of a dead process when their leases expire', async () => {
  const { id } = await testService.createTenant({ credits: 10 });
  await Promise.all([
    holdCredits(testService.db, buildHold(id, 5, 2)),
    holdCredits(testService.db, buildHold(id, 5, 2)),
  ]);
  expect((await holdCredits(testService.db, buildHold(id, 5, 2))).rejectedBy).toBe('credits');
  await testService.db.$client.query(
    `UPDATE sync_leases SET leased_until = now() - interval '1 second' WHERE organization_id = $1`,
    [id],
  );
  expect(await holdCredits(testService.db, buildHold(id, 5, 2))).toEqual({
    rejectedBy: null,
    balance: 10,
    held: 5,
    inFlight: 1,
  });
  await testService.db.$client.query(
    `UPDATE sync_leases SET leased_until = now() - interval '1 second' WHERE organization_id = $1`,
    [id],
  );
  await releaseExpiredLeases(testService.db);
  expect(await readBalance(id)).toMatchObject({ balance: 10, held: 0, in_flight: 0, leases: 0 });
});

test('settles a hold once', async () => {
  const { id } = await testService.createTenant();
  const input = buildHold(id);
  await holdCredits(testService.db, input);
  const settlement = { organizationId: id, requestId: input.requestId, shouldCharge: true, ...usage };
  const settled = await Promise.all([
    settleHold(testService.db, settlement),
    settleHold(testService.db, settlement),
    settleHold(otherDb, settlement),
  ]);
  expect(settled.filter((result) => result !== undefined)).toEqual([{ charged: 5, balance: 495 }]);
  expect(await readBalance(id)).toMatchObject({ balance: 495, held: 0, ledger: 495 });
});

test('expires unused credits and grants new ones once per month, even for parallel requests', async () => {
  const { id } = await testService.createTenant({ credits: 120 });
  await holdCredits(testService.db, buildHold(id, 20));
  await testService.db.$client.query(
    `UPDATE credit_balances SET month = '2020-01-01' WHERE organization_id = $1`,
    [id],
  );
  const context = { ...testService.service, organizationId: id, actor: { kind: 'operator' } as const };
  expect(await getCredits(context)).toMatchObject({ plan: 'free', remaining: 520, held: 20, monthly: 500 });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      holdCredits(index % 2 ? testService.db : otherDb, buildHold(id, 5)),
    ),
  );
  expect(await readBalance(id)).toMatchObject({ balance: 520, held: 120, ledger: 520, month });
  const { rows } = await testService.db.$client.query(
    `SELECT kind, amount FROM credit_ledger WHERE organization_id = $1 ORDER BY id`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'grant', amount: 120 },
    { kind: 'expiry', amount: -100 },
    { kind: 'grant', amount: 500 },
  ]);
  const late = { ...context, clock: createFixedClock(new Date('2026-12-31T23:59:59Z')) };
  expect((await getCredits(late)).resetsAt).toEqual(new Date('2027-01-01T00:00:00Z'));
});
