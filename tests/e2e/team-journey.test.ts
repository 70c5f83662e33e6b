import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hmacSha256Hex } from '#lib/core/crypto';
import { findFreePort } from '#scripts/system/free-port';
import { waitFor } from '#tests/support/wait';
import { startWebhookEndpoint } from '#tests/support/webhook-endpoint';
import { joinTeam, renewInvitation, signUp } from './team/account-steps';
import { type ExampleEndpoint, runCurl, startExampleEndpoint } from './team/run-copied-code';
import { checkPage, copyFrom, type Person, startTeam, type Team } from './team/team';

// The tests follow one team. Each test continues where the test before it ended.

const port = await findFreePort();
let responseStatus = 500;
/** An endpoint whose responses the test chooses. The other endpoint, `exampleEndpoint`, runs code copied from a page. */
const configurableEndpoint = await startWebhookEndpoint((_, response) =>
  response.writeHead(responseStatus, { 'content-type': 'text/plain' }).end(`status ${responseStatus}`),
);
let team: Team;
let ada: Person;
let grace: Person;
let exampleEndpoint: ExampleEndpoint | undefined;
beforeAll(async () => {
  team = await startTeam([`127.0.0.1:${port}`, configurableEndpoint.host]);
  ({ ada, grace } = team);
}, 300_000);
afterAll(async () => {
  await exampleEndpoint?.kill();
  await team?.stop();
  await configurableEndpoint.stop();
});

it(
  'signs up, verifies the email address, resets a forgotten password and signs in',
  () => signUp(team),
  60_000,
);

it('asks for a confirmation before an invitation link is replaced', () => renewInvitation(team), 30_000);

it(
  'invites a second user, who signs in with a passkey and with the code of an authenticator app',
  () => joinTeam(team),
  60_000,
);

let apiKey: string;
let curl: string;
let code: string;
let firstSecret: string;

