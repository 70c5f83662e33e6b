import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { addDays, listDays } from '#lib/core/time';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { searchDomains } from '#lib/dashboard/analytics/sources/search-domains';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import type { AssignableType } from '#lib/dashboard/projects/domains';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import type { Context } from '#lib/db/context';
import {
  buildFilters,
  createProjectWithObservations,
  isAnsweredIn,
  observationsArbitrary,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandIds,
  createObservedProject,
  domains,
  firstDay,
  type Observation,
  periodDays,
  prompts,
  storeAnswers,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

const countCitations = ({ sources }: Observation, domain?: string) =>
  sources
    .filter((source) => !domain || source.domain === domain)
    .reduce((sum, source) => sum + source.citations, 0);
const lists = (observation: Observation, domain: string) =>
  observation.sources.some((source) => source.domain === domain);
const mentionsOwn = ({ ranks }: Observation) => ranks[0] !== null;
const mentionsCompetitor = ({ ranks }: Observation) => ranks.slice(1).some((rank) => rank !== null);

test('all metrics of every domain match a count of the individual answers', async () => {
  await fc.assert(
    fc.asyncProperty(observationsArbitrary, async (observations) => {
      const { context, projectId } = await createProjectWithObservations(db, observations);
      const list = await getSources(context, buildFilters(projectId));
      const current = observations.filter(isAnsweredIn('current'));
      const allCitations = sumCitations(current);
      const expectedDomains = domains.filter((domain) =>
        current.some((observation) => lists(observation, domain)),
      );
      expect(list).toMatchObject({
        answers: current.length,
        citations: allCitations,
        domainCount: expectedDomains.length,
      });
      expect(list.brandCitationShare).toMatchObject(
        computeRate(sumCitations(current, 'own.example'), allCitations),
      );
      expect(new Set(list.sources.map(({ domain }) => domain))).toEqual(new Set(expectedDomains));
      for (const source of list.sources) {
        const { domain } = source;
        const cited = current.filter((observation) => countCitations(observation, domain) > 0);
        const listed = current.filter((observation) => lists(observation, domain)).length;
        expect(source).toMatchObject({
          citations: sumCitations(current, domain),
          listed: computeRate(listed, current.length),
          cited: computeRate(cited.length, current.length),
          citedWhenListed: computeRate(cited.length, listed),
          mentioned: computeRate(cited.filter(mentionsOwn).length, cited.length),
          gap: computeRate(
            cited.filter((observation) => !mentionsOwn(observation) && mentionsCompetitor(observation))
              .length,
            cited.length,
          ),
          citationShare: computeRate(sumCitations(current, domain), allCitations),
        });
        expect(source.trend).toMatchObject(
          Array.from({ length: periodDays }, (_, index) => {
            const dayAnswers = current.filter((observation) => observation.day === periodDays + index);
            const dayCitations = sumCitations(dayAnswers);
            const domainCitations = sumCitations(dayAnswers, domain);
            return dayCitations === 0
              ? null
              : {
                  numerator: domainCitations,
                  denominator: dayCitations,
                  value: expect.closeTo(domainCitations / dayCitations, 9),
                };
          }),
        );
      }
      const byType = list.byType.map(({ type, domains: count, citationShare }) => [
        type,
        count,
        citationShare.numerator,
      ]);
      const domainsByType = {
        own: ['own.example'],
        competitor: ['rival.example'],
        other: ['news.example', 'forum.example'],
      };
      const expected = Object.entries(domainsByType).flatMap(([type, typeDomains]) => {
        const listed = typeDomains.filter((domain) => expectedDomains.includes(domain));
        return listed.length === 0
          ? []
          : [[type, listed.length, listed.reduce((sum, domain) => sum + sumCitations(current, domain), 0)]];
      });
      expect(new Set(byType.map(String))).toEqual(new Set(expected.map(String)));
      for (const { engine, domain, cited, mentioned } of list.flow ?? []) {
        const citing = current.filter(
          (observation) => observation.engine === engine && countCitations(observation, domain ?? '') > 0,
        );
        expect([cited, mentioned]).toEqual([citing.length, citing.filter(mentionsOwn).length]);
      }
    }),
    { numRuns: 12 },
  );
});

function sumCitations(observations: readonly Observation[], domain?: string): number {
  return observations.reduce((sum, observation) => sum + countCitations(observation, domain), 0);
}

const base = { day: 6, prompt: 0, engine: 'chat', country: 'US', status: 'answered' } as const;
const createSource = (domain: string, citations = 1) => ({ domain, citations });
const observations: Observation[] = [
  {
    ...base,
    ranks: [1, null, null],
    sources: [createSource('news.example', 2), createSource('own.example')],
  },
  {
    ...base,
    ranks: [null, 1, null],
    sources: [createSource('news.example'), createSource('rival.example', 4)],
  },
  { ...base, prompt: 1, engine: 'gen', ranks: [null, null, 1], sources: [createSource('forum.example')] },
  {
    ...base,
    prompt: 2,
    country: 'JP',
    ranks: [null, null, null],
    sources: [createSource('forum.example', 0)],
  },
];

test('gaps exclude domains of tracked brands, start with the largest, and exist only for the project’s own brand', async () => {
  const { context, projectId } = await createProjectWithObservations(db, [
    ...observations,
    ...observations.slice(2),
  ]);
  const { gaps } = await getSources(context, buildFilters(projectId));
  expect(gaps?.sources.map(({ domain, gap }) => [domain, gap?.numerator])).toEqual([
    ['forum.example', 2],
    ['news.example', 1],
  ]);
  const other = await getSources(context, buildFilters(projectId, { brandId: brandIds[1] ?? null }));
  expect([other.gaps, other.flow, other.sources[0]?.gap]).toEqual([null, null, null]);
});

test('filters the list by type, orders it and returns one page', async () => {
  const { context, projectId } = await createProjectWithObservations(db, observations);
  const filters = buildFilters(projectId);
  const listDomains = async (input: Parameters<typeof getSources>[2]) =>
    (await getSources(context, filters, input)).sources.map(({ domain }) => domain);
  expect(await listDomains({ order: 'citations' })).toEqual([
    'rival.example',
    'news.example',
    'forum.example',
    'own.example',
  ]);
  expect((await listDomains({ order: 'listed' })).slice(0, 2).sort()).toEqual([
    'forum.example',
    'news.example',
  ]);
  expect(await listDomains({ type: 'own' })).toEqual(['own.example']);
  expect(await listDomains({ size: 3, page: 2 })).toEqual(['own.example']);
  expect(await getSources(context, filters, { size: 3, page: 99 })).toMatchObject({
    page: 2,
    pageCount: 2,
    matchingCount: 4,
  });
});

test('uses a type assigned to a domain until it is removed, keeps the type `own`, and rejects invalid types', async () => {
  const { context, projectId } = await createProjectWithObservations(db, observations);
  const editor: Context = { ...context, actor: { kind: 'operator' } };
  const getType = async (domain: string) =>
    (await getSources(context, buildFilters(projectId))).sources.find((source) => source.domain === domain)
      ?.type;
  const assignType = (domain: string, type: AssignableType | null) =>
    setDomainType(editor, { projectId, domain, type });
  await assignType('forum.example', 'news');
  await assignType('forum.example', 'forum');
  expect(await getType('forum.example')).toBe('forum');
  expect((await getDomain(context, buildFilters(projectId), { domain: 'forum.example' }))?.source.type).toBe(
    'forum',
  );
  await assignType('forum.example', null);
  expect(await getType('forum.example')).toBe('other');
  await assignType('own.example', 'shop');
  expect(await getType('own.example')).toBe('own');
  await expect(assignType('forum.example', 'own' as never)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(assignType('https://forum.example/x', 'news')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(
    setDomainType(context, { projectId, domain: 'a.example', type: 'news' }),
  ).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  const other = await createObservedProject(db);
  const otherEditor: Context = { ...other.context, actor: { kind: 'operator' } };
  await expect(
    setDomainType(otherEditor, { projectId: randomUUID(), domain: 'a.example', type: 'news' }),
  ).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('returns the engines, prompts and pages of a domain that match the filters', async () => {
  const { context, projectId, filters } = await createProjectWithObservations(db, observations);
  await storeAnswers(db, { organizationId: context.organizationId, projectId }, observations);
  const detail = await getDomain(context, buildFilters(projectId), { domain: 'forum.example' });
  expect(detail?.byEngine.map(({ engine, cited }) => [engine, cited.numerator, cited.denominator])).toEqual([
    ['gen', 1, 1],
    ['chat', 0, 3],
  ]);
  expect([detail?.listed, detail?.citedWhenListed, detail?.gap]).toMatchObject([
    computeRate(2, 4),
    computeRate(1, 2),
    computeRate(1, 1),
  ]);
  expect(detail?.prompts).toMatchObject([
    { promptId: prompts[1]?.id, prompt: prompts[1]?.text, cited: computeRate(1, 1) },
  ]);
  expect(detail?.pages).toEqual({
    pages: [{ url: 'https://forum.example/page', label: 'forum.example', listed: 2, cited: 1, citations: 1 }],
    pageCount: 1,
    listingCount: 2,
    isTruncated: false,
  });
  expect(detail?.days).toEqual(listDays(filters.from, filters.to));
  const onlyJapan = await getDomain(context, buildFilters(projectId, { countries: ['JP'] }), {
    domain: 'forum.example',
  });
  expect(onlyJapan?.pages).toMatchObject({ listingCount: 1, pages: [{ cited: 0 }] });
  expect(await getDomain(context, buildFilters(projectId), { domain: 'unlisted.example' })).toBe(null);
});

test('finds recent domains of the project by a part of their name, the most listed first', async () => {
  const { context, projectId } = await createProjectWithObservations(db, observations);
  const other = await createProjectWithObservations(db, []);
  const clock = { now: () => new Date(`${addDays(firstDay, 10)}T00:00:00Z`) };
  const search = (text: string, searchContext: Context = { ...context, clock }) =>
    searchDomains(searchContext, { projectId, search: text });
  const counts = Map.groupBy(
    observations.filter(({ status }) => status === 'answered').flatMap(({ sources }) => sources),
    ({ domain }) => domain,
  );
  const byCount = [...counts]
    .toSorted(([a, listedA], [b, listedB]) => listedB.length - listedA.length || (a < b ? -1 : 1))
    .map(([domain]) => domain);
  expect(await search('.EXAMPLE ')).toEqual(byCount);
  expect(byCount.length).toBeGreaterThan(1);
  expect(await search('forum')).toEqual(['forum.example']);
  for (const text of ['%', '_', '', 'two words', '\0']) expect(await search(text), text).toEqual([]);
  expect(await search('forum', { ...other.context, clock })).toEqual([]);
  const later = { now: () => new Date(`${addDays(firstDay, 200)}T00:00:00Z`) };
  expect(await search('forum', { ...context, clock: later })).toEqual([]);
});
