import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeReport } from '#lib/registry/freeze-report';
import { storeCountryAnswers } from '#tests/security/store-country-answers';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { shareOverview } from '#tests/support/reports';
import { observeShareLookups } from '#tests/support/share-lookups';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { GEMINI_API_KEY: 'key' } });
  tenant = await app.createTenant();
  await storeCountryAnswers(tenant, 'tenant');
  await setFictional(false);
}, 300_000);

afterAll(() => app?.stop());

/** Makes all answers count as fictional or real, whatever their sources are (see “Fictional answer” in docs/metrics.md). */
async function setFictional(isFictional: boolean) {
  for (const table of ['daily_answers', 'monthly_answers']) {
    await app.db.$client.query(
      `UPDATE ${table} SET fictional_answers = CASE WHEN $1 THEN answered ELSE 0 END`,
      [isFictional],
    );
  }
}

const share = (filters: string) => shareOverview(tenant.owner, { projectId: tenant.project.id, filters });
const getHtml = async (path: string) => (await app.get(path)).text();

/** Reads the content of the page's `meta` elements by property or name. */
function readMetaTags(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...tags].map(([, key, content]) => [key, content]));
}

test('a shared page states how its engines are queried; a report frozen without that information does not', async () => {
  const { token, reportId } = await share('country=JP');
  const stated = 'Current access: API with web search';
  expect(await getHtml(`/share/${token}`)).toContain(stated);
  const projectId = tenant.project.id;
  // Frozen by a process that does not know the providers.
  await freezeReport(tenant.owner, { projectId, reportId });
  const frozen = await getHtml(`/share/${token}`);
  expect(frozen).toContain('How this was measured');
  expect(frozen).not.toContain('Current access');
});

test('the overview of a member without access to providers states how engines are queried', async () => {
  const response = await app.get(`/projects/${tenant.project.id}/overview`, {
    cookie: tenant.cookies.viewer,
  });
  expect(await response.text()).toContain('Current access: API with web search');
});

test('the preview of a link has a title, a description and an image with its size and alternative text', async () => {
  const { token } = await share('country=JP');
  const tags = readMetaTags(await getHtml(`/share/${token}`));
  const url = `${app.instance.url}/share/${token}/preview.png`;
  const title = tags['og:title'];
  const description = 'Mentioned in 100% of 1 answer';
  expect(tags).toMatchObject({
    'og:type': 'website',
    'og:description': expect.stringContaining(description),
    'og:image': url,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringContaining(`${title}. 100% of 1 AI answer mentions `),
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': expect.stringContaining(description),
    'twitter:image': url,
    'twitter:image:width': '1200',
    'twitter:image:height': '630',
    'twitter:image:alt': tags['og:image:alt'],
  });
  const image = await app.get(`/share/${token}/preview.png`);
  expect(image.headers.get('content-type')).toBe('image/png');
  const png = Buffer.from(await image.arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the preview applies the filters in the URL', async () => {
  const { token } = await share('');
  const narrowed = readMetaTags(await getHtml(`/share/${token}?country=US`));
  expect(readMetaTags(await getHtml(`/share/${token}`))['og:image:alt']).toContain('of 2 AI answers');
  expect(narrowed['og:image:alt']).toContain('of 1 AI answer mentions');
  expect(narrowed['og:image']).toContain('/preview.png?country=US');
  const images = await Promise.all(
    ['', '?country=US'].map(async (query) =>
      Buffer.from(await (await app.get(`/share/${token}/preview.png${query}`)).arrayBuffer()).toString(
        'base64',
      ),
    ),
  );
  expect(new Set(images).size).toBe(2);
});

test('the preview says if data is fictional or there are no answers', async () => {
  const { token } = await share('country=JP');
  await setFictional(true);
  const fictional = readMetaTags(await getHtml(`/share/${token}`));
  await setFictional(false);
  for (const key of ['og:description', 'twitter:description', 'og:image:alt']) {
    expect(fictional[key], key).toContain('Fictional data (sandbox)');
  }
  const empty = await share('from=2020-01-01&to=2020-01-07');
  const tags = readMetaTags(await getHtml(`/share/${empty.token}`));
  expect(tags['og:description']).toBe('No answers in this period yet.');
  expect(tags['og:image:alt']).toContain('No answers in this period yet.');
  expect((await app.get(`/share/${empty.token}/preview.png`)).status).toBe(200);
});

test('the preview of a link with a password reveals nothing about its report', async () => {
  const { token } = await shareOverview(tenant.owner, {
    projectId: tenant.project.id,
    filters: 'country=JP',
    password: 'a long password',
  });
  expect(readMetaTags(await getHtml(`/share/${token}?country=US`))).toMatchObject({
    'og:title': 'Shared report',
    'og:description': 'Open the link to see the report.',
    'og:image': `${app.instance.url}/share/${token}/preview.png`,
    'og:image:alt': 'Shared report. Open the link to see it.',
  });
});

test('the requests of a page, its preview, its exports and its actions look up the link once', async () => {
  const { token } = await shareOverview(tenant.owner, {
    projectId: tenant.project.id,
    allowsDownloads: true,
    embedOrigins: ['https://wiki.example'],
  });
  const lookups = await observeShareLookups(app.database.adminUrl);
  const requests: (() => Promise<{ status: number }>)[] = [
    () => app.get(`/share/${token}`),
    () => app.get(`/share/${token}?country=US`),
    () => app.get(`/share/${token}/preview.png`),
    () => app.get(`/share/${token}/export/headline?format=csv`),
    () => app.callAction('listSharedCitingAnswersAction', [token, '', 'fjordwing.example']),
  ];
  try {
    for (const [index, send] of requests.entries()) {
      const before = await lookups.count();
      expect((await send()).status).toBe(200);
      expect((await lookups.count()) - before, `request ${index}`).toBe(1);
    }
  } finally {
    await lookups.stop();
  }
});
