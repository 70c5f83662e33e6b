import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServiceError } from '#lib/core/errors';
import { findChromium } from '#lib/pdf/find-chromium';
import { printPage } from '#lib/pdf/print-page';
import type { QueueOptions } from '#lib/pdf/print-queue';
import { findBrowser } from '#tests/support/browser';
import { readPdf } from '#tests/support/read-pdf';
import { waitFor } from '#tests/support/wait';

const requested: string[] = [];
const languages = new Set<string | undefined>();
let foreignRequests = 0;
const foreign = createServer((_, response) => {
  foreignRequests += 1;
  response.end('foreign');
});
const site = createServer((request, response) => {
  const { url = '/', headers } = request;
  requested.push(`${url} ${headers.cookie ?? 'no cookie'}`);
  languages.add(headers['accept-language']);
  const { port } = foreign.address() as AddressInfo;
  const outside = `http://127.0.0.1:${port}`;
  if (url === '/redirect') return response.writeHead(302, { Location: outside }).end();
  if (url === '/missing') return response.writeHead(404).end('Missing');
  if (url === '/hang') return undefined;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  const renderSection = (title: string) =>
    `<section style="break-after: page"><h2>${title}</h2><svg width="300" height="40"><path d="M0 0L300 40" stroke="black"/><text y="20">38.5%</text></svg></section>`;
  return response.end(`<html lang="en"><title>Kayaks</title><body><main><header><h1>Kayaks & co</h1></header>
    ${['Visibility', 'Brands', 'Sources'].map(renderSection).join('')}</main>
    <img src="${outside}/image"><img src="/redirect">
    <script>fetch('${outside}').catch(() => {}); new WebSocket('${outside.replace('http', 'ws')}')</script>`);
});

let chromiumPath = '';
beforeAll(async () => {
  for (const server of [site, foreign])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { executablePath, env } = await findBrowser();
  chromiumPath = executablePath;
  for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
    if (env[name]) process.env[name] = env[name];
  }
});
afterAll(() => {
  for (const server of [site, foreign]) {
    server.closeAllConnections();
    server.close();
  }
});

