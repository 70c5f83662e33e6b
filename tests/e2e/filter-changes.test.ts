import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createReport } from '#lib/dashboard/reports/reports';
import { saveView } from '#lib/dashboard/saved-views/saved-views';
import { createShare } from '#lib/dashboard/shares/shares';
import { openTestProject } from './open-test-project';
import { storeAnswers } from './store-answers';

const dayMs = 24 * 3_600_000;

// Four prompts: 16 answers of today and 16 of nine days ago. The first page shows 25 of these 32.
const testProject = await openTestProject(async (tenant) => {
  for (const daysAgo of [0, 9]) {
    await storeAnswers(tenant, {
      engines: ['gen', 'office'],
      countries: ['US', 'JP'],
      at: new Date(Date.now() - daysAgo * dayMs - 3_600_000),
      getAnswer: ({ engine }) => ({
        text: engine === 'gen' ? 'Paddlemoor leads.' : 'Fjordwing leads Paddlemoor.',
        sources: ['https://boats.example/kayaks'],
      }),
    });
  }
});
afterAll(() => testProject.close());
const { app, tenant, page, open } = testProject;

/** The button with the topic of the first prompt, which filters by this topic. */
const topic = page.getByRole('table', { name: 'Prompts' }).getByRole('button', { name: 'Kayaks' }).first();
const responseDelayMs = 700;

/** Delays the data of pages, so that a change starts while an earlier one is still loading. */
async function delayResponses(): Promise<void> {
  await page.route(/[?&]_rsc=/, async (route) => {
    await delay(responseDelayMs);
    await route.continue().catch(() => {});
  });
}
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const getQuery = () => Object.fromEntries(new URL(page.url()).searchParams);
/** Waits until the URL has the query `expected`, and expects that the query stays. */
async function expectQuery(expected: Record<string, string>): Promise<void> {
  await expect.poll(getQuery, { timeout: 10_000 }).toEqual(expected);
  await delay(2 * responseDelayMs);
  expect(getQuery()).toEqual(expected);
}

