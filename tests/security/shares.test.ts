import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import { shareOverview } from '#tests/support/reports';
import { storeCountryAnswers } from './store-country-answers';
import { startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
let otherTenant: Tenant;
let token: string;
let shareId: string;
/** IDs of answers, such as `answers['tenant US']`. */
const answers: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  otherTenant = await app.createTenant();
  Object.assign(answers, await storeCountryAnswers(tenant, 'tenant'));
  Object.assign(answers, await storeCountryAnswers(otherTenant, 'otherTenant'));
  const share = await shareOverview(tenant.owner, { projectId: tenant.project.id, filters: 'country=JP' });
  token = share.token;
  shareId = share.id;
  expect(
    await getAnswer(tenant.owner, { projectId: tenant.project.id, answerId: answers['tenant US'] ?? '' }),
  ).toBeTruthy();
}, 300_000);
afterAll(() => app?.stop());

test('a shared page shows only answers of its project that match its filters, whatever the query parameters', async () => {
  for (const query of [
    '',
    '?country=US',
    '?country=',
    `?projectId=${otherTenant.project.id}&country=US&days=56`,
  ]) {
    const response = await app.get(`/share/${token}${query}`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text, query).toContain('in JP');
    expect(text, query).not.toContain('in US');
    expect(text, query).not.toContain('otherTenant');
    for (const hidden of [
      '@people.example',
      'whsec_',
      'citationPills',
      'passwordHash',
      tenant.userIds.owner,
    ]) {
      expect(text.includes(hidden), `${hidden} ${query}`).toBe(false);
    }
    expect(text, query).not.toMatch(/ask_\w{46}/);
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toContain('no-store');
  }
});

test('the page about a shared report shows neither the wording of its prompts nor other countries', async () => {
  for (const query of ['', '?country=US', `?projectId=${otherTenant.project.id}&country=US`]) {
    const response = await app.get(`/share/${token}/about${query}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text, query).toContain('Japan');
    const prompts = await listPrompts(tenant.owner, { projectId: tenant.project.id });
    for (const hidden of ['United States', 'otherTenant', ...prompts.map((prompt) => prompt.text)]) {
      expect(text, `${hidden} ${query}`).not.toContain(hidden);
    }
    expect(text).toMatch(/<meta name="robots" content="noindex/);
  }
});

test('the server action behind a share link returns only answers that match the link’s filters', async () => {
  const getSharedAnswer = (link: unknown, id: unknown) =>
    app.callAction('getSharedAnswerAction', [link, '', id]);
  const inView = await getSharedAnswer(token, answers['tenant JP']);
  expect(inView.text).toContain('Fjordwing for tenant in JP.');
  expect(inView.text).not.toContain('citationPills');
  for (const id of [answers['tenant US'], answers['otherTenant JP'], 'no-id', '', { a: 1 }, null]) {
    const { status, text } = await getSharedAnswer(token, id);
    expect(status, String(id)).toBe(200);
    expect(text, String(id)).not.toContain('Fjordwing for');
  }
  for (const link of ['unknown', '', null, { token }, [token]]) {
    const { status, text } = await getSharedAnswer(link, answers['tenant JP']);
    expect(status, String(link)).toBe(200);
    expect(text, String(link)).not.toContain('Fjordwing for');
  }
});

test('the server action of spot checks returns only counts of answers that match the link’s filters', async () => {
  const getSharedSpotCheck = (link: unknown, target: unknown) =>
    app.callAction('getSharedSpotCheckAction', [link, '', target]);
  const { projectId, promptId, engine } = await findAnswer('tenant JP');
  const inView = await getSharedSpotCheck(token, { promptId, projectId });
  expect(inView.text).toContain('"country":"JP"');
  expect(inView.text).not.toContain('"country":"US"');
  expect(inView.text).not.toContain('Fjordwing for');
  for (const target of [{ promptId, engine, country: 'US' }, { promptId: 'no-id' }, promptId, null]) {
    const { status, text } = await getSharedSpotCheck(token, target);
    expect(status, JSON.stringify(target)).toBe(200);
    expect(text, JSON.stringify(target)).not.toContain('chances');
  }
  for (const link of ['unknown', '', null, { token }]) {
    expect((await getSharedSpotCheck(link, { promptId })).text, String(link)).not.toContain('chances');
  }
});

async function findAnswer(name: string) {
  const projectId = tenant.project.id;
  const answer = await getAnswer(tenant.owner, { projectId, answerId: answers[name] ?? '' });
  return { projectId, ...answer };
}

test('a protected link returns nothing before its password is entered', async () => {
  const locked = await shareOverview(tenant.owner, {
    projectId: tenant.project.id,
    filters: 'country=JP',
    password: 'cheese and bread',
  });
  const page = await app.get(`/share/${locked.token}`);
  const text = await page.text();
  expect(text).toContain('Password required');
  const about = await (await app.get(`/share/${locked.token}/about`)).text();
  for (const hidden of ['Fjordwing', 'in JP', tenant.project.name]) {
    expect(text).not.toContain(hidden);
    expect(about).not.toContain(hidden);
  }
  const answer = await app.callAction('getSharedAnswerAction', [locked.token, '', answers['tenant JP']]);
  expect(answer.text).not.toContain('Fjordwing');
  const wrong = await app.callAction('unlockShareAction', [locked.token, 'a guess']);
  expect(wrong.text).toContain('Wrong password');
  await revokeShare(tenant.owner, { projectId: tenant.project.id, shareId: locked.id });
});

test('the page, exports and preview image of a paused or expired link respond with 404 at the next request', async () => {
  const { owner, project } = tenant;
  const projectId = project.id;
  const link = await shareOverview(owner, { projectId, filters: 'country=JP', allowsDownloads: true });
  const paths = ['', '/about', '/export/headline', '/export/disclosure-engines', '/preview.png'];
  const listStatuses = () =>
    Promise.all(paths.map(async (path) => (await app.get(`/share/${link.token}${path}`)).status));
  expect(await listStatuses()).toEqual(paths.map(() => 200));
  await pauseShare(owner, { projectId, shareId: link.id });
  expect(await listStatuses()).toEqual(paths.map(() => 404));
  await resumeShare(owner, { projectId, shareId: link.id });
  expect(await listStatuses()).toEqual(paths.map(() => 200));
  await app.db.$client.query(`UPDATE shares SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    link.id,
  ]);
  expect(await listStatuses()).toEqual(paths.map(() => 404));
  const rscText = await (await app.get(`/share/${link.token}`, { rsc: '1' })).text();
  expect(rscText).not.toContain('Fjordwing');
});

