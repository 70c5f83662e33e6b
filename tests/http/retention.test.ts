import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

/** Two seconds. */
const hours = 2 / 3_600;
const testService = await startService({
  TASK_RETENTION_HOURS: String(hours),
  HTML_RETENTION_HOURS: String(hours),
});
afterAll(() => testService.stop());
const payload = { prompt: 'Which trail shoes last longest?', country: 'US', include: { html: true } };
const toLocalUrl = (url: string) => url.replace(testService.service.settings.APP_URL, testService.baseUrl);

test('deletes a finished task and its stored page after their retention', async () => {
  const worker = await testService.startWorker();
  const organization = await testService.createTenant();
  const { body } = await organization.send('POST', '/v1/async/task', { taskType: 'GEN', payload });
  const path = `/v1/async/task/${body.task.id}`;
  const record = await waitFor('the task is completed', async () => {
    const { body } = await organization.send('GET', path);
    return body.task?.status === 'COMPLETED' ? body : undefined;
  });
  const pageUrl = toLocalUrl(record.response.html);
  expect((await fetch(pageUrl)).status).toBe(200);
  await waitFor('the task is deleted', async () => (await organization.send('GET', path)).status === 404);
  await waitFor('the page has expired', async () => (await fetch(pageUrl)).status === 410);
  expect((await organization.send('GET', '/v1/credits')).body.remaining).toBe(496);
  await worker.stop();
});

test('returns unfinished tasks of any age', async () => {
  const organization = await testService.createTenant();
  const { body } = await organization.send('POST', '/v1/async/task', { taskType: 'GEN', payload });
  await testService.db.$client.query(
    `UPDATE tasks SET created_at = now() - interval '9 days' WHERE id = $1`,
    [body.task.id],
  );
  expect((await organization.send('GET', `/v1/async/task/${body.task.id}`)).body.task.status).toBe('QUEUED');
});

test('serves the stored page of a sync request under STORAGE_URL with a restrictive CSP until its retention ends', async () => {
  const organization = await testService.createTenant();
  const { html } = (await organization.send('POST', '/v1/monitor/gen', payload)).body.result;
  const { APP_URL, STORAGE_URL } = testService.service.settings;
  expect(STORAGE_URL).toBe(`${APP_URL}/storage`);
  expect(html.slice(0, STORAGE_URL.length)).toBe(STORAGE_URL);
  const page = await fetch(toLocalUrl(html));
  expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
  expect(page.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
  );
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await fetch(`${toLocalUrl(html)}0`)).status).toBe(403);
  expect((await fetch(toLocalUrl(html).split('?')[0] ?? '')).status).toBe(403);
  await waitFor('the page has expired', async () => (await fetch(toLocalUrl(html))).status === 410);
});