const print = (
  path: string,
  paper: 'A4' | 'Letter' = 'A4',
  timeoutSeconds = 30,
  queueOptions: QueueOptions = { places: [] },
) =>
  printPage(
    { CHROMIUM_PATH: chromiumPath },
    {
      createUrl: async () => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`,
      paper,
      footer: 'Kayak Ltd <b>',
      acceptLanguage: 'de-CH, de;q=0.9',
      timeoutSeconds,
      ...queueOptions,
    },
  );

/** Lists the Chromium processes that this process started. */
const listBrowsers = () =>
  execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(chromiumPath) && line.trim().startsWith(String(process.pid)));

test('prints text, page numbers, footer, outline and a linked table of contents, and loads nothing from outside', async () => {
  const bytes = await print('/');
  const { pages, outline, internalLinks, isTagged, size } = await readPdf(bytes);
  expect(pages.length).toBeGreaterThanOrEqual(3);
  expect(pages[0]).toContain('Kayaks & co');
  expect(pages.join(' ').match(/38\.5%/g)).toHaveLength(3);
  expect(pages[1]).toContain('Kayak Ltd <b>');
  expect(pages[1]).toContain(`2 / ${pages.length}`);
  expect(outline).toEqual(['Kayaks & co', 'Visibility', 'Brands', 'Sources']);
  expect(internalLinks).toBe(3);
  expect(isTagged).toBe(true);
  // A4 is 595.3 × 841.9 points. Chromium rounds up to whole pixels.
  expect(size).toEqual([expect.closeTo(595.5, 0), expect.closeTo(842.5, 0)]);
  expect(foreignRequests).toBe(0);
  expect([...languages]).toEqual(['de-CH, de;q=0.9']);
  expect(requested.filter((line) => !line.endsWith('no cookie'))).toEqual([]);
  expect(listBrowsers()).toEqual([]);
  const letter = await readPdf(await print('/', 'Letter'));
  expect(letter.size).toEqual([expect.closeTo(612, 0), expect.closeTo(792, 0)]);
});

test('rejects if the page cannot be opened or takes too long, and leaves no browser process', async () => {
  await expect(print('/missing')).rejects.toThrow('The page to print could not be opened.');
  await expect(print('/hang', 'A4', 2)).rejects.toThrow('Printing took over 2 seconds. Try again');
  expect(listBrowsers()).toEqual([]);
});

test('says what is wrong with CHROMIUM_PATH if it is not the path of Chromium', async () => {
  await expect(findChromium({ CHROMIUM_PATH: '/missing/chromium' })).resolves.toEqual({
    isFound: false,
    reason:
      'CHROMIUM_PATH is /missing/chromium, which is not the absolute path of an executable file. Correct or remove it.',
  });
  const options = {
    createUrl: async () => 'http://127.0.0.1:1',
    paper: 'A4' as const,
    footer: '',
    places: [],
  };
  await expect(printPage({ CHROMIUM_PATH: '/missing' }, options)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('CHROMIUM_PATH is /missing'),
  });
});

/** An entry of a subject that has one place, and a function that disconnects its client. */
function createEntry(subject: string, maxEntries = 1) {
  const client = new AbortController();
  const options: QueueOptions = { places: [{ subject, maxEntries }], signal: client.signal };
  return { options, disconnect: () => client.abort() };
}

test('gives each subject its places in the queue, and frees them when clients disconnect', async () => {
  const [first, second, waiting] = ['one', 'one', 'other'].map((subject) => createEntry(subject));
  if (!first || !second || !waiting) throw new Error('No entries.');
  const canceled = { code: 'REQUEST_CANCELED' };
  const running = print('/hang', 'A4', 30, first.options);
  await waitFor('the page is requested', () => requested.includes('/hang no cookie'));
  await expect(print('/', 'A4', 30, second.options)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: expect.stringMatching(/^A PDF that was requested earlier .* Try again in about \d+ seconds\.$/),
    details: { retryAfterSeconds: expect.any(Number) },
  });
  // Another subject waits, and leaves the queue when its client disconnects: its place is free at once.
  const left = expect(print('/', 'A4', 30, waiting.options)).rejects.toMatchObject(canceled);
  await expect(print('/', 'A4', 30, createEntry('other').options)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
  });
  waiting.disconnect();
  await left;
  const next = print('/', 'A4', 30, createEntry('other').options);
  // The page that is being printed is given up, too, long before its time limit.
  first.disconnect();
  await expect(running).rejects.toMatchObject(canceled);
  expect((await readPdf(await next)).pages.length).toBeGreaterThanOrEqual(3);
  expect((await readPdf(await print('/', 'A4', 30, second.options))).pages.length).toBeGreaterThanOrEqual(3);
  await expect(print('/', 'A4', 30, waiting.options)).rejects.toMatchObject(canceled);
  expect(listBrowsers()).toEqual([]);
});

test('refuses more than 20 waiting pages with the time to wait, and prints none of those that were given up', async () => {
  const isRefused = (error: unknown) => error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE';
  const entries = Array.from({ length: 22 }, (_, index) => createEntry(`subject ${index}`));
  const before = requested.length;
  const results = Promise.allSettled(entries.map(({ options }) => print('/hang', 'A4', 30, options)));
  await waitFor('the first page is requested', () => requested.length > before);
  for (const { disconnect } of entries) disconnect();
  const errors = (await results).map((result) => (result.status === 'rejected' ? result.reason : undefined));
  expect(errors.filter(isRefused)).toMatchObject([
    {
      message: expect.stringMatching(/^Too many PDFs are being created\. Try again in about \d+ seconds\.$/),
      details: { retryAfterSeconds: expect.any(Number) },
    },
  ]);
  expect(errors.filter((error) => !isRefused(error))).toMatchObject(
    Array.from({ length: 21 }, () => ({ code: 'REQUEST_CANCELED' })),
  );
  expect(requested.length - before).toBe(1);
});
