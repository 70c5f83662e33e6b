import { beforeAll, expect, test } from 'vitest';
import { listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';
import {
  createObservedProject,
  firstDay,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';
import { buildMetricFilters } from '#tests/support/metric-filters';

const db = await openTestDatabase({ max: 2 });
let context: Context;
let filters: MetricFilters;

const base = { day: 0, prompt: 0, engine: 'chat', country: 'US', status: 'answered', ranks: [1] } as const;
const citeNews = (citations: number) => ({ domain: 'news.example', citations });
const observations: Observation[] = [
  { ...base, ranks: [1], sources: [citeNews(2), { domain: 'own.example', citations: 1 }] },
  { ...base, day: 1, prompt: 1, country: 'JP', ranks: [1], sources: [citeNews(1)] },
  { ...base, day: 2, prompt: 4, engine: 'gen', ranks: [1], sources: [citeNews(1)] },
  // The remaining answers are left out: they only list the domain, cite another one, are unreadable, or are
  // later than the period.
  { ...base, day: 2, prompt: 2, ranks: [1], sources: [citeNews(0)] },
  { ...base, day: 2, prompt: 3, ranks: [1], sources: [{ domain: 'forum.example', citations: 3 }] },
  { ...base, day: 2, prompt: 5, status: 'unreadable', ranks: [], sources: [citeNews(1)] },
  { ...base, day: 3, prompt: 0, ranks: [1], sources: [citeNews(1)] },
];

beforeAll(async () => {
  const observedProject = await createObservedProject(db);
  context = observedProject.context;
  const scope = { organizationId: context.organizationId, projectId: observedProject.projectId };
  await storeAnswers(db, scope, observations);
  await storeRollups(db, scope, observations);
  filters = buildMetricFilters({
    projectId: observedProject.projectId,
    from: firstDay,
    to: '2026-03-03',
  });
});

async function listPromptIndexes(
  overrides: Partial<MetricFilters> = {},
  domain = 'news.example',
  limit = 20,
) {
  const answers = await listCitingAnswers(context, { ...filters, ...overrides }, { domain, limit });
  return answers.map(({ prompt }) => prompts.findIndex(({ text }) => text === prompt));
}

test('lists the answers that cite a domain, newest first, with the cited pages', async () => {
  expect(await listPromptIndexes()).toEqual([4, 1, 0]);
  const [, , oldest] = await listCitingAnswers(context, filters, { domain: 'news.example' });
  expect(oldest).toMatchObject({
    engine: 'chat',
    country: 'US',
    pages: [{ url: 'https://news.example/page', label: 'news.example', citations: 2 }],
  });
});

test.each([
  ['engines', { engines: ['gen'] }, [4]],
  ['countries', { countries: ['JP'] }, [1]],
  ['topics', { topics: ['alpha'] }, [0]],
  ['tags', { tags: ['even'] }, [4, 0]],
  ['days', { from: '2026-03-02', to: '2026-03-04' }, [0, 4, 1]],
  ['branded prompts only', { branded: 'only' as const }, [4]],
] as const)('filters by %s', async (_, overrides, expected) => {
  expect(await listPromptIndexes(structuredClone(overrides) as Partial<MetricFilters>)).toEqual(expected);
});

test('limits the list, and returns no answers for a domain that none cites', async () => {
  expect(await listPromptIndexes({}, 'news.example', 1)).toEqual([4]);
  expect(await listPromptIndexes({}, 'nobody.example')).toEqual([]);
});

test('returns nothing to another organization', async () => {
  const other = await createObservedProject(db);
  expect(await listCitingAnswers(other.context, filters, { domain: 'news.example' })).toEqual([]);
});
