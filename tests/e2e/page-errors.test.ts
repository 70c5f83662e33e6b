import { afterAll, expect, it } from 'vitest';
import { allowBrowserProblems } from '#tests/support/browser-problems';
import { changeSchema } from '#tests/support/database';
import { waitFor } from '#tests/support/wait';
import { openTestProject } from './open-test-project';
import { storeAnswers } from './store-answers';

const testProject = await openTestProject((tenant) =>
  storeAnswers(tenant, {
    engines: ['gen', 'office'],
    countries: ['US', 'JP'],
    at: new Date(Date.now() - 3_600_000),
    getAnswer: () => ({ text: 'Fjordwing leads Paddlemoor.', sources: ['https://boats.example/kayaks'] }),
  }),
);
afterAll(() => testProject.close());
const { app, page, open } = testProject;

const getTitle = (name: string) => page.getByRole('heading', { level: 1, name });
const followLink = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

it('keeps the navigation when a page fails in the browser, and reports the error to the operator', async () => {
  allowBrowserProblems(/planted/);
  await page.addInitScript(() => {
    // Charts observe the size of their container in an effect.
    const { ResizeObserver } = window;
    window.ResizeObserver = class extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        if (window.localStorage.getItem('fails')) throw new Error('planted in /projects?word=hidden');
        super(callback);
      }
    };
  });
  await open('prompts');
  await getTitle('Prompts').waitFor();
  await page.evaluate(() => window.localStorage.setItem('fails', 'true'));
  await followLink('Overview');
  // Interactive charts load with the first pointer event.
  await page.mouse.move(300, 300);
  await getTitle('This page couldn’t be loaded').waitFor();
  await waitFor('the error is logged', () => app.instance.web.output().includes('"browser error"'));
  const line =
    app.instance.web
      .output()
      .split('\n')
      .find((text) => text.includes('"browser error"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    message: 'Error: planted in /projects',
    page: '/projects/:id/overview',
    browser: expect.stringContaining('Chrome'),
    version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/),
    stack: expect.stringContaining('/_next/static/'),
  });
  const metrics = await (await app.get('/metrics')).text();
  expect(metrics).toMatch(/answerscope_browser_errors_total\{outcome="logged"\} [1-9]/);

  await followLink('Prompts');
  await getTitle('Prompts').waitFor();
  await page.goBack();
  await page.evaluate(() => window.localStorage.removeItem('fails'));
  await page.mouse.move(310, 310);
  if (await getTitle('This page couldn’t be loaded').isVisible()) {
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await getTitle('Overview').waitFor();
});

it('keeps the navigation when a page fails on the server, and “Try again” loads it once it works', async () => {
  allowBrowserProblems(/^500 GET .*\/experiments/, /React error #441/);
  await open('schedule');
  await changeSchema(app.database.adminUrl, 'ALTER TABLE experiments RENAME TO renamed');
  try {
    await followLink('Experiments');
    await getTitle('This page couldn’t be loaded').waitFor();
    const code = await page.locator('main code').textContent();
    await waitFor('the error is logged', () => app.instance.web.output().includes(code ?? 'no code'));
    await followLink('Schedule');
    await getTitle('Schedule').waitFor();
    await followLink('Experiments');
    await getTitle('This page couldn’t be loaded').waitFor();
  } finally {
    await changeSchema(app.database.adminUrl, 'ALTER TABLE renamed RENAME TO experiments');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await getTitle('Experiments').waitFor();
});
