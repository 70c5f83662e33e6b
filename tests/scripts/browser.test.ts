import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/support/browser';
import { allowBrowserProblems, takeBrowserProblems } from '#tests/support/browser-problems';
import { getServerUrl } from '#tests/support/service';

const browser = await launchBrowser();
afterAll(() => browser.close());

test('the test browser renders a page', async () => {
  const page = await browser.newPage();
  await page.setContent('<h1>Answerscope</h1>');
  const { width } = (await page.locator('h1').boundingBox()) ?? { width: 0 };
  expect(await page.textContent('h1')).toBe('Answerscope');
  expect(width).toBeGreaterThan(0);
});

test('collects console errors, uncaught errors, unhandled rejections and failed resources of pages', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/' ? 200 : 404;
    response.setHeader('content-type', 'text/html');
    response.end('<img src="/missing.png"><img src="http://127.0.0.1:1/refused.png">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = getServerUrl(server);
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const errors = ['thrown', 'rejected'].map((expected) =>
    page.waitForEvent('pageerror', ({ message }) => message === expected),
  );
  await page.evaluate(() => {
    console.error('said');
    setTimeout(() => {
      throw new Error('thrown');
    });
    void Promise.reject(new Error('rejected'));
  });
  await Promise.all(errors);
  await page.close();
  server.close();
  const problems = takeBrowserProblems().sort();
  expect(problems.map((problem) => problem.replace(url, ''))).toEqual([
    '404 GET /missing.png',
    expect.stringMatching(/^console: said/),
    'failed: GET http://127.0.0.1:1/refused.png (net::ERR_UNSAFE_PORT)',
    'uncaught: rejected',
    'uncaught: thrown',
  ]);
});

test.each([
  ['is allowed', [/^404 GET .*late/], 0],
  ['is reported', [], 1],
])('a problem of a request that outlasts its test %s as in that test', async (_, allowed, count) => {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/late') response.end('<title>Held</title><link rel="icon" href="data:,">');
    else held.push(() => response.writeHead(404).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await browser.newPage();
  await page.goto(getServerUrl(server));
  allowBrowserProblems(...allowed);
  await page.evaluate(() => void fetch('/late'));
  await expect.poll(() => held.length).toBe(1);
  // As after each test.
  expect(takeBrowserProblems()).toEqual([]);
  const arrived = page.waitForEvent('response');
  for (const respond of held) respond();
  await arrived;
  await page.close();
  server.close();
  expect(takeBrowserProblems()).toHaveLength(count);
});

test('returns promises from the scroll methods', async () => {
  const page = await browser.newPage();
  const types = await page.evaluate(() => {
    const results: unknown[] = [
      window.scroll(0, 0),
      window.scrollBy(0, 0),
      window.scrollTo(0, 0),
      document.body.scroll(0, 0),
      document.body.scrollIntoView(),
    ];
    return results.map(String);
  });
  expect(types).toEqual(Array(5).fill('[object Promise]'));
});
