import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { countAttempt } from '#lib/db/attempt-limits';
import { deleteExpiredData } from '#lib/service/retention/delete-expired';
import { storePages } from '#lib/service/stored-pages/stored-pages';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());

async function storeTwoPages(hours = 24) {
  const { id } = await testService.createTenant();
  const settings = { ...testService.service.settings, HTML_RETENTION_HOURS: hours };
  const [first = '', second = ''] = await storePages({ ...testService.service, settings }, id, [
    '<p>one \u0000 ✓</p>',
    '<script>alert(1)</script>',
  ]);
  return [first, second].map((url) =>
    url.replace(settings.STORAGE_URL, `${testService.baseUrl}/storage`),
  ) as [string, string];
}

test('serves a stored page by its signed URL, with a policy that forbids scripts', async () => {
  const [first, second] = await storeTwoPages();
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
  const [first, second] = await storeTwoPages();
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

test('responds with 410 if a page has expired, whether or not it has been deleted yet', async () => {
  const [first] = await storeTwoPages(-1);
  expect((await fetch(first)).status).toBe(410);
  await deleteExpiredData(testService.db, { now: new Date(), retentionHours: 24 });
  expect((await fetch(first)).status).toBe(410);
  const [unexpired] = await storeTwoPages();
  await testService.db.$client.query('DELETE FROM stored_pages');
  expect((await fetch(unexpired)).status).toBe(410);
});

test('deletes expired tasks and keeps the credit ledger', async () => {
  const tenant = await testService.createTenant();
  const insert = `INSERT INTO tasks (organization_id, engine, request, credits_to_charge, status, completed_at)
    VALUES ($1, 'chat', '{}', 5, $2, $3) RETURNING id`;
  const expiredId = (
    await testService.db.$client.query(insert, [
      tenant.id,
      'COMPLETED',
      new Date(Date.now() - 25 * 3_600_000),
    ])
  ).rows[0].id;
  const recentId = (await testService.db.$client.query(insert, [tenant.id, 'COMPLETED', new Date()])).rows[0]
    .id;
  const queuedId = (await testService.db.$client.query(insert, [tenant.id, 'QUEUED', null])).rows[0].id;
  expect((await tenant.send('GET', `/v1/async/task/${expiredId}`)).status).toBe(404);
  await deleteExpiredData(testService.db, { now: new Date(), retentionHours: 24 });
  const statuses = await Promise.all(
    [expiredId, recentId, queuedId].map(
      async (id) => (await tenant.send('GET', `/v1/async/task/${id}`)).status,
    ),
  );
  expect(statuses).toEqual([404, 200, 200]);
  const remaining = await testService.db.$client.query(
    'SELECT id FROM tasks WHERE organization_id = $1 ORDER BY sequence',
    [tenant.id],
  );
  expect(remaining.rows).toEqual([{ id: recentId }, { id: queuedId }]);
  const { rows } = await testService.db.$client.query(
    'SELECT count(*) FROM credit_ledger WHERE organization_id = $1',
    [tenant.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('deletes counts of sign-in attempts only after their window ends', async () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const atMinute = (minutes: number) => ({
    db: testService.db,
    clock: createFixedClock(new Date(now.getTime() + minutes * 60_000)),
  });
  const countSubjects = async () =>
    (await testService.db.$client.query('SELECT 1 FROM auth_attempts')).rowCount;
  for (const name of ['a', 'b', 'c']) await countAttempt(atMinute(0), 'sign-in-account', `${name}@x.example`);
  await countAttempt(atMinute(10), 'sign-in-account', 'd@x.example');
  const deleteExpiredAt = (minutes: number) =>
    deleteExpiredData(testService.db, { now: atMinute(minutes).clock.now(), retentionHours: 24 });
  await deleteExpiredAt(14);
  expect(await countSubjects()).toBe(4);
  await deleteExpiredAt(16);
  expect(await countSubjects()).toBe(1);
});
