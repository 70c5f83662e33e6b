import { afterAll, beforeAll, expect, it } from 'vitest';
import { latecomers } from './come-late';
import { type Demo, openDemo } from './open-demo';
import { movedBy, moversOf, watchMoves } from './watch-page';

/** The promise is 230 KB of script; what is won is held. */
const mostScriptBytes = 180_000;
const mostDocumentBytes = 45_000;
const mostMoved = 0.02;
/** Where lines break, or columns give way, at the least. */
const eagerToMove = [
  { screen: 'answers', width: 390 },
  { screen: 'schedule', width: 390 },
  { screen: 'answers', width: 1440 },
  { screen: 'fan-out', width: 1440 },
];

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo();
}, 400_000);

afterAll(() => demo?.close());

it('sends at most 180 KB of script and 45 KB of page, compressed, for the overview and before it is touched', async () => {
  const fresh = await demo.browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await demo.context.storageState(),
  });
  const untouched = await fresh.newPage();
  const sent: Record<'script' | 'document', Promise<number>[]> = { script: [], document: [] };
  untouched.on('requestfinished', (request) => {
    const type = request.resourceType();
    if (type !== 'script' && type !== 'document') return;
    sent[type].push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await untouched.goto(`${demo.instance.address}/projects/${demo.places.projectId}/overview`, {
    waitUntil: 'networkidle',
  });
  await untouched.getByRole('img', { name: 'Visibility by day, a line a brand' }).waitFor();
  const bytesOf = async (sizes: readonly Promise<number>[]) =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const scripts = await bytesOf(sent.script);
  const documents = await bytesOf(sent.document);
  await fresh.close();
  expect(scripts).toBeGreaterThan(100_000);
  expect(scripts, `bytes of ${sent.script.length} scripts`).toBeLessThan(mostScriptBytes);
  expect(documents).toBeGreaterThan(10_000);
  expect(documents, 'bytes of the page').toBeLessThan(mostDocumentBytes);
}, 60_000);

it('compresses pages, data and scripts', async () => {
  const { context, instance, places } = demo;
  const page = `${instance.address}/projects/${places.projectId}/overview`;
  const document = await context.request.get(page);
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(await document.text())?.[1] ?? '';
  const answers = [
    document,
    await context.request.get(instance.address + script),
    await context.request.get(`${page.replace(/overview$/, 'export/by-engine')}?format=json`),
  ];
  for (const answer of answers) {
    expect(answer.status(), answer.url()).toBe(200);
    expect(answer.headers()['content-encoding'], answer.url()).toBe('br');
  }
});

it('asks the browser to compile scripts while they arrive', async () => {
  const { context, instance, places } = demo;
  const document = await context.request.get(`${instance.address}/projects/${places.projectId}/overview`);
  const sources = [...(await document.text()).matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)];
  expect(sources.length).toBeGreaterThan(3);
  for (const [, source = ''] of sources) {
    const script = await context.request.get(instance.address + source);
    expect(await script.text(), source).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

it('sends what the build named in Brotli, to be kept for good, and in gzip to who takes no other', async () => {
  const { context, instance, places } = demo;
  const document = await context.request.get(`${instance.address}/projects/${places.projectId}/overview`);
  const text = await document.text();
  const paths = ['script src', 'link rel="stylesheet" href'].map(
    (tag) => new RegExp(`<${tag}="(/_next/static/[^"]+)"`).exec(text)?.[1] ?? '/none',
  );
  for (const path of paths) {
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await context.request.get(instance.address + path, {
        headers: { 'Accept-Encoding': accepted },
      });
      expect(answer.status(), path).toBe(200);
      expect(answer.headers(), path).toMatchObject({
        'content-encoding': encoding,
        'cache-control': expect.stringMatching(/^public, ?max-age=31536000, ?immutable$/),
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('Accept-Encoding'),
      });
    }
  }
});

it.concurrent.each(Object.entries(latecomers))(
  'holds still while %s',
  async (_, comeLate) => {
    const { context, instance, places } = demo;
    const page = await context.newPage();
    await watchMoves(page);
    await comeLate(page);
    const moves: string[] = [];
    for (const { screen, width } of eagerToMove) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${instance.address}/projects/${places.projectId}/${screen}`);
      await page.evaluate(() => document.fonts.ready);
      const moved = await movedBy(page);
      if (moved > mostMoved) moves.push(`${screen} at ${width} by ${moved}: ${await moversOf(page)}`);
    }
    await page.close();
    expect(moves).toEqual([]);
  },
  60_000,
);

it('sends a page without the shape that stands for it, and shows that from its top on the way to the next', async () => {
  const { context, instance, places } = demo;
  const project = `${instance.address}/projects/${places.projectId}`;
  const sent = await context.request.get(`${project}/answers`);
  expect(await sent.text()).not.toContain('Loading figures');
  const page = await context.newPage();
  await page.goto(`${project}/answers`, { waitUntil: 'networkidle' });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const held = Promise.withResolvers<void>();
  await page.route(/\/prompts\?/, async (route) => {
    if (!route.request().headers()['next-router-prefetch']) await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Prompts', exact: true }).first().click();
  await page.getByRole('status', { name: 'Loading figures' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  held.resolve();
  await page.getByRole('table', { name: 'Prompts' }).waitFor();
  await page.close();
});
