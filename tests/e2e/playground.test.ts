import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmptyInstance, openEmptyInstance, signUp } from './open-empty-instance';

let app: EmptyInstance;
let page: Page;

beforeAll(async () => {
  app = await openEmptyInstance();
  page = app.page;
}, 300_000);

afterAll(() => app?.close());

const prompt = `Which "kayak" is 'best' for $5 & \`fun\`?`;
const send = () => page.getByRole('button', { name: 'Send request' }).click();
const getResponse = () => page.getByRole('region', { name: 'Response' });

it('sends a request, shows its answer and errors, shares it by link, and polls a task', async () => {
  await signUp(page, app.url, { organization: 'Kayaks', email: 'ada@playground.example' });
  await page.goto(`${app.url}/developers`);
  await page
    .getByRole('navigation', { name: 'API & webhooks' })
    .getByRole('link', { name: 'Playground' })
    .click();

  // The price changes with the options.
  await page.getByText('Costs 9 credits; 500 left.').waitFor();
  await page.getByLabel('state', { exact: true }).selectOption('');
  await page.getByText('Costs 7 credits; 500 left.').waitFor();
  await page.getByLabel('searchQueries').uncheck();
  await page.getByText('Costs 5 credits; 500 left.').waitFor();

  // An error of the API is shown at its field, with the request ID.
  await page.getByLabel('prompt').fill('');
  await send();
  await getResponse().getByText('VALIDATION_ERROR', { exact: true }).waitFor();
  await getResponse()
    .getByText(/Request [0-9a-f-]{36}/)
    .waitFor();
  await page
    .getByRole('alert')
    .filter({ hasText: /^Prompt cannot be empty$/ })
    .waitFor();

  await page.getByLabel('prompt').fill(prompt);
  await send();
  await getResponse().getByText('5 credits charged').waitFor();
  await getResponse().getByRole('heading', { name: 'Sources' }).waitFor();
  await getResponse().getByRole('tab', { name: 'Headers' }).click();
  await getResponse().getByText('x-credits-remaining').waitFor();
  await getResponse().getByRole('tab', { name: 'JSON' }).click();
  await getResponse().getByText('"success": true').waitFor();
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.getByText('urllib.request.Request').waitFor();

  // The URL contains the request.
  await page.waitForURL(/input=.*kayak/);
  const shared = page.url();
  await page.goto(`${app.url}/developers`);
  await page.goto(shared);
  await page.getByText('Costs 5 credits; 495 left.').waitFor();
  expect(await page.getByLabel('prompt').inputValue()).toBe(prompt);

  await page.getByLabel('Endpoint').selectOption('createTask');
  await page.getByLabel('taskType').selectOption('GEN');
  await page.getByRole('textbox', { name: /^url/ }).fill('');
  await page.getByText('Costs 4 credits; 495 left.').waitFor();
  await page.waitForURL(/createTask&input=/);

  // Back shows the request that is in the URL.
  await page.goBack();
  await page.waitForURL((url) => url.href === shared);
  await expect.poll(() => page.getByLabel('prompt').inputValue()).toBe(prompt);
  await page.goForward();
  await page.waitForURL(/createTask&input=/);
  await expect.poll(() => page.getByLabel('taskType').inputValue()).toBe('GEN');
  await send();
  await getResponse().getByText('COMPLETED').waitFor();
  await getResponse().getByRole('heading', { name: 'Sources' }).waitFor();
  // The rejected request causes no error in the console.
});
