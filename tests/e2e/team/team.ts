import type { Page } from 'playwright';
import { expect } from 'vitest';
import { startTestApp, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { startSmtpServer } from '#tests/support/smtp-server';
import { findAccessibilityIssues, measureOverflow } from '../page-checks';

/** A person with their own browser. */
export interface Person {
  email: string;
  page: Page;
}

/** An instance that sends emails and webhooks, and the browsers of two people. */
export interface Team {
  app: TestApp;
  smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  ada: Person;
  grace: Person;
  stop(): Promise<void>;
}

/** Starts an instance and a browser for two people. @param webhookHosts hosts that webhooks may reach, as `host:port` */
export async function startTeam(webhookHosts: readonly string[]): Promise<Team> {
  const smtp = await startSmtpServer();
  const app = await startTestApp({
    // Browsers allow passkeys on localhost, but not on an IP address.
    host: 'localhost',
    worker: true,
    env: {
      SMTP_URL: smtp.url,
      EMAIL_FROM: 'Answerscope <no-reply@answerscope.example>',
      SIGN_UP_DOMAINS: 'fell.example',
      WEBHOOK_ALLOWED_HOSTS: webhookHosts.join(),
      WEBHOOK_INTERNAL_RESPONSES: 'full',
      WEBHOOK_RETRY_SECONDS: '0.1,0.1,0.1,0.1',
    },
  });
  const browser = await launchBrowser();
  const createPerson = async (email: string): Promise<Person> => {
    const context = await browser.newContext({
      baseURL: app.instance.url,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    return { email, page };
  };
  return {
    app,
    smtp,
    ada: await createPerson('ada@fell.example'),
    grace: await createPerson('grace@people.example'),
    async stop() {
      await browser.close();
      await app.stop();
      await smtp.stop();
    },
  };
}

/** Adds a virtual authenticator with user verification, such as that of a laptop. */
export async function addAuthenticator({ page }: Person): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Opens the sign-in page and submits its form. */
export async function signIn(person: Person, password: string): Promise<void> {
  await person.page.goto('/sign-in');
  await submitSignIn(person, password);
}

/** Submits the sign-in form of the current page. */
export async function submitSignIn({ page, email }: Person, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the account page after a sign-in. */
export async function openAccount({ page }: Person): Promise<void> {
  await page.waitForURL((url) => !/^\/(?:sign-in|join)/.test(url.pathname));
  await page.goto('/account');
}

/** Clicks the button that copies the content of a section. @returns the copied text */
export async function copyFrom(page: Page, section: string): Promise<string> {
  await page
    .getByRole('region', { name: section })
    .getByRole('button', { name: /^(Copy|Copied)$/ })
    .click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Checks accessibility and horizontal overflow on a wide and a narrow screen. */
export async function checkPage(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findAccessibilityIssues(page), `${name} at ${width}`).toEqual([]);
    expect(await measureOverflow(page), `${name} at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