it('creates an API key; a copied curl command creates a task with it, and copied code verifies the webhook', async () => {
  // Signing is enabled from the beginning, but its secret was never shown.
  await ada.page.goto('/developers/webhooks');
  await ada.page.getByRole('button', { name: 'Rotate secret' }).click();
  const rotation = ada.page.getByRole('dialog');
  await rotation.getByLabel('Overlap in days').fill('0');
  await rotation.getByRole('button', { name: 'Rotate secret' }).click();
  await rotation.getByText('New signing secret').waitFor();
  firstSecret = (await rotation.locator('code').textContent()) ?? '';
  await rotation.getByRole('button', { name: 'Done' }).click();
  code = await copyFrom(ada.page, 'Example endpoint');
  exampleEndpoint = await startExampleEndpoint(code, port, firstSecret);

  // The invitation reached Grace by email, which verified her address.
  const { page } = grace;
  await page.goto('/developers');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Production');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await dialog.getByText(/^ask_/).waitFor();
  apiKey = (await dialog.getByText(/^ask_/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await team.smtp.waitForEmail(ada.email, 'New API key in “Fell Runners”');

  await page.goto('/developers/playground?endpoint=createTask');
  await page.getByLabel('taskType').selectOption('GEN');
  await page.getByRole('textbox', { name: /^url/ }).fill(`http://127.0.0.1:${port}/`);
  await expect.poll(() => copyFrom(page, 'Code')).toContain(`127.0.0.1:${port}`);
  curl = await copyFrom(page, 'Code');
  expect(curl).toMatch(/^curl -X POST/);
  const id = await createTask('delivered');
  await waitFor('the endpoint has verified the delivery', () => exampleEndpoint?.listTaskIds().length === 1);
  expect(exampleEndpoint.listTaskIds()).toEqual([id]);
});

/** Runs the copied command and waits until the delivery of the created task has `status`. @returns the task's ID */
async function createTask(status: string, command = curl): Promise<string> {
  // The copied idempotency key would create one task only.
  const unique = command.replace(/("idempotencyKey":\s*")[^"]*/, `$1${randomUUID()}`);
  const response = await runCurl(unique, apiKey);
  expect(response.status).toBe(201);
  const { id } = JSON.parse(response.body).task;
  await waitFor(`the delivery is ${status}`, async () => {
    const { rows } = await team.app.db.$client.query('SELECT status FROM deliveries WHERE task_id = $1', [
      id,
    ]);
    return rows[0]?.status === status;
  });
  return id;
}

/** Opens the list of endpoints. @returns the row of the endpoint on this host */
async function openEndpoint(host: string) {
  await ada.page.goto('/developers/webhooks');
  return ada.page.getByRole('table', { name: 'Endpoints' }).getByRole('row').filter({ hasText: host });
}

it('shows a failed delivery with its requests and responses', async () => {
  const { page } = ada;
  const id = await createTask(
    'failed',
    curl.replace(`127.0.0.1:${port}/`, `${configurableEndpoint.host}/hooks/a-secret`),
  );
  await page.goto('/developers/webhooks/deliveries');
  await page.getByLabel('Task ID').fill(id);
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.waitForURL(/task=/);
  await checkPage(page, 'the delivery log');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  await page.getByText('Attempt 5', { exact: true }).waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('The endpoint responded with 500.');
  expect(text).toContain('status 500');
  expect(text).toContain(`${configurableEndpoint.host}/hooks/…`);
  expect(await page.content()).not.toContain('a-secret');
  await checkPage(page, 'the delivery');
});

it('disables an endpoint whose server was killed, shows a notice, and sends every delivery once after the server is back', async () => {
  const { page } = ada;
  await exampleEndpoint?.kill();
  const tasks = [await createTask('failed')];
  await team.app.db.$client.query(
    `UPDATE webhook_endpoints SET failing_since = now() - interval '6 days', failing_days = 4,
       last_failure_at = now() - interval '1 day' WHERE label LIKE $1`,
    [`%:${port}%`],
  );
  tasks.push(await createTask('not_sent'), await createTask('not_sent'));
  const row = await openEndpoint(`:${port}`);
  const notice = page.getByRole('region', { name: 'Disabled webhook endpoints' });
  await notice.getByText('was disabled because every delivery failed for five days').waitFor();
  await expect
    .poll(() => row.textContent())
    .toContain('2 deliveries not sent in 7 days; 3 failed or unsent deliveries can be resent');
  await team.smtp.waitForEmail(ada.email, 'Webhook endpoint of “Fell Runners” disabled');
  await checkPage(page, 'the disabled endpoint');

  exampleEndpoint = await startExampleEndpoint(code, port, firstSecret);
  await row.getByRole('button', { name: /^Enable 127/ }).click();
  await page.getByLabel('Send the 3 deliveries that failed or weren’t sent').waitFor();
  await page.getByRole('button', { name: 'Enable endpoint' }).click();
  await page.getByText('3 deliveries will be sent now.', { exact: true }).waitFor();
  await waitFor('all deliveries are verified', () => (exampleEndpoint?.listTaskIds().length ?? 0) >= 3);
  await expect.poll(() => notice.count()).toBe(0);
  await page.reload();
  await expect.poll(() => row.textContent()).toContain('Healthy');
  expect(exampleEndpoint.listTaskIds().sort()).toEqual(tasks.sort());
});

it('signs with both secrets after a rotation with overlap', async () => {
  const { page } = ada;
  await openEndpoint(`:${port}`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Overlap in days').fill('2');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByText('New signing secret').waitFor();
  const secondSecret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Previous secret valid until').waitFor();
  await checkPage(page, 'signing');

  // An endpoint that knows only the previous secret and one that knows only the new secret both verify deliveries.
  const during = await createTask('delivered');
  await waitFor('the endpoint verifies the delivery', () => exampleEndpoint?.listTaskIds().includes(during));
  await exampleEndpoint?.kill();
  exampleEndpoint = await startExampleEndpoint(code, port, secondSecret);
  const after = await createTask('delivered');
  await waitFor('the endpoint verifies the delivery', () => exampleEndpoint?.listTaskIds().includes(after));

  responseStatus = 200;
  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByLabel('URL').fill(`${configurableEndpoint.url}/test`);
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('heading', { name: 'Test event', exact: true }).waitFor();
  await page.getByText('x-svc-signature-previous: v1=', { exact: false }).waitFor();
  const { headers, body = '' } = configurableEndpoint.received.at(-1) ?? {};
  const sign = (secret: string) => `v1=${hmacSha256Hex(secret, `${headers?.['x-svc-timestamp']}.${body}`)}`;
  expect(headers).toMatchObject({
    'x-svc-test': '1',
    'x-svc-signature': sign(secondSecret),
    'x-svc-signature-previous': sign(firstSecret),
  });
  expect(await page.content()).not.toContain('whsec_');

  await openEndpoint(`:${port}`);
  await page.getByRole('button', { name: 'End overlap now' }).click();
  await page.getByRole('button', { name: 'End overlap', exact: true }).click();
  await expect.poll(() => page.getByText('Previous secret valid until').count()).toBe(0);
});

it('rejects the curl command once the key is revoked', async () => {
  const { page } = grace;
  await page.goto('/developers');
  await page
    .getByRole('row', { name: /Production/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('button', { name: 'Revoke API key' }).click();
  await page
    .getByRole('row', { name: /Production/ })
    .getByText('Revoked')
    .waitFor();
  const { status, body } = await runCurl(curl, apiKey);
  expect([status, JSON.parse(body).error.code]).toEqual([401, 'INVALID_OR_EXPIRED_API_KEY']);
});
