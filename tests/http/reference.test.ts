import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { webhookSamples } from '#lib/contract/openapi/webhook';
import { type RouteName, routes } from '#lib/contract/routes';
import { errorTable } from '#lib/core/errors';
import { isServicePath } from '#lib/http/node-server';
import { signWebhook } from '#lib/service/webhooks/signing';
import { freePort } from '#scripts/system/free-port';
import { launchBrowser } from '#tests/support/browser';
import { document, faultsOfAnswer, operation, routeNames } from '#tests/support/openapi';
import { node } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';
import { startService } from '../support/service';

const run = await startService({ APP_URL: 'https://answers.example' });
const folder = mkdtempSync(join(tmpdir(), 'answerscope-samples-'));
afterAll(async () => {
  await run.stop();
  rmSync(folder, { recursive: true, force: true });
});
/** Languages of the code samples by the HTTP client that Scalar calls them after. */
const clients = { curl: 'Curl', typescript: 'Fetch', python: 'http.client' } as const;
type Language = keyof typeof clients;

/** Only a machine without Python or curl leaves their samples out. */
const runs = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const available: Record<Language, boolean> = {
  curl: runs('curl'),
  typescript: true,
  python: runs('python3'),
};

function getCommand(language: Language, text: string): [string, string[]] {
  if (language === 'curl') return ['sh', ['-c', text.replace('curl ', 'curl --silent ')]];
  const file = join(folder, `${crypto.randomUUID()}.${language === 'python' ? 'py' : 'mts'}`);
  writeFileSync(file, text);
  return [language === 'python' ? 'python3' : node, [file]];
}

test('is served without an API key and only runs scripts of its own origin', async () => {
  const response = await fetch(`${run.baseUrl}/reference`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  const script = await fetch(`${run.baseUrl}/reference/scalar.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
});

test('the web process routes the reference to the service, and other pages to Next.js', () => {
  const paths = ['/reference', '/reference?a=1', '/reference/scalar.js', '/references', '/reference/x'];
  expect(paths.map(isServicePath)).toEqual([true, true, true, false, false]);
});

/** Opens the reference at an endpoint. */
async function openReference(browser: Browser, name: RouteName | undefined, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  tab.on('pageerror', (error) => problems.push(error.message));
  tab.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(run.baseUrl) && !/^(data|blob):/.test(url)) problems.push(`requested ${url}`);
  });
  const section = name && getSectionId(name);
  await tab.goto(`${run.baseUrl}/reference${section ? `#${section}` : ''}`);
  await tab.getByRole('heading', { name: 'Answerscope', level: 1 }).waitFor({ state: 'attached' });
  return { tab, problems };
}

function getSectionId(name: RouteName): string {
  const { method, path } = routes[name];
  const tag = operation(name).tags as string[];
  return `tag/${tag[0]?.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
}

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in a browser, %s, %i pixels wide', (colorScheme, width) => {
  test('renders without errors and requests to other hosts', async () => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const viewport = { width, height: 900 };
    const { tab, problems } = await openReference(browser, undefined, { colorScheme, viewport });
    await tab.getByText(errorTable.SERVICE_UNAVAILABLE.message).first().waitFor();
    for (const code of Object.keys(errorTable)) {
      expect(await tab.getByRole('cell', { name: code, exact: true }).count()).toBe(1);
    }
    expect(await tab.evaluate(() => window.document.documentElement.scrollWidth)).toBe(width);
    expect(problems).toEqual([]);
  });

  test('is accessible', async () => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const viewport = { width, height: 900 };
    const { tab } = await openReference(browser, undefined, { colorScheme, viewport, bypassCSP: true });
    await tab.getByText(errorTable.SERVICE_UNAVAILABLE.message).first().waitFor();
    const { violations } = await new AxeBuilder({ page: tab }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
  });
});

test('lists every endpoint', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { tab } = await openReference(browser, undefined, { viewport: { width: 1440, height: 900 } });
  await tab.getByText(errorTable.SERVICE_UNAVAILABLE.message).first().waitFor();
  const text = await tab.locator('body').textContent();
  for (const name of routeNames) expect(text).toContain(routes[name].summary);
});

const sampled = [
  'monitor:chat',
  'monitor:searchai',
  'createTask',
  'createTasks',
  'listStates',
  'getCredits',
] as const;

/** The code samples as the page shows them, with an API key. */
async function readSamples(name: RouteName, apiKey: string): Promise<Record<Language, string>> {
  const browser = await launchBrowser();
  try {
    const { tab } = await openReference(browser, name, { viewport: { width: 1440, height: 900 } });
    const section = tab.locator(`[id$="${getSectionId(name)}"]`).first();
    const samples: Partial<Record<Language, string>> = {};
    for (const [language, client] of Object.entries(clients) as [Language, string][]) {
      await section
        .getByRole('button', { name: /Curl|Fetch|http\.client/ })
        .first()
        .click();
      await tab.getByRole('option', { name: client, exact: true }).click();
      await section.getByRole('button', { name: client }).first().waitFor();
      const code = await section.locator('pre').first().textContent();
      samples[language] = code?.replaceAll('YOUR_SECRET_TOKEN', apiKey);
    }
    return samples as Record<Language, string>;
  } finally {
    await browser.close();
  }
}

test.each(sampled)('code samples of %s run as shown', async (name) => {
  for (const [language, sample] of Object.entries(await readSamples(name, 'API_KEY')) as [
    Language,
    string,
  ][]) {
    if (!available[language]) continue;
    // A new organization for each language, because an idempotency key works once.
    const { secret } = await run.newOrganization();
    const printed =
      language === 'typescript' ? sample.replace(/^fetch\(/m, 'const response = await fetch(') : sample;
    const program = language === 'typescript' ? `${printed}\nconsole.log(await response.text());` : printed;
    const [command, args] = getCommand(language, program.replaceAll('API_KEY', secret));
    const { stdout } = await promisify(execFile)(command, args);
    expect(faultsOfAnswer(name, name === 'createTask' ? 201 : 200, JSON.parse(stdout))).toEqual([]);
  }
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ task: { id: crypto.randomUUID(), status: 'COMPLETED', note: 'ü €' } });
const signable = { taskId: 'task', attempt: 1, body };

test.each(['typescript', 'python'] as const)(
  'the webhook receiver in %s accepts signed deliveries and rejects others',
  async (language) => {
    expect(document.tags).toContainEqual(
      expect.objectContaining({ description: expect.stringContaining(webhookSamples[language]) }),
    );
    if (!available[language]) return;
    const port = await freePort();
    const [program, args] = getCommand(language, webhookSamples[language]);
    const receiver = spawn(program, args, {
      env: { ...process.env, PORT: String(port), SIGNING_SECRET: secret },
      stdio: 'ignore',
    });
    onTestFinished(() => void receiver.kill());
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
    await waitFor('the receiver listens', () =>
      post({}).then(
        () => true,
        () => false,
      ),
    );
    const now = new Date();
    const good = signWebhook(signable, secret, now);
    expect(await post(good)).toBe(204);
    expect(await post(good, `${body} `)).toBe(401);
    expect(await post(signWebhook(signable, 'whsec_other', now))).toBe(401);
    expect(await post({ ...good, 'X-Svc-Signature': 'v1=é' })).toBe(401);
    expect(await post({})).toBe(400);
    expect(await post(signWebhook(signable, secret, new Date(now.getTime() - 301_000)))).toBe(400);
  },
);
