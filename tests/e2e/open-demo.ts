import type { Browser, BrowserContext } from 'playwright';
import { openDatabase } from '#lib/db/client';
import type { Places } from '#tests/e2e/screens/screen';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { startProcess } from '#tests/support/process';
import { until } from '#tests/support/until';
import { preparePlaces } from './prepare-places';

/** A demo whose newest days are answered, standing still, and a browser signed in to it. */
export interface Demo {
  instance: Instance;
  browser: Browser;
  context: BrowserContext;
  places: Places;
  close(): Promise<void>;
}

const answersADay = 30 * 3 * 4;
const daysAnswered = 4;

/** Fills a demo until its newest days are answered, ends its worker so that figures hold still, and signs in. */
export async function openDemo(): Promise<Demo> {
  const database = await createDatabase();
  const db = openDatabase(database.url);
  const instance = await startInstance({ databaseUrl: database.url, pages: true });
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await instance.stop();
    await db.$client.end();
    await database.drop();
  };
  try {
    const command = startProcess(['lib/cli/main.ts', 'demo', 'ensure'], instance.env);
    if ((await command.ended()) !== 0) throw new Error(command.output());
    const { demo } = JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
    await until(
      'days of the demo are answered',
      async () => {
        const { rows } = await db.$client.query('SELECT count(*) AS answers FROM answers');
        return Number(rows[0].answers) >= daysAnswered * answersADay;
      },
      { seconds: 120, everyMs: 250 },
    );
    await instance.worker.end();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await signIn(context, instance.address, demo);
    return { instance, browser, context, places: await preparePlaces(db), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Signs the browser in, so that every page of the context is a member's. */
async function signIn(
  context: BrowserContext,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/overview/);
  await page.close();
}
