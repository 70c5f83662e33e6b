import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Demo, openDemo } from './open-demo';
import { getLayoutShift, getShiftedElements, observeLayoutShift } from './page-checks';
import { slowLoads } from './slow-loads';

/** Limits that keep the page from growing unnoticed. */
const maxScriptBytes = 190_000;
const maxDocumentBytes = 45_000;
/** Maximum layout shift of a page while it loads (CLS). */
const maxLayoutShift = 0.02;
/** Screens on which a late font or style changes line breaks or columns. */
const shiftProneScreens = [
  { screen: 'answers', width: 390 },
  { screen: 'schedule', width: 390 },
  { screen: 'answers', width: 1440 },
  { screen: 'fan-out', width: 1440 },
];

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo();
}, 900_000);

afterAll(() => demo?.close());

it('loads at most 190 KB of script and 45 KB of HTML for the overview before interaction', async () => {
  const freshContext = await demo.browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await demo.context.storageState(),
  });
  const page = await freshContext.newPage();
  const bodySizes: Record<'script' | 'document', Promise<number>[]> = { script: [], document: [] };
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    if (type !== 'script' && type !== 'document') return;
    bodySizes[type].push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(`${demo.instance.url}/projects/${demo.ids.projectId}/overview`, {
    waitUntil: 'networkidle',
  });
  await page.getByRole('img', { name: 'Visibility by day' }).waitFor();
  const sumBytes = async (sizes: readonly Promise<number>[]) =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const scripts = await sumBytes(bodySizes.script);
  const documents = await sumBytes(bodySizes.document);
  await freshContext.close();
  expect(scripts).toBeGreaterThan(100_000);
  expect(scripts, `bytes of ${bodySizes.script.length} scripts`).toBeLessThan(maxScriptBytes);
  expect(documents).toBeGreaterThan(10_000);
  expect(documents, 'bytes of the page').toBeLessThan(maxDocumentBytes);
});

it.each([
  { locale: 'de-DE', number: /\d,\d%/, otherNumber: /\d\.\d%/, date: /\d{1,2} [A-Z][a-z]{2} 2\d{3}/ },
  { locale: 'en-US', number: /\d\.\d%/, otherNumber: /\d,\d%/, date: /[A-Z][a-z]{2} \d{1,2}, 2\d{3}/ },
])(
  'formats numbers and dates for $locale, identically on the server and in the browser',
  async ({ locale, number, otherNumber, date }) => {
    const storageState = await demo.context.storageState();
    const context = await demo.browser.newContext({ locale, storageState });
    const page = await context.newPage();
    const url = `${demo.instance.url}/projects/${demo.ids.projectId}/overview`;
    const response = await page.goto(url, { waitUntil: 'networkidle' });
    const html = await response?.text();
    const shown = await page.locator('body').textContent();
    await context.close();
    expect(html).toMatch(number);
    for (const text of [number, date]) expect(shown).toMatch(text);
    expect(shown).not.toMatch(otherNumber);
  },
);

it('compresses pages, data and scripts', async () => {
  const { context, instance, ids } = demo;
  const page = `${instance.url}/projects/${ids.projectId}/overview`;
  const document = await context.request.get(page);
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(await document.text())?.[1] ?? '';
  const responses = [
    document,
    await context.request.get(instance.url + script),
    await context.request.get(`${page.replace(/overview$/, 'export/by-engine')}?format=json`),
  ];
  for (const response of responses) {
    expect(response.status(), response.url()).toBe(200);
    expect(response.headers()['content-encoding'], response.url()).toBe('br');
  }
});

it('serves static files with Brotli or gzip and immutable caching', async () => {
  const { context, instance, ids } = demo;
  const document = await context.request.get(`${instance.url}/projects/${ids.projectId}/overview`);
  const text = await document.text();
  const paths = ['script src', 'link rel="stylesheet" href'].map(
    (tag) => new RegExp(`<${tag}="(/_next/static/[^"]+)"`).exec(text)?.[1] ?? '/none',
  );
  for (const path of paths) {
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const response = await context.request.get(instance.url + path, {
        headers: { 'Accept-Encoding': accepted },
      });
      expect(response.status(), path).toBe(200);
      expect(response.headers(), path).toMatchObject({
        'content-encoding': encoding,
        'cache-control': expect.stringMatching(/^public, ?max-age=31536000, ?immutable$/),
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('Accept-Encoding'),
      });
    }
  }
});

it.concurrent.each(Object.entries(slowLoads))(
  'does not shift the layout when %s',
  async (_, slowDown) => {
    const { context, instance, ids } = demo;
    const page = await context.newPage();
    await observeLayoutShift(page);
    await slowDown(page);
    const shifts: string[] = [];
    for (const { screen, width } of shiftProneScreens) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${instance.url}/projects/${ids.projectId}/${screen}`);
      await page.evaluate(() => document.fonts.ready);
      const shift = await getLayoutShift(page);
      if (shift > maxLayoutShift)
        shifts.push(`${screen} at ${width} by ${shift}: ${await getShiftedElements(page)}`);
    }
    await page.close();
    expect(shifts).toEqual([]);
  },
  240_000,
);

it('shows a skeleton only during navigation, scrolled to the top', async () => {
  const { context, instance, ids } = demo;
  const project = `${instance.url}/projects/${ids.projectId}`;
  const response = await context.request.get(`${project}/answers`);
  expect(await response.text()).not.toContain('Loading');
  const page = await context.newPage();
  await page.goto(`${project}/answers`, { waitUntil: 'networkidle' });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const navigation = Promise.withResolvers<void>();
  await page.route(/\/prompts\?/, async (route) => {
    if (!route.request().headers()['next-router-prefetch']) await navigation.promise;
    await route.continue();
  });
  const link = page.getByRole('link', { name: 'Prompts', exact: true }).first();
  // The skeleton is prefetched once the pointer reaches the link: first the route, then what it shows.
  await link.hover();
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return loaded.filter((name) => name.includes('/prompts?')).length > 1;
  });
  await link.click();
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  navigation.resolve();
  await page.getByRole('table', { name: 'Prompts' }).waitFor();
  await page.close();
});
