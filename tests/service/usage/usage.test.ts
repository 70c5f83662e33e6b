import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { ServiceError } from '#lib/core/errors';
import { createFixedClock } from '#lib/core/time';
import { selectProvider } from '#lib/providers/registry';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { holdCredits, settleHold } from '#lib/service/credits/sync-leases';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { createTasks } from '#lib/service/tasks/create-tasks';
import { parseTask } from '#lib/service/tasks/parse-task';
import { settleTasks } from '#lib/service/tasks/settle-tasks';
import { getMonthlyUsage } from '#lib/service/usage/get-monthly-usage';
import { ledgerKinds, listLedger } from '#lib/service/usage/list-ledger';
import { getUsageByDay, sumCredits } from '#lib/service/usage/usage-by-day';
import { startService } from '#tests/support/service';

const testService = await startService();
const { db } = testService;
afterAll(() => testService.stop());

const period = { from: '2026-11-01', to: '2026-11-04' };
const operator = { kind: 'operator' } as const;
const isoDays = ['2026-11-01', '2026-11-02', '2026-11-04'];

async function createTenant() {
  const tenant = await testService.createTenant({ credits: 100_000 });
  const context = { ...testService.service, organizationId: tenant.id, actor: operator };
  const keyIds = [tenant.keyId, (await createApiKey(context, { name: 'Second' })).id];
  return { ...tenant, context, keyIds };
}

interface Charge {
  engine: Engine;
  keyIndex: number;
  /** Index of the day on which the charge is settled. */
  dayIndex: number;
  isSync: boolean;
  isCharged: boolean;
}

const chargeArbitrary: fc.Arbitrary<Charge> = fc.record({
  engine: fc.constantFrom('chat', 'gen', 'answer'),
  keyIndex: fc.nat(1),
  dayIndex: fc.nat(isoDays.length - 1),
  isSync: fc.boolean(),
  isCharged: fc.boolean(),
});

/** Holds and settles credits as a sync request or a task does. */
async function settleCharge(
  { context, keyIds, id }: Awaited<ReturnType<typeof createTenant>>,
  charge: Charge,
) {
  const { engine, isCharged } = charge;
  const keyId = keyIds[charge.keyIndex] ?? '';
  const now = new Date(`${isoDays[charge.dayIndex]}T23:59:59.999Z`);
  if (charge.isSync) {
    const requestId = randomUUID();
    const hold = { organizationId: id, month: '2026-11-01', monthlyCredits: 0, requestId, credits: 5 };
    await holdCredits(db, { ...hold, concurrency: 100, leaseSeconds: 60 });
    await settleHold(db, { organizationId: id, requestId, shouldCharge: isCharged, engine, keyId, now });
    return;
  }
  const body = { taskType: engine.toUpperCase(), payload: { prompt: 'Which kayak?', country: 'US' } };
  const { settings } = testService.service;
  const caller = { ...context, actor: { kind: 'key', keyId } as const, plan: 'free' as const };
  await createTasks({ ...caller, retentionHours: 24 }, [
    parseTask(body, settings, (engine) => selectProvider(engine, settings).provider),
  ]);
  const items = await claimTasks(db, { limit: 100, leaseSeconds: 60 });
  const outcome = isCharged ? { result: {} } : { error: new ServiceError('INTERNAL_SERVER_ERROR') };
  await settleTasks(
    db,
    items.map((item) => ({ item, outcome })),
    now,
  );
}

test('the sums by day, engine and key equal the ledger, whatever is charged or released', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chargeArbitrary, { minLength: 1, maxLength: 12 }), async (charges) => {
      const tenant = await createTenant();
      for (const charge of charges) await settleCharge(tenant, charge);
      for (const groupBy of ['engine', 'key'] as const) {
        const { days, groups } = await getUsageByDay(tenant.context, { ...period, groupBy });
        const summed = groups.flatMap(({ id, credits }) =>
          credits.flatMap((sum, index) => (sum === 0 ? [] : [`${days[index]} ${id} ${sum}`])),
        );
        const { rows } = await db.$client.query<{ line: string }>(
          `SELECT (created_at AT TIME ZONE 'UTC')::date || ' ' || ${groupBy === 'key' ? 'key_id' : 'engine'} || ' ' || -sum(amount) AS line
           FROM credit_ledger WHERE organization_id = $1 AND kind = 'charge'
           GROUP BY (created_at AT TIME ZONE 'UTC')::date, ${groupBy === 'key' ? 'key_id' : 'engine'}`,
          [tenant.id],
        );
        expect(summed.toSorted()).toEqual(rows.map(({ line }) => line).toSorted());
      }
    }),
    { numRuns: 12 },
  );
});

test('parallel charges of one organization add up', async () => {
  const tenant = await createTenant();
  // 40 of the 60 holds are charged, with 5 credits each.
  const charge = { engine: 'gen', keyIndex: 0, dayIndex: 0, isSync: true, isCharged: true } as const;
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => settleCharge(tenant, { ...charge, isCharged: index % 3 > 0 })),
  );
  const { groups } = await getUsageByDay(tenant.context, { ...period, groupBy: 'key' });
  expect(groups.map((group) => [group.name, sumCredits(group)])).toEqual([['test', 200]]);
});

