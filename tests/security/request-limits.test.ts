import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxRequestsPerMinute } from '#lib/web/request-limits';
import { startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
}, 300_000);
afterAll(() => app?.stop());

test('each user can request a limited number of pages, exports and actions per minute; others are not affected', async () => {
  const { viewer, editor } = tenant.cookies;
  const page = `/projects/${tenant.project.id}/prompts`;
  expect((await app.get(page, { cookie: viewer })).status).toBe(200);
  let isLimited = false;
  for (let sent = 0; sent < maxRequestsPerMinute + 20 && !isLimited; sent += 10) {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => app.get('/icon.svg', { cookie: viewer })),
    );
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    isLimited = responses.some(({ status }) => status === 429);
  }
  expect(isLimited).toBe(true);
  for (const path of [page, `/projects/${tenant.project.id}/export/prompts`, '/account']) {
    const limited = await app.get(path, { cookie: viewer, accept: 'text/html' });
    expect([path, limited.status, limited.headers.get('retry-after')]).toEqual([path, 429, '60']);
    expect(await limited.text()).toContain('Try again in a minute.');
  }
  const action = await app.callAction('endOtherSessionsAction', [], { cookie: viewer });
  expect(action.status).toBe(429);
  // Other users, and requests without a cookie, are not affected.
  expect((await app.get(page, { cookie: editor })).status).toBe(200);
  expect((await app.get('/sign-in')).status).toBe(200);
});

test('each user can call a limited number of actions per minute; others are not affected', async () => {
  const call = (cookie: string) => app.callAction('suggestPromptsAction', [{}], { cookie });
  const isLimited = ({ text }: { text: string }) => text.includes('"Too many changes within a minute.');
  let allowed = 0;
  let limited = 0;
  // The web process and its background process count separately, and either may run an action.
  for (let sent = 0; sent < 610 && limited === 0; sent += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(tenant.cookies.admin)));
    limited += responses.filter(isLimited).length;
    allowed += responses.filter((response) => !isLimited(response)).length;
  }
  expect(limited).toBeGreaterThan(0);
  expect(allowed).toBeGreaterThanOrEqual(300);
  expect(isLimited(await call(tenant.cookies.owner))).toBe(false);
});