test('a link exports only the tables of its report, limited to its filters, and only if it allows downloads', async () => {
  const { owner, project } = tenant;
  const projectId = project.id;
  const closed = await app.get(`/share/${token}/export/headline`);
  expect(closed.status).toBe(404);
  const downloadable = await shareOverview(owner, {
    projectId,
    filters: 'country=JP',
    allowsDownloads: true,
  });
  for (const query of ['', '&country=US', `&projectId=${otherTenant.project.id}`]) {
    const response = await app.get(`/share/${downloadable.token}/export/by-country?format=csv${query}`);
    const text = await response.text();
    expect([response.status, text.includes('JP'), text.includes('US')], query).toEqual([200, true, false]);
    expect(response.headers.get('cache-control')).toContain('no-store');
  }
  for (const table of ['answers', 'prompts', 'disclosure-prompts', 'runs', 'failed', 'constructor']) {
    expect((await app.get(`/share/${downloadable.token}/export/${table}`)).status, table).toBe(404);
  }
});

test('the cookie of an unlocked link gives access to nothing else', async () => {
  const { owner, project } = tenant;
  const locked = await shareOverview(owner, { projectId: project.id, password: 'cheese and bread' });
  const unlocked = await app.callAction('unlockShareAction', [locked.token, 'cheese and bread']);
  const cookie = unlocked.cookies.map((header) => header.split(';', 1)[0]).join('; ');
  expect((await (await app.get(`/share/${locked.token}`, { cookie })).text()).includes('Fjordwing')).toBe(
    true,
  );
  const other = await shareOverview(owner, { projectId: project.id, password: 'cheese and bread' });
  expect((await (await app.get(`/share/${other.token}`, { cookie })).text()).includes('Fjordwing')).toBe(
    false,
  );
  const pages = ['overview', `reports/${locked.reportId}`, `reports/${locked.reportId}/export/headline`];
  for (const page of pages) {
    const response = await app.get(`/projects/${project.id}/${page}`, { cookie, rsc: '1' });
    expect((await response.text()).includes('Fjordwing'), page).toBe(false);
  }
  const answer = await app.callAction('getAnswerAction', [project.id, answers['tenant JP']], { cookie });
  expect(answer.text).not.toContain('Fjordwing for');
});

test('only the origins listed for a link can embed it', async () => {
  const { owner, project } = tenant;
  const embedOrigins = ['https://intranet.example'];
  const embedded = await shareOverview(owner, { projectId: project.id, embedOrigins });
  const response = await app.get(`/share/${embedded.token}`);
  expect(response.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://intranet.example',
  );
  expect(response.headers.get('x-frame-options')).toBe(null);
  const other = await app.get(`/share/${token}`);
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(other.headers.get('x-frame-options')).toBe('DENY');
});

test('a revoked link returns nothing', async () => {
  await revokeShare(tenant.owner, { projectId: tenant.project.id, shareId });
  const page = await app.get(`/share/${token}`);
  expect(page.status).toBe(404);
  expect((await page.text()).includes('Fjordwing')).toBe(false);
  expect((await app.get('/share/unknown')).status).toBe(404);
  const { text } = await app.callAction('getSharedAnswerAction', [token, '', answers['tenant JP']]);
  expect(text).not.toContain('Fjordwing');
});
