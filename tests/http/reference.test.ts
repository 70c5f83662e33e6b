import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RouteName } from '#lib/contract/routes';
import { errorTable } from '#lib/core/errors';
import { anchorOf } from '#lib/http/reference/endpoint';
import { type Language, languages, samplesOf } from '#lib/http/reference/samples';
import { webhookSamples } from '#lib/http/reference/webhook-samples';
import { sign } from '#lib/service/webhooks/sign';
import { belongsToService } from '#lib/web/route';
import { freePort } from '#scripts/start/free-port';
import { launchBrowser } from '#tests/support/browser';
import { faultsOfAnswer, routeNames } from '#tests/support/openapi';
import { node } from '#tests/support/process';
import { startService } from '../support/service';
import { until } from '../support/until';

const run = await startService({ APP_URL: 'https://answers.example' });
const tenant = await run.newOrganization({ credits: 1_000_000 });
const folder = mkdtempSync(join(tmpdir(), 'answerscope-samples-'));
afterAll(async () => {
  await run.stop();
  rmSync(folder, { recursive: true, force: true });
});
const page = await (await fetch(`${run.baseUrl}/reference`)).text();

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

function programOf(language: Language, text: string): [string, string[]] {
  if (language === 'curl') return ['sh', ['-c', text.replace('curl ', 'curl --silent ')]];
  const file = join(folder, `${crypto.randomUUID()}.${language === 'python' ? 'py' : 'mts'}`);
  writeFileSync(file, text);
  return [language === 'python' ? 'python3' : node, [file]];
}

test('the page needs no key, runs nothing and names no other host', async () => {
  const response = await fetch(`${run.baseUrl}/reference`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<img|<iframe|<link|@import|url\(/i);
  expect([...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, target]) => target)).toEqual([
    '/v1/openapi.json',
  ]);
});

test('the web process gives the page to the service, and pages below it to Next.js', () => {
  expect(['/reference', '/reference?a=1', '/references', '/reference/x'].map(belongsToService)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('it shows every endpoint with its samples, and every error', () => {
  for (const name of routeNames) {
    expect(page).toContain(`id="${anchorOf(name)}"`);
    expect(page).toContain(`href="#${anchorOf(name)}"`);
  }
  for (const code of Object.keys(errorTable)) expect(page).toContain(`id="error-${code}"`);
  expect(page).toContain('https://answers.example/v1/monitor/chat');
});

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'in a browser, %s, %i wide: accessible, no sideways scroll, one language at a time',
  async (colorScheme, width) => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    const tab = await context.newPage();
    await tab.goto(`${run.baseUrl}/reference`);
    const { violations } = await new AxeBuilder({ page: tab }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
    expect(await tab.evaluate(() => window.document.documentElement.scrollWidth)).toBe(width);
    const shown = () => tab.locator('#monitor-chat .sample:visible .language').allTextContents();
    expect(await shown()).toEqual(['curl']);
    await tab.getByRole('radio', { name: 'Python' }).check();
    expect(await shown()).toEqual(['Python']);
  },
);

const shown = [
  'monitor:chat',
  'monitor:searchai',
  'createTask',
  'createTasks',
  'listStates',
  'getCredits',
] as const;

describe.each(Object.keys(languages) as Language[])('samples in %s', (language) => {
  test.skipIf(!available[language]).each(shown)(
    '%s: run as shown, it prints the answer',
    async (name: RouteName) => {
      // Each language gets an organization of its own: an idempotency key works once.
      const { secret } = await run.newOrganization();
      const [program, args] = programOf(language, samplesOf(name, run.baseUrl)[language]);
      const env = { ...process.env, API_KEY: secret };
      const { stdout } = await promisify(execFile)(program, args, { env });
      expect(faultsOfAnswer(name, name === 'createTask' ? 201 : 200, JSON.parse(stdout))).toEqual([]);
    },
  );

  test.skipIf(!available[language])('ends in failure on an error', async () => {
    const [program, args] = programOf(language, samplesOf('getTask', run.baseUrl)[language]);
    const env = { ...process.env, API_KEY: tenant.secret };
    const failed = await promisify(execFile)(program, args, { env }).then(
      () => undefined,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(failed).toContain('RESOURCE_NOT_FOUND');
  });
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ task: { id: crypto.randomUUID(), status: 'COMPLETED', note: 'ü €' } });
const signable = { taskId: 'task', attempt: 1, body };

test.each(['typescript', 'python'] as const)(
  'the receiver in %s takes what is signed and refuses the rest',
  async (language) => {
    if (!available[language]) return;
    const port = await freePort();
    const [program, args] = programOf(language, webhookSamples[language]);
    const receiver = spawn(program, args, {
      env: { ...process.env, PORT: String(port), SIGNING_SECRET: secret },
      stdio: 'ignore',
    });
    onTestFinished(() => void receiver.kill());
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
    await until('the receiver listens', () =>
      post({}).then(
        () => true,
        () => false,
      ),
    );
    const now = new Date();
    const good = sign(signable, secret, now);
    expect(await post(good)).toBe(204);
    expect(await post(good, `${body} `)).toBe(401);
    expect(await post(sign(signable, 'whsec_other', now))).toBe(401);
    expect(await post({ ...good, 'X-Svc-Signature': 'v1=é' })).toBe(401);
    expect(await post({})).toBe(400);
    expect(await post(sign(signable, secret, new Date(now.getTime() - 301_000)))).toBe(400);
  },
);
