import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { webhookSamples } from '#lib/contract/openapi/webhook';
import { type RouteName, routes } from '#lib/contract/routes';
import { errorTable } from '#lib/core/errors';
import { isServicePath } from '#lib/http/node-server';
import { findAccessibilityIssues, ruleTags } from '#tests/e2e/page-checks';
import { launchBrowser } from '#tests/support/browser';
import { document, findResponseProblems, getOperation, routeNames } from '#tests/support/openapi';
import { node } from '#tests/support/process';
import { startService } from '../support/service';

const testService = await startService({ APP_URL: 'https://answers.example' });
const folder = mkdtempSync(join(tmpdir(), 'answerscope-samples-'));
afterAll(async () => {
  await testService.stop();
  rmSync(folder, { recursive: true, force: true });
});
/** Label of the code samples in each language: Scalar shows the name of the HTTP client. */
const clients = { curl: 'Curl', typescript: 'Fetch', python: 'http.client' } as const;
type Language = keyof typeof clients;

/** Returns whether a program is installed. Samples whose program is not installed are skipped. */
const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const available: Record<Language, boolean> = {
  curl: isInstalled('curl'),
  typescript: true,
  python: isInstalled('python3'),
};

function getCommand(language: Language, text: string): [string, string[]] {
  if (language === 'curl') return ['sh', ['-c', text.replace('curl ', 'curl --silent ')]];
  const file = join(folder, `${crypto.randomUUID()}.${language === 'python' ? 'py' : 'mts'}`);
  writeFileSync(file, text);
  return [language === 'python' ? 'python3' : node, [file]];
}

test('the API reference is served without an API key and runs only scripts of its own origin', async () => {
  const response = await fetch(`${testService.baseUrl}/reference`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  const script = await fetch(`${testService.baseUrl}/reference/scalar.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
});

test('the web process routes the reference to the service, and other pages to Next.js', () => {
  const paths = ['/reference', '/reference?a=1', '/reference/scalar.js', '/references', '/reference/x'];
  expect(paths.map(isServicePath)).toEqual([true, true, true, false, false]);
});

const browser = await launchBrowser();
afterAll(() => browser.close());

/** Opens the reference and waits for the table of errors in its introduction. */
async function openReference(colorScheme: 'light' | 'dark', width: number) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(testService.baseUrl) && !/^(data|blob):/.test(url)) problems.push(`requested ${url}`);
  });
  await page.goto(`${testService.baseUrl}/reference`);
  await page.getByRole('heading', { name: 'Answerscope', level: 1 }).waitFor({ state: 'attached' });
  await page.getByText(errorTable.SERVICE_UNAVAILABLE.message).first().waitFor();
  return { page, problems };
}

function getSectionId(name: RouteName): string {
  const { method, path } = routes[name];
  const tag = getOperation(name).tags as string[];
  return `tag/${tag[0]?.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
}

/** All rules except those of WCAG 2.2, because Scalar's own buttons are smaller than the target size that it requires. */
const rules = ruleTags.filter((tag) => tag !== 'wcag22aa');

const wide = await openReference('light', 1440);
const narrow = await openReference('dark', 390);

test.each([
  { width: 1440, opened: wide },
  { width: 390, opened: narrow },
])(
  'the page at $width px is accessible, and has no errors and no requests to other hosts',
  async ({ width, opened: { page, problems } }) => {
    for (const code of Object.keys(errorTable)) {
      expect(await page.getByRole('cell', { name: code, exact: true }).count()).toBe(1);
    }
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(width);
    expect(problems).toEqual([]);
    expect(await findAccessibilityIssues(page, { rules })).toEqual([]);
  },
);

test('the page lists every endpoint', async () => {
  const text = await wide.page.locator('body').textContent();
  for (const name of routeNames) expect(text).toContain(routes[name].summary);
});

const sampledRoutes = [
  'monitor:chat',
  'monitor:searchai',
  'createTask',
  'createTasks',
  'listStates',
  'getCredits',
] as const;

/** Reads the code samples of an endpoint as the page shows them. */
async function readSamples(page: Page, name: RouteName): Promise<[Language, string][]> {
  const sectionId = getSectionId(name);
  await page.goto(`${testService.baseUrl}/reference#${sectionId}`);
  const section = page.locator(`[id$="${sectionId}"]`).first();
  const samples: [Language, string][] = [];
  for (const [language, client] of Object.entries(clients) as [Language, string][]) {
    await section
      .getByRole('button', { name: /Curl|Fetch|http\.client/ })
      .first()
      .click();
    await page.getByRole('option', { name: client, exact: true }).click();
    await section.getByRole('button', { name: client }).first().waitFor();
    samples.push([language, (await section.locator('pre').first().textContent()) ?? '']);
  }
  return samples;
}

test.each(sampledRoutes)('code samples of %s run and get a documented response', async (name) => {
  const samples = await readSamples(wide.page, name);
  await Promise.all(
    samples.map(async ([language, sample]) => {
      if (!available[language]) return;
      // A new organization for each language, because an idempotency key works once.
      const { secret } = await testService.createTenant();
      const program =
        language === 'typescript'
          ? `${sample.replace(/^fetch\(/m, 'const response = await fetch(')}\nconsole.log(await response.text());`
          : sample;
      const [command, args] = getCommand(language, program.replaceAll('YOUR_SECRET_TOKEN', secret));
      const { stdout } = await promisify(execFile)(command, args);
      expect(findResponseProblems(name, name === 'createTask' ? 201 : 200, JSON.parse(stdout))).toEqual([]);
    }),
  );
});

test.each(['typescript', 'python'] as const)(
  'the OpenAPI document contains the sample webhook endpoint in %s',
  (language) => {
    expect(document.tags).toContainEqual(
      expect.objectContaining({ description: expect.stringContaining(webhookSamples[language]) }),
    );
  },
);
