import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntilReached } from '#tests/support/browser';
import { startProcess } from '#tests/support/process';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';
import { waitFor } from '#tests/support/wait';
import { type EmptyInstance, openEmptyInstance } from './open-empty-instance';

/** 30 prompts × 3 engines × 4 countries. */
const answersPerDay = 30 * 3 * 4;

const dataFolder = createTempFolder();
let app: EmptyInstance;
let page: Page;

beforeAll(async () => {
  app = await openEmptyInstance({ viewport: { width: 1440, height: 900 } });
  page = app.page;
}, 300_000);

afterAll(async () => {
  await app?.close();
  deleteTempFolder(dataFolder);
});

it('backfills the newest days first and shows progress', async () => {
  const command = startProcess(['lib/cli/main.ts', 'demo', 'ensure'], {
    ...app.env,
    DATA_DIR: dataFolder,
  });
  expect(await command.waitForExit(), command.output()).toBe(0);
  const { demo } = JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
  await waitFor(
    'answers of three days are stored',
    async () => {
      const { rows } = await app.db.$client.query('SELECT count(*) FROM answers');
      return rows[0].count >= 3 * answersPerDay;
    },
    { seconds: 90, everyMs: 200 },
  );
  const { rows } = await app.db.$client.query(
    `SELECT count(*) FILTER (WHERE requested_at < now() - interval '14 days') AS old, count(*) FROM answers`,
  );
  // Unless the backfill has already gone far, no answer is older than two weeks.
  if (rows[0].count < 7 * answersPerDay) expect(rows[0].old).toBe(0);

  await page.goto(`${app.url}/sign-in`);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('progressbar', { name: 'Backfilling the past eight weeks' }).waitFor();
  await expect.poll(() => page.locator('main').textContent()).toMatch(/Mentioned in \d+% of [\d,]+ answers/);
  expect(await page.getByText('Fictional', { exact: true }).count()).toBeGreaterThan(0);
});

it('filters the page by a click on a country and stores the filter in the URL', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const before = await page.locator('main').textContent();
  // A click has no effect before the scripts of the page have loaded.
  await waitFor('the country sets a filter', async () => {
    await page
      .getByRole('region', { name: 'Visibility by engine and country' })
      .getByRole('button', { name: 'Japan', exact: true })
      .click();
    return waitUntilReached(page, /country=JP/);
  });
  await expect.poll(() => page.locator('main').textContent()).not.toBe(before);
  await page
    .getByRole('button', { name: /^Remove filter/ })
    .first()
    .click();
  await expect.poll(() => page.url()).not.toContain('country=');
});
