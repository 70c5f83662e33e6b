import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAnswer } from '#lib/dashboard/analytics/answers/get-answer';
import { pauseShare, revokeShare } from '#lib/dashboard/shares/shares';
import { shareOverview } from '#tests/support/reports';
import { storeCountryAnswers } from './store-country-answers';
import { startTestApp, type Tenant, type TestApp } from './test-app';

/* Requests to share links that an attacker without a session could send. */

let app: TestApp;
let tenant: Tenant;
let answers: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.createTenant();
  const otherTenant = await app.createTenant();
  answers = await storeCountryAnswers(tenant, 'tenant');
  await storeCountryAnswers(otherTenant, 'otherTenant');
}, 300_000);
afterAll(() => app?.stop());

/** The headers of a browser that navigates within the app or prefetches a page. */
const navigations: Record<string, string>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_full' },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent(JSON.stringify(['', {}, null, 'refetch'])) },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' },
];

/** Requests everything that a link offers without a session. @returns status and body by request */
async function requestEverything(link: string, answerId: string, { withPdf = true } = {}) {
  const results: { request: string; status: number; text: string }[] = [];
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.get(`/share/${link}${path}`, headers);
    const location = response.headers.get('location');
    const followed = location ? await fetch(new URL(location, app.instance.url), { headers }) : response;
    const request = `GET ${path} ${Object.keys(headers)}`;
    results.push({ request, status: followed.status, text: await followed.text() });
  };
  for (const query of ['', '?_rsc=1a2b3', '?country=US&_rsc=1a2b3']) {
    for (const headers of navigations) await get(query, headers);
  }
  const exports = [
    'headline?format=csv',
    'headline?format=json',
    'headline?format=xlsx',
    'by-country',
    'sources',
    'disclosure-engines',
  ];
  const files = [
    '/about',
    '/preview.png',
    ...exports.map((table) => `/export/${table}`),
    ...(withPdf ? ['/pdf'] : []),
  ];
  for (const path of files) await get(path);
  const posted = await app.post(`/share/${link}`, 'a=b');
  results.push({ request: 'POST', status: posted.status, text: await posted.text() });
  const { promptId } = await getAnswer(tenant.owner, { projectId: tenant.project.id, answerId });
  const actions = {
    getSharedAnswerAction: answerId,
    getSharedSpotCheckAction: { promptId },
    listSharedCitingAnswersAction: 'fjordwing.example',
  };
  for (const [action, argument] of Object.entries(actions)) {
    results.push({ request: action, ...(await app.callAction(action, [link, '', argument])) });
  }
  return results;
}

test('paused, expired and revoked links, and one-time links that were used, reveal nothing to any kind of request', async () => {
  const { owner, project } = tenant;
  const projectId = project.id;
  const create = (options = {}) =>
    shareOverview(owner, { projectId, filters: 'country=JP', allowsDownloads: true, ...options });
  const [paused, expired, revoked] = [await create(), await create(), await create()];
  const usedUp = await create({ isOneTime: true });
  for (const { token: link } of [paused, expired, revoked]) {
    expect(await (await app.get(`/share/${link}`)).text()).toContain('in JP');
  }
  const opened = await app.callAction('unlockShareAction', [usedUp.token, '']);
  const cookie = opened.cookies.map((header) => header.split(';', 1)[0]).join('; ');
  expect(await (await app.get(`/share/${usedUp.token}`, { cookie })).text()).toContain('in JP');
  await pauseShare(owner, { projectId, shareId: paused.id });
  await revokeShare(owner, { projectId, shareId: revoked.id });
  await app.db.$client.query(`UPDATE shares SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    expired.id,
  ]);
  const links = { paused, expired, revoked, usedUp };
  for (const [state, { token: link }] of Object.entries(links)) {
    for (const { request, status, text } of await requestEverything(link, answers['tenant JP'] ?? '')) {
      // Actions respond without data, and so does a navigation to a one-time link that another browser has opened.
      const isEmpty = !/^(GET|POST)/.test(request) || (state === 'usedUp' && / rsc\b/.test(request));
      expect(isEmpty || status === 404, `${state}: ${request} responds with ${status}`).toBe(true);
      for (const hidden of [
        'Fjordwing',
        'Paddlemoor',
        'in JP',
        project.name,
        'fjordwing.example',
        projectId,
      ]) {
        expect(text.includes(hidden), `${state}: ${request} contains ${hidden}`).toBe(false);
      }
    }
  }
});

test('an open link returns only data within its filters, whatever headers a request has', async () => {
  const { owner, project } = tenant;
  const open = await shareOverview(owner, {
    projectId: project.id,
    filters: 'country=JP',
    allowsDownloads: true,
  });
  const results = await requestEverything(open.token, answers['tenant US'] ?? '', { withPdf: false });
  const [page] = results;
  expect([page?.status, page?.text.includes('in JP')]).toEqual([200, true]);
  expect(
    results.filter(({ request, text }) => request.includes('rsc') && text.includes('in JP')).length,
  ).toBeGreaterThan(2);
  for (const { request, text } of results) {
    for (const hidden of ['in US', 'otherTenant', '@people.example', tenant.userIds.owner]) {
      expect(text.includes(hidden), `${request} contains ${hidden}`).toBe(false);
    }
  }
});
