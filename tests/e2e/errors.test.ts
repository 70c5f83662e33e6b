import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insert } from '#tests/dashboard/analytics/support/observations';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { allowBrowserProblems } from '#tests/support/browser-problems';
import { fillRollups } from './fill-rollups';
import { findAccessibilityIssues } from './page-checks';

let app: TestApp;
let tenant: Tenant;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  await fillRollups(tenant.owner, tenant.project);
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const [name = '', value = ''] = tenant.cookies.owner.split('=');
  await context.addCookies([{ name, value, url: app.instance.url }]);
  page = await context.newPage();
});

const open = (path: string) => page.goto(`${app.instance.url}/projects/${tenant.project.id}/${path}`);
const readTitle = () => page.getByRole('heading', { level: 1 }).textContent();
const getOfflineNotice = () => page.getByRole('status').filter({ hasText: 'No connection.' });
const getNameField = () => page.getByRole('dialog').getByLabel('Name', { exact: true });
const getAddedMessage = () => page.getByText('Competitor added', { exact: true });
const clickSave = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add competitor|Save brand)$/ })
    .click();
const waitForAlert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();

/** Requests of a page without a connection fail, and the browser reports each of them. */
const allowDisconnection = () => allowBrowserProblems(/net::ERR_INTERNET_DISCONNECTED/, /Failed to fetch/);

/** Opens the form for a new competitor and fills in a name. */
async function fillCompetitor(name: string) {
  await open('brands');
  await page.getByRole('button', { name: 'Add competitor' }).click();
  await getNameField().fill(name);
}

/** Handles the browser's server action requests with `handleRoute`. */
async function interceptActions(handleRoute: (route: Route) => Promise<void>) {
  await page.route('**/*', (route) =>
    route.request().headers()['next-action'] ? handleRoute(route) : route.continue(),
  );
}

it('filters once the connection is back and keeps the page until then', async () => {
  allowDisconnection();
  await open('overview');
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^ChatGPT( ·|$)/ })
    .first()
    .click();
  await getOfflineNotice().waitFor();
  expect(await readTitle()).toBe('Overview');
  await context.setOffline(false);
  await page.getByRole('list', { name: 'Active filters' }).getByText('ChatGPT').waitFor();
  await page.getByRole('status').filter({ hasText: 'filtered' }).waitFor({ state: 'attached' });
  expect(page.url()).toContain('engine=chat');
});

it('saves once the connection is back', async () => {
  allowDisconnection();
  await fillCompetitor('Offline Outfitters');
  await context.setOffline(true);
  await clickSave();
  await getOfflineNotice().waitFor();
  expect(await getNameField().inputValue()).toBe('Offline Outfitters');
  await context.setOffline(false);
  await getAddedMessage().waitFor();
  await page.getByRole('main').getByText('Offline Outfitters').waitFor();
});

it('keeps the input when the session expires and saves it after signing in', async () => {
  await fillCompetitor('Signed Out Shoes');
  const cookies = await context.cookies();
  await context.clearCookies();
  await clickSave();
  await waitForAlert('You’ve been signed out.');
  expect(await getNameField().inputValue()).toBe('Signed Out Shoes');
  await context.addCookies(cookies);
  await clickSave();
  await getAddedMessage().waitFor();
});

it('distinguishes an outdated page from a lost response', async () => {
  allowBrowserProblems(/^409 POST .*\/brands/, /^502 POST .*\/brands/);
  await fillCompetitor('Stale Soles');
  await interceptActions((route) =>
    route.continue({ headers: { ...route.request().headers(), 'next-action': `40${'0'.repeat(40)}` } }),
  );
  await clickSave();
  await waitForAlert('Answerscope was updated');
  await page.unroute('**/*');
  await interceptActions((route) => route.fulfill({ status: 502, body: '' }));
  await clickSave();
  await waitForAlert('We couldn’t confirm whether this was saved.');
  expect(await getNameField().inputValue()).toBe('Stale Soles');
});

it.each([
  ['overview?from=2020-01-01&to=2020-01-07', 'no match', 'Show days with answers'],
  ['sources?from=2020-01-01&to=2020-01-07', 'no match', 'Show days with answers'],
  ['competitors?tag=unused', 'no match', 'Clear filters'],
  ['answers?words=not+in+any+answer', 'no match', null],
])('explains why %s is empty and offers a fix if there is one', async (path, kind, action) => {
  await open(path);
  expect(await page.locator('[data-empty]').first().getAttribute('data-empty')).toBe(kind);
  if (!action) return;
  await page.getByRole('button', { name: action }).click();
  await page.locator('[data-empty="no match"]').first().waitFor({ state: 'detached' });
});

it('rejects a stale brand edit and overwrites the newer version on the second save', async () => {
  const getAliasesField = (tab: Page) => tab.getByRole('dialog').getByLabel('Aliases');
  const edit = async (tab: Page, names: string) => {
    await tab.getByRole('button', { name: `Edit ${tenant.project.own.name}` }).click();
    await getAliasesField(tab).fill(names);
  };
  await open('brands');
  await edit(page, 'From the first tab');
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await edit(secondTab, 'From the second tab');
  await secondTab.getByRole('button', { name: 'Save brand' }).click();
  await getAliasesField(secondTab).waitFor({ state: 'detached' });
  await clickSave();
  await waitForAlert('was changed by someone else or in another tab.');
  expect(await getAliasesField(page).inputValue()).toBe('From the first tab');
  await clickSave();
  await page.getByRole('main').getByText('From the first tab').waitFor();
});

