import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { addToInbox } from '#lib/dashboard/ingest/webhook-inbox';
import { startRun } from '#lib/dashboard/runs/run-store';
import { revokeShare } from '#lib/dashboard/shares/shares';
import { buildDelivery, listRunItems } from '#tests/support/dashboard';
import { shareOverview } from '#tests/support/reports';
import { startTestApp, type Tenant, type TestApp } from './test-app';

let app: TestApp;
let tenant: Tenant;
let otherTenant: Tenant;
let token: string;
let shareId: string;
/** IDs of answers, such as `answers['tenant US']`. */
const answers: Record<string, string> = {};

/** Stores an answer for each country, and its ID in `answers` under the name and country. */
async function storeAnswers({ owner, project }: Tenant, name: string) {
  const run = await startRun(owner, {
    projectId: project.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US', 'JP'],
    samples: 1,
  });
  for (const country of ['US', 'JP']) {
    const item = (await listRunItems(owner, run?.runId ?? '')).find((item) => item.country === country);
    if (!item) throw new Error(`The run has no item in ${country}.`);
    const record = buildDelivery(item, { text: `Fjordwing for ${name} in ${country}.` });
    const { db, clock, organizationId } = owner;
    const taskId = record.task.id;
    const now = clock.now();
    await addToInbox(db, {
      organizationId,
      taskId,
      record: JSON.stringify(record),
      source: 'webhook',
      now,
    });
    answers[`${name} ${country}`] = item.id;
  }
  await ingestAnswers(owner);
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  otherTenant = await app.createTenant();
  await storeAnswers(tenant, 'tenant');
  await storeAnswers(otherTenant, 'otherTenant');
  const share = await shareOverview(tenant.owner, { projectId: tenant.project.id, filters: 'country=JP' });
  token = share.token;
  shareId = share.id;
  expect(
    await getAnswer(tenant.owner, { projectId: tenant.project.id, answerId: answers['tenant US'] ?? '' }),
  ).toBeTruthy();
}, 300_000);
afterAll(() => app?.stop());

test('a shared page shows only its project and filters, for any query parameters', async () => {
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
      'ansk_',
      'whsec_',
      'citationPills',
      'passwordHash',
      tenant.userIds.owner,
    ]) {
      expect(text.includes(hidden), `${hidden} ${query}`).toBe(false);
    }
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toContain('no-store');
  }
});

test('the shared action returns only answers of the shared view', async () => {
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

test('a protected link returns nothing before its password is entered', async () => {
  const locked = await shareOverview(tenant.owner, {
    projectId: tenant.project.id,
    filters: 'country=JP',
    password: 'cheese and bread',
  });
  const page = await app.get(`/share/${locked.token}`);
  const text = await page.text();
  expect(text).toContain('Password required');
  for (const hidden of ['Fjordwing', 'in JP', tenant.project.name]) expect(text).not.toContain(hidden);
  const answer = await app.callAction('getSharedAnswerAction', [locked.token, '', answers['tenant JP']]);
  expect(answer.text).not.toContain('Fjordwing');
  const wrong = await app.callAction('unlockShareAction', [locked.token, 'a guess']);
  expect(wrong.text).toContain('Wrong password');
  await revokeShare(tenant.owner, { projectId: tenant.project.id, shareId: locked.id });
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
