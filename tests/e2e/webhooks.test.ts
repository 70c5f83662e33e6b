import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { send } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { startWebhookReceiver } from '#tests/support/webhook-receiver';
import { collectPageProblems, findAccessibilityIssues, measureOverflow } from './page-checks';

let responseStatus = 500;
const acknowledged: string[] = [];
const receiver = await startWebhookReceiver(({ body }, response) => {
  if (responseStatus === 200) acknowledged.push(JSON.parse(body).task.id);
  response.writeHead(responseStatus, { 'content-type': 'text/plain' }).end(`status ${responseStatus}`);
});
const browser = await launchBrowser();
let app: TestApp;
let tenant: Tenant;
let apiKey: string;
let page: Page;
let problems: string[];

beforeAll(async () => {
  app = await startTestApp({
    worker: true,
    env: {
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      WEBHOOK_INTERNAL_RESPONSES: 'full',
      WEBHOOK_RETRY_SECONDS: '0.1,0.1,0.1,0.1',
    },
  });
  tenant = await app.createTenant();
  apiKey = (await createApiKey(tenant.owner, { name: 'Tasks' })).secret;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = tenant.cookies.owner.split('=');
  await context.addCookies([{ name, value, url: app.instance.url }]);
  page = await context.newPage();
  problems = collectPageProblems(page, app.instance.url);
}, 300_000);

afterAll(async () => {
  await browser.close();
  await app?.stop();
  await receiver.stop();
});

const open = (path: string) => page.goto(`${app.instance.url}/developers/webhooks${path}`);
const getEndpoint = () => page.getByRole('table', { name: 'Endpoints' }).getByRole('row').nth(1);

/** Creates a task and waits until its delivery has this status. @returns the task's ID */
async function createTask(status: string): Promise<string> {
  const { body } = await send(
    `${app.instance.url}/v1/async/task`,
    'POST',
    {
      taskType: 'GEN',
      payload: { prompt: 'Best kayak?', country: 'US' },
      webhook: { url: `${receiver.url}/hooks/a-secret` },
    },
    { authorization: `Bearer ${apiKey}` },
  );
  const { id } = body.task;
  await waitFor(`the delivery is ${status}`, async () => {
    const { rows } = await app.db.$client.query('SELECT status FROM deliveries WHERE task_id = $1', [id]);
    return rows[0]?.status === status;
  });
  return id;
}

/** Checks accessibility and width on a wide and a narrow screen. */
async function checkPage(name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findAccessibilityIssues(page), `${name} at ${width}`).toEqual([]);
    expect(await measureOverflow(page), `${name} at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const tasks: string[] = [];

it('shows a failed delivery with its requests and responses', async () => {
  tasks.push(await createTask('failed'));
  await open('/deliveries');
  await page.getByLabel('Task ID').fill(tasks[0] ?? '');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL(/task=/);
  await checkPage('the delivery log');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  await page.getByText('Attempt 5', { exact: true }).waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('The endpoint responded with 500.');
  expect(text).toContain('status 500');
  expect(text).toContain(`${receiver.host}/hooks/…`);
  expect(await page.content()).not.toContain('a-secret');
  await checkPage('the delivery');
}, 30_000);

it('disables the endpoint with a notice, and sends every delivery once after it is enabled', async () => {
  await app.db.$client.query(
    `UPDATE webhook_endpoints SET failing_since = now() - interval '6 days', failing_days = 4,
       last_failure_at = now() - interval '1 day'`,
  );
  tasks.push(await createTask('not_sent'), await createTask('not_sent'));
  await open('');
  const notice = page.getByRole('region', { name: 'Disabled webhook endpoints' });
  await notice.getByText('was disabled because every delivery failed for five days').waitFor();
  await expect.poll(() => getEndpoint().textContent()).toContain('2 deliveries not sent, 3 can be recovered');
  await checkPage('the disabled endpoint');

  responseStatus = 200;
  await page.getByRole('button', { name: /^Enable 127/ }).click();
  await page.getByLabel('Send the 3 deliveries that failed or weren’t sent').waitFor();
  await page.getByRole('button', { name: 'Enable endpoint' }).click();
  await page.getByText('3 deliveries will be sent now.', { exact: true }).waitFor();
  await waitFor('all deliveries are acknowledged', () => acknowledged.length >= 3);
  await expect.poll(() => notice.count()).toBe(0);
  await page.reload();
  await expect.poll(() => getEndpoint().textContent()).toContain('Healthy');
  expect(acknowledged.sort()).toEqual(tasks.sort());
}, 30_000);

it('signs with both secrets after a rotation with overlap', async () => {
  const readSecret = async () => (await page.locator('code', { hasText: 'whsec_' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Enable signing' }).click();
  const first = await readSecret();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Overlap in days').fill('2');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByText('New signing secret').waitFor();
  const second = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Previous secret valid until').waitFor();
  await checkPage('signing');

  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByLabel('URL').fill(`${receiver.url}/test`);
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('heading', { name: 'Test event', exact: true }).waitFor();
  await page.getByText('x-svc-signature-previous: v1=', { exact: false }).waitFor();
  const { headers, body = '' } = receiver.received.at(-1) ?? {};
  const sign = (secret: string) => `v1=${hmacSha256Hex(secret, `${headers?.['x-svc-timestamp']}.${body}`)}`;
  expect(headers).toMatchObject({
    'x-svc-test': '1',
    'x-svc-signature': sign(second),
    'x-svc-signature-previous': sign(first),
  });
  expect(await page.content()).not.toContain('whsec_');

  await open('');
  await page.getByRole('button', { name: 'End overlap now' }).click();
  await page.getByRole('button', { name: 'End overlap', exact: true }).click();
  await expect.poll(() => page.getByText('Previous secret valid until').count()).toBe(0);
  expect(problems).toEqual([]);
}, 30_000);
