import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase } from '#tests/support/database';
import { startInstance } from '#tests/support/instance';

/** An instance without data, and a browser that is not signed in. */
export interface EmptyInstance {
  url: string;
  /** Environment variables of its processes. A test can start more processes with them. */
  env: Record<string, string>;
  db: PooledDatabase;
  browser: Browser;
  page: Page;
  close(): Promise<void>;
}

/** Starts an instance with a worker, and a browser. @param env further settings */
export async function openEmptyInstance(
  options: BrowserContextOptions = {},
  env: Record<string, string> = {},
): Promise<EmptyInstance> {
  const database = await createDatabase();
  const db = openDatabase(database.url);
  const instance = await startInstance({ databaseUrl: database.url, pages: true, env });
  const browser = await launchBrowser();
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  return {
    url: instance.url,
    env: instance.env,
    db,
    browser,
    page,
    async close() {
      await browser.close();
      await instance.stop();
      await db.$client.end();
      await database.drop();
    },
  };
}

/** Creates an account and its organization on the sign-up page. @param url of the instance */
export async function signUp(
  page: Page,
  url: string,
  { organization, email }: { organization: string; email: string },
): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Organization').fill(organization);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/sign-up'));
}
