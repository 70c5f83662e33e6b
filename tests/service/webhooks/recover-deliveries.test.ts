import { afterAll, expect, test } from 'vitest';
import type { Context } from '#lib/db/context';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { startWebhookService } from '#tests/support/webhook-service';

const { testService, createContext } = await startWebhookService('');
afterAll(() => testService.stop());

/** Inserts deliveries that have already ended, all to the same URL. Their status is `failed` by default. */
async function insertEnded(
  { db, organizationId }: Context,
  { count = 1, status = 'failed', hoursAgo = 0, isTest = false } = {},
): Promise<void> {
  await db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, status, is_test, attempts, completed_at)
     SELECT $1, gen_random_uuid(), 'https://hooks.example/x', '{}', $2, $3, 5, now() - $4 * interval '1 hour'
     FROM generate_series(1, $5)`,
    [organizationId, status, isTest, hoursAgo, count],
  );
}

async function countPending({ db, organizationId }: Context): Promise<number> {
  const { rows } = await db.$client.query(
    `SELECT count(*)::int AS n FROM deliveries WHERE organization_id = $1 AND status = 'pending' AND due_at <= now()`,
    [organizationId],
  );
  return rows[0].n;
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('recovers only the organization’s failed and unsent deliveries since the given time', async () => {
  const [context, other] = [await createContext(), await createContext()];
  await insertEnded(context, { hoursAgo: 1 });
  await insertEnded(context, { status: 'not_sent', hoursAgo: 1 });
  await insertEnded(context, { status: 'delivered', hoursAgo: 1 });
  await insertEnded(context, { hoursAgo: 1, isTest: true });
  await insertEnded(context, { hoursAgo: 3 });
  await insertEnded(other, { hoursAgo: 1 });
  expect(await recoverDeliveries(context, { since: hoursAgo(2) })).toEqual({
    recovered: 2,
    isComplete: true,
  });
  expect([await countPending(context), await countPending(other)]).toEqual([2, 0]);
});

test('recovers each delivery only once, even when several calls run at the same time', async () => {
  const context = await createContext();
  await insertEnded(context, { count: 1_200 });
  const results = await Promise.all([1, 2, 3].map(() => recoverDeliveries(context, { since: hoursAgo(1) })));
  const last = await recoverDeliveries(context, { since: hoursAgo(1) });
  const total = [...results, last].reduce((sum, { recovered }) => sum + recovered, 0);
  expect([total, await countPending(context)]).toEqual([1_200, 1_200]);
});

test('recovers at most 10,000 deliveries per call, and says that there are more', async () => {
  const context = await createContext();
  await insertEnded(context, { count: 10_001 });
  const since = hoursAgo(1);
  expect(await recoverDeliveries(context, { since })).toEqual({ recovered: 10_000, isComplete: false });
  expect(await recoverDeliveries(context, { since })).toEqual({ recovered: 1, isComplete: true });
});

test('lets only owners and admins recover deliveries, and requires a valid time', async () => {
  const context = await createContext();
  const editor = { ...context, actor: { kind: 'member', userId: 'someone', role: 'editor' } as const };
  await expect(recoverDeliveries(editor, { since: hoursAgo(1) })).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  await expect(recoverDeliveries(context, { since: new Date('never') })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'since', message: 'Enter a date and time.' }],
  });
});
