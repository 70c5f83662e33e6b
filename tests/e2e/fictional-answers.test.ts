import { afterAll, expect, it } from 'vitest';
import { formatDate } from '#lib/core/dates';
import { addDays, toUtcDay } from '#lib/core/time';
import { openTestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';
import { storeAnswers } from './store-answers';

const today = toUtcDay(new Date());
const lastFictionalDay = addDays(today, -5);
const text = 'Fjordwing leads.';

const testProject = await openTestProject(async (tenant) => {
  const run = { engines: ['gen' as const], countries: ['US'] };
  await storeAnswers(tenant, {
    ...run,
    at: new Date(`${lastFictionalDay}T12:00:00Z`),
    getAnswer: () => ({ text, provider: 'sandbox' }),
  });
  await storeAnswers(tenant, { ...run, at: new Date(), getAnswer: () => ({ text, provider: 'gemini' }) });
});
afterAll(() => testProject.close());

it('counts fictional answers, and links to the days after them', async () => {
  const { page, open } = testProject;
  const notice = page.getByText('4 of 8 answers in this period are fictional', { exact: false });
  await open('overview');
  await notice.waitFor();
  await page.getByText('Partly fictional', { exact: true }).first().waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/fictional-${width}.png` });
  }
  expect(await findAccessibilityIssues(page)).toEqual([]);
  const from = addDays(lastFictionalDay, 1);
  await page.getByRole('link', { name: `Show answers since ${formatDate(from)}` }).click();
  await page.getByText('Mentioned in 100% of 4 answers', { exact: false }).first().waitFor();
  expect(new URL(page.url()).searchParams.get('compare')).toBe('none');
  await notice.waitFor({ state: 'detached' });
  await page.goBack();
  await notice.waitFor();
  for (const path of ['competitors', 'sources']) {
    await open(path);
    await notice.waitFor();
  }
});
