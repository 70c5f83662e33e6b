import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { addCompetitor, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { createProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { Context } from '#lib/db/context';
import { buildDelivery, listRunItems, receiveDelivery, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

async function createCitedProject(ownDomain: string, cited: string[]) {
  const context = await dashboard.createContext();
  const project = await createProject(context, {
    name: 'Boats',
    own: { name: 'Trailhead', domains: [ownDomain] },
    competitors: [{ name: 'Paddlemoor', domains: ['paddlemoor.test'] }],
  });
  const prompts = [{ text: 'Where can I buy a boat?', topic: '' }];
  await addPrompts(context, { projectId: project.id, prompts });
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US'],
    samples: 1,
  });
  for (const item of await listRunItems(context, run?.runId ?? '')) {
    await receiveDelivery(
      context,
      buildDelivery(item, { text: 'Paddlemoor sells boats.', sources: [], cited }),
    );
  }
  await ingestAnswers(context);
  return { context, project };
}

type CitedProject = Awaited<ReturnType<typeof createCitedProject>>;

async function readSites({ context, project }: CitedProject) {
  const filters = parseFilters(project, {}, systemClock);
  const list = await getSources(context, filters);
  const overview = await getOverview(context, filters);
  const { answers } = await listAnswers(context, filters, {
    answerFilters: { status: 'answered', citesBrand: project.own.id },
  });
  return {
    sites: Object.fromEntries(list.sources.map(({ domain, type, citations }) => [domain, [type, citations]])),
    ownShare: list.brandCitationShare.numerator,
    ownByType: list.byType.find(({ type }) => type === 'own')?.citationShare.numerator ?? 0,
    gaps: list.gaps?.sources.map(({ domain }) => domain).sort(),
    citingAnswers: overview.headline.answers > 0 ? answers.length : Number.NaN,
  };
}

test('a shop on a shared platform owns neither the other shops nor the platform', async () => {
  const cited = [
    'https://trailhead.myshopify.com/p/1',
    'https://a.myshopify.com/',
    'https://b.myshopify.com/',
  ];
  expect(await readSites(await createCitedProject('trailhead.myshopify.com', cited))).toEqual({
    sites: {
      'trailhead.myshopify.com': ['own', 1],
      'a.myshopify.com': ['other', 1],
      'b.myshopify.com': ['other', 1],
    },
    ownShare: 1,
    ownByType: 1,
    gaps: ['a.myshopify.com', 'b.myshopify.com'],
    citingAnswers: 1,
  });
});

test('a brand that owns a platform owns its shops', async () => {
  const cited = ['https://a.myshopify.com/', 'https://help.myshopify.com/', 'https://trail.test/'];
  expect(await readSites(await createCitedProject('myshopify.com', cited))).toMatchObject({
    sites: { 'a.myshopify.com': ['own', 1], 'help.myshopify.com': ['own', 1], 'trail.test': ['other', 1] },
    ownShare: 2,
    ownByType: 2,
    gaps: ['trail.test'],
    citingAnswers: 1,
  });
});

test('a page on Google Sites is the brand’s, those of others are not', async () => {
  const cited = ['https://sites.google.com/view/trailhead/home', 'https://sites.google.com/view/other'];
  const project = await createCitedProject('https://sites.google.com/view/trailhead', cited);
  expect(await readSites(project)).toMatchObject({
    sites: { 'sites.google.com/view/trailhead': ['own', 1], 'sites.google.com/view/other': ['other', 1] },
    ownShare: 1,
    ownByType: 1,
    citingAnswers: 1,
  });
});

test('copies, redirects and other spellings of a host count for its owner', async () => {
  const cited = [
    'https://xn--bcher-kva-test.cdn.ampproject.org/c/s/bücher.test/a',
    'https://www.google.com/url?q=https%3A%2F%2Fwww.b%C3%BCcher.test%2Fa&sa=U',
    'https://m.xn--bcher-kva.test/a?utm_source=x',
    'https://bücher.test/a/',
  ];
  const project = await createCitedProject('Bücher.test', cited);
  expect(await readSites(project)).toMatchObject({
    sites: { 'xn--bcher-kva.test': ['own', 4] },
    ownShare: 4,
    ownByType: 4,
    citingAnswers: 1,
  });
  expect(await countPages(project.context)).toBe(1);
});

async function countPages({ db, organizationId }: Context): Promise<number> {
  const { rows } = await db.$client.query<{ pages: number }>(
    'SELECT count(DISTINCT normalized_url)::int AS pages FROM answer_sources WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.pages ?? Number.NaN;
}

test('a rescoring reads the pages and sites of stored sources again', async () => {
  const cited = [
    'https://docs.trailhead.test/a',
    'https://m.trailhead.test/b?gclid=1',
    'https://youtu.be/kQ7-xW2_paA',
  ];
  const project = await createCitedProject('docs.trailhead.test', cited);
  const { context } = project;
  expect(await readSites(project)).toMatchObject({
    sites: { 'docs.trailhead.test': ['own', 1], 'trailhead.test': ['other', 1], 'youtube.com': ['video', 1] },
    ownShare: 1,
    ownByType: 1,
  });
  // As an earlier version, with other rules, stored them.
  await context.db.$client.query(
    `UPDATE answer_sources SET normalized_url = substring(url FROM 9), domain = 'stale.test' WHERE organization_id = $1`,
    [context.organizationId],
  );
  const { own } = project.project;
  await updateBrand(context, {
    ...own,
    projectId: project.project.id,
    brandId: own.id,
    domains: ['trailhead.test'],
  });
  await rescoreProject(context, { projectId: project.project.id });
  expect(await readSites(project)).toMatchObject({
    sites: { 'trailhead.test': ['own', 2], 'youtube.com': ['video', 1] },
    ownShare: 2,
    ownByType: 2,
    citingAnswers: 1,
  });
  const { rows } = await context.db.$client.query(
    'SELECT normalized_url AS page, domain FROM answer_sources WHERE organization_id = $1 ORDER BY position',
    [context.organizationId],
  );
  expect(rows).toEqual([
    { page: 'docs.trailhead.test/a', domain: 'trailhead.test' },
    { page: 'trailhead.test/b', domain: 'trailhead.test' },
    { page: 'youtube.com/watch?v=kQ7-xW2_paA', domain: 'youtube.com' },
  ]);
});

test('a rescoring stores domains of earlier versions as hosts are compared', async () => {
  const project = await createCitedProject('bücher.test', ['https://bücher.test/', 'https://trail.test/']);
  const { context } = project;
  await context.db.$client.query(
    `UPDATE brands SET domains = '{bücher.test}' WHERE organization_id = $1 AND role = 'own'`,
    [context.organizationId],
  );
  expect(await readSites(project)).toMatchObject({
    sites: { 'xn--bcher-kva.test': ['own', 1] },
    ownShare: 1,
  });
  await addCompetitor(context, { projectId: project.project.id, name: 'Trail', domains: ['trail.test'] });
  await rescoreProject(context, { projectId: project.project.id });
  expect(await readSites(project)).toMatchObject({
    sites: { 'xn--bcher-kva.test': ['own', 1], 'trail.test': ['competitor', 1] },
    ownShare: 1,
    citingAnswers: 1,
  });
});