it('rejects a stale note edit', async () => {
  const getTextField = (tab: Page) => tab.getByRole('dialog').getByLabel('What happened');
  const edit = async (tab: Page, text: string) => {
    await tab.getByRole('button', { name: 'Edit note “New page”' }).click();
    await getTextField(tab).fill(text);
  };
  await open('overview');
  await page.getByRole('button', { name: 'Add note' }).click();
  await getTextField(page).fill('New page');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click();
  await edit(page, 'From the first tab');
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await edit(secondTab, 'From the second tab');
  await secondTab.getByRole('button', { name: 'Save note' }).click();
  await getTextField(secondTab).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save note' }).click();
  await waitForAlert('The note was changed by someone else');
  expect(await getTextField(page).inputValue()).toBe('From the first tab');
});

it('keeps the draft of a new project per user', async () => {
  const signInAs = (role: 'owner' | 'editor') => {
    const [name = '', value = ''] = tenant.cookies[role].split('=');
    return context.addCookies([{ name, value, url: app.instance.url }]);
  };
  const getProjectName = () => page.getByLabel('Name', { exact: true });
  await page.goto(`${app.instance.url}/projects/new`);
  await getProjectName().fill('Secret Shoes');
  await signInAs('editor');
  await page.reload();
  expect(await getProjectName().inputValue()).toBe('');
  await signInAs('owner');
  await page.reload();
  await expect.poll(() => getProjectName().inputValue()).toBe('Secret Shoes');
});

it('ignores invalid filters in the URL', async () => {
  await open(`overview?engine=bogus&engine=chat&country=XX&brand=${crypto.randomUUID()}`);
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  expect(await chips.allTextContents()).toEqual(['ChatGPT', 'Clear all']);
});

it.each([
  `prompts/${crypto.randomUUID()}`,
  `runs/${crypto.randomUUID()}`,
  'experiments/unknown',
  'sources/%00',
])('responds to %s with 404', async (path) => {
  allowBrowserProblems(/^404 GET .*\/(?:prompts|runs|experiments|sources)\//);
  expect((await open(path))?.status()).toBe(404);
  expect(await readTitle()).toBe('Page not found');
});

it('moves the focus to the next filter, or to the content if none is left, when a filter is removed by keyboard', async () => {
  await open('overview?engine=chat&engine=gen');
  const getChip = (name: string) =>
    page.getByRole('button', { name: `Remove filter Engine ${name}`, exact: true });
  const readFocused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);
  await getChip('ChatGPT').press('Enter');
  expect(await readFocused()).toBe('Remove filter Engine Gemini');
  await getChip('ChatGPT').waitFor({ state: 'detached' });
  await getChip('Gemini').press('Enter');
  expect(await readFocused()).toBe('content');
});

it('reports on the overview that the service rejects the dashboard’s API key while a run waits', async () => {
  const requestedAt = new Date(Date.now() - 60_000).toISOString();
  await insert(app.db, 'runs', [
    {
      organization_id: tenant.owner.organizationId,
      project_id: tenant.project.id,
      id: crypto.randomUUID(),
      kind: 'manual',
      requested_at: requestedAt,
      engines: ['gen'],
      countries: ['US'],
      samples: 1,
      item_count: 1,
      status: 'waiting',
      created_at: requestedAt,
    },
  ]);
  await open('overview');
  await page.getByText('Answerscope’s API rejects the dashboard’s API key').waitFor();
});

it('paginates runs and redirects from a missing page', async () => {
  const days = Array.from({ length: 60 }, (_, index) => new Date(Date.now() - (index + 2) * 86_400_000));
  await insert(
    app.db,
    'runs',
    days.map((day) => ({
      organization_id: tenant.owner.organizationId,
      project_id: tenant.project.id,
      id: crypto.randomUUID(),
      kind: 'scheduled',
      requested_at: day.toISOString(),
      engines: ['gen'],
      countries: ['US'],
      samples: 1,
      item_count: 0,
      status: 'completed',
      created_at: day.toISOString(),
    })),
  );
  await open('runs');
  await page.getByRole('link', { name: 'Older runs' }).click();
  await page.getByText('Older runs; no failures in these').waitFor();
  expect(await page.getByRole('link', { name: 'View metrics' }).count()).toBeLessThan(50);
  await open('runs?page=9');
  expect(page.url()).toMatch(/\/runs$/);
});

it('explains that a period in the URL is not valid', async () => {
  await open('overview?from=2019-01-01&to=2026-01-01');
  await page.getByText('The period in the URL isn’t valid').waitFor();
  await open('overview?days=7');
  expect(await page.getByText('The period in the URL isn’t valid').count()).toBe(0);
});

it('keeps the navigation on the 404 page', async () => {
  allowBrowserProblems(/^404 GET .*\/overview/);
  await page.goto(`${app.instance.url}/projects/${crypto.randomUUID()}/overview`);
  expect(await readTitle()).toBe('Page not found');
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
});

it.each(['overview', 'competitors', 'answers'])(
  'labels every control on %s with its visible text',
  async (path) => {
    await open(path);
    expect(await findAccessibilityIssues(page, { rules: ['label-content-name-mismatch'] })).toEqual([]);
  },
);