it('returns to the newest answers when a filter changes', async () => {
  await open('answers');
  await page.getByRole('link', { name: 'Older answers' }).click();
  await page.getByRole('heading', { name: 'Older answers' }).waitFor();
  await page.getByRole('button', { name: /^Period:/ }).click();
  await page.getByRole('button', { name: '7 days' }).click();
  await expectQuery({ days: '7' });
  await page.getByRole('heading', { name: 'Newest answers' }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(16);
});

it('links to the newest answers from the page after the oldest ones', async () => {
  await open('answers');
  const href = (await page.getByRole('link', { name: 'Older answers' }).getAttribute('href')) ?? '';
  await page.goto(`${app.instance.url}${href}&days=7`);
  await page.getByText('No older answers').waitFor();
  await page.getByRole('link', { name: 'Newest answers' }).click();
  await expectQuery({ days: '7' });
  expect(await page.locator('[data-row]').count()).toBe(16);
});

it('keeps a filter change that is still loading when prompts are sorted or searched, or another page is opened', async () => {
  await open('prompts');
  await delayResponses();
  await topic.click();
  await page.getByRole('button', { name: 'Visibility', exact: true }).click();
  await expectQuery({ topic: 'Kayaks', sort: 'visibility', direction: 'desc' });

  await page.getByRole('button', { name: 'Remove filter Topic Kayaks' }).click();
  await page.getByRole('searchbox', { name: 'Search prompts' }).pressSequentially('cheap');
  await expectQuery({ sort: 'visibility', direction: 'desc', q: 'cheap' });
  expect(await page.getByRole('searchbox').inputValue()).toBe('cheap');

  await topic.click();
  await page.getByRole('link', { name: 'Sources', exact: true }).first().click();
  await page.waitForURL(/\/sources\?topic=Kayaks$/);
  await page.goBack();
  await expectQuery({ sort: 'visibility', direction: 'desc', q: 'cheap' });
});

it('keeps a filter change that is still loading when a link on the page or an answer is opened', async () => {
  await open('sources?engine=gen');
  await delayResponses();
  await page.getByRole('button', { name: 'Remove filter Engine' }).click();
  await page.getByRole('link', { name: 'Listed in' }).click();
  await expectQuery({ order: 'listed' });

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await open('answers?engine=gen');
  await delayResponses();
  await page.getByRole('button', { name: 'Remove filter Engine' }).click();
  await page.locator('[data-row]').first().click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Answer' }).waitFor();
  await expect.poll(() => Object.keys(getQuery())).toEqual(['answer']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectQuery({});
});

it('applies two filter changes in quick succession in the request log and in the audit log', async () => {
  await page.goto(`${app.instance.url}/developers/requests`);
  await delayResponses();
  const choose = async (label: string, index: number) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option').nth(index).click();
  };
  await choose('Status', 2);
  await choose('Time', 2);
  await expectQuery({ status: 'error', period: 'week' });
  await page.goto(`${app.instance.url}/members/audit`);
  await choose('Actor', 1);
  await choose('Action', 1);
  await expect.poll(() => Object.keys(getQuery())).toEqual(['actor', 'action']);
});

it('filters the overview by a country that is chosen in the command palette of a page without filters', async () => {
  await open('reports');
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  // The heading is visible before the page handles keys. Unlike Control+K, “/” never closes the palette.
  await expect
    .poll(
      async () => {
        if (!(await palette.isVisible())) await page.keyboard.press('/');
        return palette.isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await palette.getByRole('combobox').fill('Japan');
  await palette.getByRole('option', { name: 'Japan' }).click();
  await page.waitForURL(/\/overview\?country=JP$/);
});

it('clears the selection of prompts when a filter changes', async () => {
  await open('prompts');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Edit 4 prompts' }).waitFor();
  await topic.click();
  await page.waitForURL(/topic=Kayaks/);
  await page.getByRole('button', { name: /^Edit \d+ prompts/ }).waitFor({ state: 'detached' });
});

it('applies filters to the latest answers in reports and on shared pages', async () => {
  const { owner, project } = tenant;
  const projectId = project.id;
  await saveView(owner, { projectId, name: 'Office', page: 'overview', query: 'engine=office' });
  const { id: reportId } = await createReport(owner, {
    projectId,
    name: 'Weekly',
    blocks: [{ id: 'a', kind: 'latest-answers' }],
  });
  const getAnswers = () =>
    page.getByRole('region', { name: 'Latest answers' }).getByRole('listitem').allTextContents();
  /** Returns whether all latest answers are from Office; null if there are none. */
  const isOnlyOffice = async () => {
    const answers = await getAnswers();
    return answers.length > 0 ? answers.every((text) => text.includes('Fjordwing leads')) : null;
  };

  await open(`reports/${reportId}?edit=1`);
  await expect.poll(isOnlyOffice).toBe(false);
  await page.getByRole('combobox', { name: 'Filters' }).click();
  await page.getByRole('option', { name: 'Saved view “Office”' }).click();
  await expect.poll(isOnlyOffice).toBe(true);
  await page.getByRole('combobox', { name: 'Filters' }).click();
  await page.getByRole('option', { name: 'Last 28 days' }).click();
  await expect.poll(isOnlyOffice).toBe(false);

  // Closing a dialog that the URL opened removes it from the URL, so that it stays closed after a reload.
  await open(`reports/${reportId}?share=1`);
  await page.getByRole('dialog', { name: 'Share report' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectQuery({});

  const { token } = await createShare(owner, { projectId, reportId });
  await page.goto(`${app.instance.url}/share/${token}`);
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('office');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect.poll(isOnlyOffice).toBe(true);
  await page.getByRole('link', { name: 'Show the whole report' }).click();
  await expect.poll(isOnlyOffice).toBe(false);
  await page.goBack();
  await expect.poll(isOnlyOffice).toBe(true);
});