test('pages through the ledger without repeating or omitting an entry', async () => {
  const tenant = await createTenant();
  await db.$client.query(
    `INSERT INTO credit_ledger (organization_id, kind, amount, engine, key_id, created_at)
     SELECT $1, CASE n % 5 WHEN 0 THEN 'grant' WHEN 1 THEN 'expiry' ELSE 'charge' END, -n, 'gen', $2,
       '2026-11-02'::timestamptz + (n / 7) * interval '1 microsecond'
     FROM generate_series(1, 100) n`,
    [tenant.id, tenant.keyId],
  );
  const send = (taskType: string) =>
    tenant.send('POST', '/v1/async/task', { taskType, payload: { prompt: 'Which?', country: 'US' } });
  const [held, failed] = [await send('CHAT'), await send('GEN')];
  await db.$client.query(
    `UPDATE tasks SET created_at = '2026-11-02', completed_at = '2026-11-03',
       status = CASE id WHEN $2 THEN 'FAILED' ELSE status END
     WHERE organization_id = $1`,
    [tenant.id, failed.body.task.id],
  );
  const listAll = async (kind?: string) => {
    const entries = [];
    for (let before: string | undefined; ; ) {
      const page = await listLedger(tenant.context, { ...period, kind, before, limit: 9 });
      entries.push(...page.entries);
      if (page.next === null) return entries;
      before = page.next;
    }
  };
  const all = await listAll();
  expect(all).toHaveLength(102);
  expect(new Set(all.map(({ id }) => id)).size).toBe(102);
  expect(all[0]).toMatchObject({ kind: 'release', credits: 4, subjectId: failed.body.task.id });
  expect(all.find(({ kind }) => kind === 'hold')).toMatchObject({
    credits: -5,
    engine: 'chat',
    keyName: 'test',
    subjectId: held.body.task.id,
  });
  const counts = await Promise.all(ledgerKinds.map(async (kind) => (await listAll(kind)).length));
  expect(Object.fromEntries(ledgerKinds.map((kind, index) => [kind, counts[index]]))).toEqual({
    charge: 60,
    grant: 20,
    expiry: 20,
    hold: 1,
    release: 1,
  });
  expect(await listLedger(tenant.context, { from: '2026-10-01', to: '2026-10-31' })).toEqual({
    entries: [],
    next: null,
  });
});

test('forecasts from the days since the first charge', async () => {
  const tenant = await createTenant();
  await db.$client.query(
    `INSERT INTO credit_usage_daily (organization_id, day, engine, credits, charge_count)
     SELECT $1, day, 'gen', 1000, 200 FROM unnest(ARRAY['2026-11-05', '2026-11-06', '2026-11-08', '2026-11-09']::date[]) day`,
    [tenant.id],
  );
  const clock = createFixedClock(new Date('2026-11-09T12:00:00Z'));
  await db.$client.query(`UPDATE credit_balances SET month = '2026-11-01' WHERE organization_id = $1`, [
    tenant.id,
  ]);
  const usage = await getMonthlyUsage({ ...tenant.context, clock });
  expect(usage).toMatchObject({ used: 4000, remaining: 100_000, held: 0, available: 100_000 });
  // Four complete days with 3,000 credits, then 21.5 days.
  expect(usage.forecast).toMatchObject({
    basedOnDays: 4,
    expected: 4000 + 750 * 21.5,
    runsOutInDays: null,
  });
});

test('counts days without charges in the forecast if there was a charge before them', async () => {
  const tenant = await createTenant();
  await db.$client.query(
    `INSERT INTO credit_usage_daily (organization_id, day, engine, credits, charge_count)
     SELECT $1, day, 'gen', 1000, 200 FROM unnest(ARRAY['2026-09-01', '2026-11-06']::date[]) day`,
    [tenant.id],
  );
  const clock = createFixedClock(new Date('2026-11-09T12:00:00Z'));
  const usage = await getMonthlyUsage({ ...tenant.context, clock });
  // 28 complete days with 1,000 credits in total, then 21.5 days.
  expect(usage).toMatchObject({ used: 1000 });
  expect(usage.forecast).toMatchObject({ basedOnDays: 28, expected: Math.round(1000 + (1000 / 28) * 21.5) });
});

test('members without the permission see neither usage nor the ledger', async () => {
  const { context } = await createTenant();
  const viewer = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'viewer' } as const };
  const denied = { code: 'INSUFFICIENT_PERMISSIONS' };
  await expect(getUsageByDay(viewer, { ...period, groupBy: 'key' })).rejects.toMatchObject(denied);
  await expect(listLedger(viewer, period)).rejects.toMatchObject(denied);
  await expect(getMonthlyUsage(viewer)).rejects.toMatchObject(denied);
});
