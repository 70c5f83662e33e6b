import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { signUp } from '#lib/service/users/users';
import { startTestApp, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { createEmail, password } from '#tests/support/owners';
import { collectPageProblems } from './page-checks';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  // Browsers allow passkeys on localhost, but not on an IP address.
  app = await startTestApp({ host: 'localhost' });
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** Opens the sign-in page in a browser with a virtual authenticator, which verifies its user. */
async function openSignIn(): Promise<Page> {
  const page = await browser.newPage({ baseURL: app.instance.url });
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await page.goto('/sign-in');
  return page;
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/account');
  await page.waitForURL(/\/sign-in/);
}

const openAccount = async (page: Page) => {
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await page.goto('/account');
};

test('signs in with a passkey, and with the code of an authenticator app', async () => {
  const email = createEmail();
  await signUp({ db: app.db, clock: systemClock }, { name: 'Ada', email, password, organization: 'Acme' });
  const page = await openSignIn();
  const problems = collectPageProblems(page, app.instance.url);
  await enterPassword(page, email);
  await openAccount(page);

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('row', { name: /Laptop/ }).waitFor();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await openAccount(page);

  // A sign-in that is 16 minutes old must be confirmed, without losing what was entered.
  await app.db.$client.query(`UPDATE user_sessions SET authenticated_at = now() - interval '16 minutes'`);
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Work laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click();
  await confirmation.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByRole('row', { name: /Work laptop/ }).waitFor();

  await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
  const setup = page.getByRole('dialog', { name: 'Enable two-factor authentication' });
  await setup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = Secret.fromBase32((await setup.locator('code').textContent()) ?? '');
  const generate = (secondsLater: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + secondsLater * 1000 });
  await setup.getByLabel('Code', { exact: true }).fill(generate(0));
  await setup.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await setup.waitFor({ state: 'hidden' });
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  expect(await codes.getByRole('listitem').count()).toBe(10);

  await signOut(page);
  await enterPassword(page, email);
  await page.waitForURL(/step=code/);
  // The code that confirmed the app is used up.
  await page.getByLabel('Code', { exact: true }).fill(generate(30));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await openAccount(page);
  await page.getByText('10 recovery codes left').waitFor();
  // The password alone is answered with 401.
  expect(problems.filter((problem) => !problem.includes('/api/auth/callback/credentials'))).toEqual([]);
}, 60_000);
