import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmptyInstance, openEmptyInstance, signUp } from './open-empty-instance';
import { findAccessibilityIssues } from './page-checks';

let app: EmptyInstance;
let page: Page;

beforeAll(async () => {
  app = await openEmptyInstance({ viewport: { width: 1440, height: 900 } });
  page = app.page;
}, 300_000);

afterAll(async () => {
  await app?.close();
});

function createFile(name: string, text: string) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

it('imports files into the new-project wizard', async () => {
  await signUp(page, app.url, { organization: 'Fell Runners', email: 'ada@fell.example' });
  await page.getByRole('heading', { level: 1, name: 'Brand' }).waitFor();
  await page.waitForLoadState('networkidle');
  const brandsInput = page.getByLabel('Import brands from CSV');
  await brandsInput.setInputFiles(createFile('brands.xlsx', 'PK\u0003\u0004'));
  await page
    .getByText('This is an Excel workbook. Save it as CSV and import that file.', { exact: true })
    .waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Tarnhoof');
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  await page.getByRole('textbox', { name: 'Names or websites' }).fill('Grumblefell, Kumonoashi');
  await page.getByRole('button', { name: 'Back' }).click();
  await brandsInput.setInputFiles(createFile('brands.csv', 'name,domains\nkumonoashi,kumonoashi.example'));
  await page.getByText('1 brand imported', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  await page.getByRole('button', { name: 'Remove Grumblefell' }).waitFor();
  expect(await page.getByLabel('Website of kumonoashi').inputValue()).toBe('kumonoashi.example');
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(2);

  await page.getByRole('button', { name: 'Next: prompts' }).click();
  await page
    .getByLabel('Import prompts from CSV')
    .setInputFiles(createFile('prompts.csv', 'Frage\nWarum?\n"Wie?'));
  await page.getByText('1 row can’t be imported. The other rows aren’t affected.').waitFor();
  await page.getByText('2 of 2 prompts selected').waitFor();
  await page.getByRole('checkbox', { name: 'First line is a header' }).click();
  await page.getByText('1 of 1 prompt selected').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
});

it('keeps listing the lines that an import skipped', async () => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace(/\?.*/, ''));
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Name', { exact: true }).fill('Tarnhoof');
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  await page.getByRole('button', { name: 'Next: prompts' }).click();
  await page.getByRole('button', { name: 'Create project without prompts' }).click();
  await page.getByText('No prompts yet').waitFor();
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  const csv =
    'prompt,topic\n"Which kayak is best?,Boats\nWhich kayak folds?,Boats\nWhich kayak is light?,Boats';
  await dialog.getByLabel('Choose file').setInputFiles(createFile('prompts.csv', csv));
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
  await dialog.getByText('2 prompts imported. 1 row was skipped.').waitFor();
  await page.getByText('Which kayak folds?', { exact: true }).waitFor();
  await dialog.getByText('Line 2', { exact: true }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download skipped rows' }).click();
  const skippedLines = readFileSync(await (await downloading).path(), 'utf8').replaceAll('\r', '');
  expect(skippedLines).toBe('\ufeffprompt,topic\n"Which kayak is best?,Boats\n');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const corrected = skippedLines.replace('?,', '?",');
  await dialog.getByLabel('Choose file').setInputFiles(createFile('corrected.csv', corrected));
  await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
  await page.getByText('1 prompt imported', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
});
