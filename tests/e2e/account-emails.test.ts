import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { startSmtpServer } from '#tests/support/smtp-server';
import { collectPageProblems, findAccessibilityIssues } from './page-checks';

const smtp = await startSmtpServer();
let database: TestDatabase;
let instance: Instance;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  database = await createDatabase();
  const env = {
    ...{ SMTP_URL: smtp.url, EMAIL_FROM: 'Answerscope <no-reply@answerscope.example>' },
    SIGN_UP_DOMAINS: 'fell.example',
  };
  instance = await startInstance({ databaseUrl: database.url, pages: true, env });
  browser = await launchBrowser();
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  problems = collectPageProblems(page, instance.url);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await instance?.stop();
  await smtp.stop();
  await database?.drop();
});

const email = 'ada@fell.example';
const password = 'a long password';
const newPassword = 'another long password';

async function signUp(address: string): Promise<void> {
  await page.goto(`${instance.url}/sign-up`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Organization').fill('Fell Runners');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function signIn(target: Page, typed: string): Promise<void> {
  await target.goto(`${instance.url}/sign-in`);
  await target.getByLabel('Email').fill(email);
  await target.getByLabel('Password').fill(typed);
  await target.getByRole('button', { name: 'Sign in' }).click();
}

it('leads from sign-up by email verification and a forgotten password to a sign-in', async () => {
  await signUp('ada@people.example');
  await page.getByText('Use your email address at fell.example.').last().waitFor();
  await signUp(email);
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  // The account cannot be used before.
  await page.goto(`${instance.url}/account`);
  expect(new URL(page.url()).pathname).toBe('/verify-email');
  const post = (path: string, data: object) =>
    page.request.post(`${instance.url}/api/auth/${path}`, { data, headers: { origin: instance.url } });
  for (const refused of [
    await post('organizations', { organization: 'Second' }),
    await post('accept-invitation', { token: 'a-token' }),
  ]) {
    expect([refused.status(), await refused.text()]).toEqual([
      403,
      expect.stringContaining('Verify your email address first'),
    ]);
  }

  await page.goto(await smtp.waitForLink(email, 'Verify your email address'));
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.getByText('Your email address is verified.').waitFor();
  await page.goto(`${instance.url}/account`);
  await page.getByText('Verified', { exact: true }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${instance.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('If this address has an account, an email with a link is on its way.').waitFor();
  await page.goto(await smtp.waitForLink(email, 'Reset your password'));
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByLabel('New password').fill('password12345');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This password is too easy to guess.').waitFor();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed. Sign in with the new one.').waitFor();

  await signIn(page, password);
  await page.getByText('Check your email and password').waitFor();
  await signIn(page, newPassword);
  await page.waitForURL(/\/projects\/new/);
  await smtp.waitForEmail(email, 'Your password was changed');
  // The refusals above, in order, and nothing else.
  const refusals = [
    ['400 (Bad Request)', '/api/auth/sign-up'],
    ['400 (Bad Request)', '/api/auth/reset-password'],
    ['401 (Unauthorized)', '/api/auth/callback/credentials'],
  ];
  expect(problems).toEqual(
    refusals.map(
      ([status, path]) =>
        `console: Failed to load resource: the server responded with a status of ${status} (${instance.url}${path})`,
    ),
  );
}, 60_000);
