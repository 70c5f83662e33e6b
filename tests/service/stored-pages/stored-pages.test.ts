import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '#lib/core/time';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { storePages } from '#lib/service/stored-pages/stored-pages';
import { countAttempt } from '#lib/service/users/auth-limits';
import { startService } from '#tests/support/service';

const run = await startService();
afterAll(() => run.stop());

async function storedPath(hours = 24) {
  const { id } = await run.newOrganization();
  const settings = { ...run.service.settings, HTML_RETENTION_HOURS: hours };
  const [first = '', second = ''] = await storePages({ ...run.service, settings }, id, [
    '<p>one \u0000 ✓</p>',
    '<script>alert(1)</script>',
  ]);
  return [first, second].map((address) =>
    address.replace(settings.STORAGE_URL, `${run.baseUrl}/storage`),
  ) as [string, string];
}

test('serves a stored page by its signed URL, without scripts', async () => {
  const [first, second] = await storedPath();
  const page = await fetch(first);
  expect([page.status, await page.text()]).toEqual([200, '<p>one \uFFFD ✓</p>']);
  expect((await fetch(second)).status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers.get('set-cookie')).toBeNull();
});

test('responds with 403 to a missing or wrong signature', async () => {
  const [first, second] = await storedPath();
  const other = new URL(second);
  for (const change of [
    (url: URL) => url.searchParams.delete('signature'),
    (url: URL) => url.searchParams.set('signature', 'x'),
    (url: URL) => url.searchParams.set('signature', other.searchParams.get('signature') ?? ''),
    (url: URL) => url.searchParams.set('expires', '99999999999'),
    (url: URL) => url.searchParams.delete('expires'),
    (url: URL) => {
      url.pathname = url.pathname.replace('page-1', 'page-2');
    },
    (url: URL) => {
      url.pathname = url.pathname.replace('page-1.html', '..%2Fpage-1.html');
    },
  ]) {
    const url = new URL(first);
    change(url);
    expect([url.href, (await fetch(url)).status]).toEqual([url.href, 403]);
  }
});

test('responds with 410 after the expiry, before and after deletion', async () => {
  const [first] = await storedPath(-1);
  expect((await fetch(first)).status).toBe(410);
  await deleteExpiredData(run.db, { now: new Date(), retentionHours: 24 });
  expect((await fetch(first)).status).toBe(410);
  const [lasting] = await storedPath();
  await run.db.$client.query('DELETE FROM stored_pages');
  expect((await fetch(lasting)).status).toBe(410);
});

test('deletes expired tasks and their deliveries and keeps the ledger', async () => {
  const tenant = await run.newOrganization();
  const insert = `INSERT INTO tasks (organization_id, engine, request, credits_to_charge, status, completed_at)
    VALUES ($1, 'chat', '{}', 5, $2, $3) RETURNING id`;
  const old = (
    await run.db.$client.query(insert, [tenant.id, 'COMPLETED', new Date(Date.now() - 25 * 3_600_000)])
  ).rows[0].id;
  const young = (await run.db.$client.query(insert, [tenant.id, 'COMPLETED', new Date()])).rows[0].id;
  const waiting = (await run.db.$client.query(insert, [tenant.id, 'QUEUED', null])).rows[0].id;
  expect((await tenant.send('GET', `/v1/async/task/${old}`)).status).toBe(404);
  await deleteExpiredData(run.db, { now: new Date(), retentionHours: 24 });
  const statuses = await Promise.all(
    [old, young, waiting].map(async (id) => (await tenant.send('GET', `/v1/async/task/${id}`)).status),
  );
  expect(statuses).toEqual([404, 200, 200]);
  const left = await run.db.$client.query(
    'SELECT id FROM tasks WHERE organization_id = $1 ORDER BY sequence',
    [tenant.id],
  );
  expect(left.rows).toEqual([{ id: young }, { id: waiting }]);
  const { rows } = await run.db.$client.query(
    'SELECT count(*) FROM credit_ledger WHERE organization_id = $1',
    [tenant.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('deletes counted attempts only when their window is over', async () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const at = (minutes: number) => ({
    db: run.db,
    clock: fixedClock(new Date(now.getTime() + minutes * 60_000)),
  });
  const subjects = async () => (await run.db.$client.query('SELECT 1 FROM auth_attempts')).rowCount;
  for (const name of ['a', 'b', 'c']) await countAttempt(at(0), 'login-account', `${name}@x.example`);
  await countAttempt(at(10), 'login-account', 'd@x.example');
  const purge = (minutes: number) =>
    deleteExpiredData(run.db, { now: at(minutes).clock.now(), retentionHours: 24 });
  await purge(14);
  expect(await subjects()).toBe(4);
  await purge(16);
  expect(await subjects()).toBe(1);
});
