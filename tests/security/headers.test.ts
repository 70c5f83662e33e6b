import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/support/browser';
import { allowBrowserProblems, takeBrowserProblems } from '#tests/support/browser-problems';
import { startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test('sets a content security policy with a unique nonce on every page', async () => {
  const nonces = new Set<string>();
  for (const path of ['/sign-in', '/sign-in', '/nothing-here', `/projects/${tenant.project.id}/prompts`]) {
    const { headers } = await app.get(path, { cookie: tenant.cookies.viewer });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe');
    nonces.add(/'nonce-([\w-]{43})'/.exec(policy)?.[1] ?? '');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-powered-by')).toBeNull();
  }
  expect(nonces.size).toBe(4);
  expect(nonces.has('')).toBe(false);
});

test('ignores a nonce sent by the client', async () => {
  const response = await app.get('/sign-in', { 'content-security-policy': "script-src 'nonce-mine'" });
  expect(response.headers.get('content-security-policy')).not.toContain('mine');
  expect(await response.text()).not.toContain('nonce="mine"');
});

test('sends no referrer from secret URLs and disables caching for them', async () => {
  for (const path of ['/share/unknown', '/join/unknown']) {
    const { headers } = await app.get(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('cache-control')).toContain('no-store');
  }
});

test('pages comply with their content security policy, and injected scripts do not run', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app.instance.url}/sign-in`);
  await page.getByLabel('Email').fill('nobody@nowhere.example');
  const value = tenant.cookies.owner.slice('answerscope.session='.length);
  await context.addCookies([{ name: 'answerscope.session', value, url: app.instance.url }]);
  const paths = ['overview', 'prompts', 'schedule', 'runs', 'brands'].map(
    (tab) => `/projects/${tenant.project.id}/${tab}`,
  );
  for (const path of [...paths, '/members', '/developers', '/developers/engines', '/projects/new']) {
    await page.goto(app.instance.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(takeBrowserProblems()).toEqual([]);
  allowBrowserProblems(/violates the following Content Security Policy directive/);
  const violatedDirective = await page.evaluate(() => {
    const script = document.createElement('div');
    script.innerHTML = '<img src="data:," onerror="document.title = `broken`">';
    document.body.append(script);
    return new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective));
    });
  });
  expect(violatedDirective).toMatch(/^script-src/);
  expect(await page.title()).not.toBe('broken');
});
