import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type AnswerFilters,
  changeAnswerFilters,
  parseAnswerFilters,
} from '#lib/contract/filters/answer-filters';
import { normalizeQuery } from '#lib/core/text';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import type { Context } from '#lib/db/context';
import { getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import {
  buildFilters,
  isAnsweredIn,
  observationsArbitrary,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandDomains,
  brandIds,
  countCitations,
  createObservedProject,
  domains,
  type Observation,
  ownBrandId,
  prompts,
  storeAnswers,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

const queryTexts = ['Best boots', 'bEST   boots', 'ÜBER Boots', '最高の靴', 'ﬁve boots'];
const observationsWithQueries = observationsArbitrary.chain((observations) =>
  fc.tuple(
    ...observations.map((observation) =>
      fc.subarray(queryTexts).map((searchQueries) => ({ ...observation, searchQueries })),
    ),
  ),
);
const ids: string[] = brandIds;
const brand = fc.constantFrom(...ids);
const domain = fc.constantFrom(...domains);
const answerFiltersArbitrary: fc.Arbitrary<AnswerFilters> = fc.record(
  {
    status: fc.constantFrom('answered' as const, 'answered' as const, 'no_answer' as const),
    mentioned: brand,
    unmentioned: brand,
    rankedFirst: brand,
    rank: fc.record({ brandId: brand, rank: fc.integer({ min: 1, max: 10 }) }),
    missingBrand: brand,
    citesBrand: brand,
    cites: domain,
    lists: domain,
    fanout: fc.constantFrom(...queryTexts.map(normalizeQuery)),
    search: fc.constantFrom('brand 0', 'BRAND 2', '100%', 'one_of', 'friends'),
    unbranded: fc.constant(true),
  },
  { requiredKeys: ['status'] },
);

/** Returns the text that `storeAnswers` writes for an observation, with its introduction once instead of six times. */
function buildText({ ranks }: Observation): string {
  const mentions = ranks.flatMap((rank, index) => (rank === null ? [] : [`Brand ${index} is one of them. `]));
  return `Many names come up, and each has its friends. ${mentions.join('')}`;
}

/** Returns whether an observation matches every answer filter. */
function matchesFilters(observation: Observation, answerFilters: AnswerFilters): boolean {
  const getRank = (id: string) => observation.ranks[ids.indexOf(id)] ?? null;
  const checks = [
    observation.status === answerFilters.status,
    !answerFilters.mentioned || getRank(answerFilters.mentioned) !== null,
    !answerFilters.unmentioned || getRank(answerFilters.unmentioned) === null,
    !answerFilters.rankedFirst || getRank(answerFilters.rankedFirst) === 1,
    !answerFilters.rank || Math.min(getRank(answerFilters.rank.brandId) ?? 0, 10) === answerFilters.rank.rank,
    !answerFilters.missingBrand ||
      (getRank(answerFilters.missingBrand) === null && observation.ranks.some((rank) => rank !== null)),
    !answerFilters.citesBrand ||
      countCitations(observation, brandDomains[ids.indexOf(answerFilters.citesBrand)] ?? []) > 0,
    !answerFilters.cites || countCitations(observation, [answerFilters.cites]) > 0,
    !answerFilters.lists || observation.sources.some((source) => source.domain === answerFilters.lists),
    !answerFilters.fanout ||
      (observation.searchQueries ?? []).some((query) => normalizeQuery(query) === answerFilters.fanout),
    !answerFilters.search ||
      buildText(observation).toLowerCase().includes(answerFilters.search.toLowerCase()),
    !answerFilters.unbranded || !prompts[observation.prompt]?.isBranded,
  ];
  return checks.every(Boolean);
}

async function storeObservations(observations: readonly Observation[]) {
  const { context, projectId } = await createObservedProject(db);
  const scope = { organizationId: context.organizationId, projectId };
  await storeAnswers(db, scope, observations);
  await storeObservationRollups(db, scope, observations);
  return { context, projectId };
}

async function listAllAnswers(context: Context, filters: MetricFilters, answerFilters: AnswerFilters) {
  const found: { prompt: string; engine: string; country: string; requestedAt: Date; id: string }[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAnswers>> = await listAnswers(context, filters, {
      limit: 7,
      before,
      answerFilters,
    });
    found.push(...page.answers);
    before = page.nextCursor;
  } while (before);
  return found;
}

test('lists and counts the answers that match every filter, each once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      observationsWithQueries,
      fc.array(answerFiltersArbitrary, { minLength: 4, maxLength: 4 }),
      async (observations, filterList) => {
        const { context, projectId } = await storeObservations(observations);
        const filters = buildFilters(projectId);
        for (const answerFilters of filterList) {
          const expected = observations.filter(
            (observation) =>
              (isAnsweredIn('current')(observation) ||
                (observation.status !== 'answered' && observation.day >= 5)) &&
              matchesFilters(observation, answerFilters),
          );
          const found = await listAllAnswers(context, filters, answerFilters);
          expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
          expect(found.map(({ requestedAt }) => requestedAt.getTime())).toEqual(
            found.map(({ requestedAt }) => requestedAt.getTime()).sort((a, b) => b - a),
          );
          const toSegmentKey = (segment: { engine: string; country: string }, prompt?: string) =>
            [prompt, segment.engine, segment.country].join(' ');
          expect(found.map((answer) => toSegmentKey(answer, answer.prompt)).sort()).toEqual(
            expected
              .map((observation) => toSegmentKey(observation, prompts[observation.prompt]?.text))
              .sort(),
          );
          expect(await countAnswers(context, filters, answerFilters)).toEqual({
            answers: expected.length,
            isLowerBound: false,
          });
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('counts thousands of answers exactly even if no rollup covers the filter', async () => {
  const missed: Observation = {
    day: 6,
    prompt: 0,
    engine: 'chat',
    country: 'US',
    status: 'answered',
    ranks: [null, 1, null],
    sources: [],
  };
  const { context, projectId } = await storeObservations(Array.from({ length: 2_345 }, () => missed));
  const answerFilters = { status: 'answered' as const, missingBrand: ownBrandId };
  expect(await countAnswers(context, buildFilters(projectId), answerFilters)).toEqual({
    answers: 2_345,
    isLowerBound: false,
  });
});

test('parses a URL to the answer filters it was built from', () => {
  fc.assert(
    fc.property(answerFiltersArbitrary, ({ status, ...answerFilters }) => {
      const url = getAnswersUrl('p', 'days=7&engine=chat', { ...answerFilters, status, country: 'JP' });
      const parameters = new URL(url, 'http://localhost').searchParams;
      expect(parseAnswerFilters(parameters)).toEqual({ status, ...answerFilters });
      expect(Object.fromEntries(parameters)).toMatchObject({ days: '7', engine: 'chat', country: 'JP' });
    }),
  );
});

test.each([
  ['ignores invalid IDs', 'mentioned=x&rank=y:1&gap=1', {}],
  ['ignores a rank of zero', `rank=${ownBrandId}:0`, {}],
  ['ignores ranks above 10', `rank=${ownBrandId}:11`, {}],
  ['ignores an unknown status', 'status=lost', {}],
  ['ignores empty words and a value with a NUL byte', 'words=+&cites=a%00b', {}],
  ['reads only the first of repeated parameters', 'cites=a.example&cites=b.example', { cites: 'a.example' }],
])('%s in a URL', (_, query, expected) => {
  const answerFilters = parseAnswerFilters(new URLSearchParams(query));
  expect(answerFilters).toEqual({ status: 'answered', ...expected });
  expect([...changeAnswerFilters(new URLSearchParams(), answerFilters)]).toEqual(Object.entries(expected));
});

describe('the link of a metric lists as many answers as its numerator', () => {
  const observations = fc.sample(observationsWithQueries, { numRuns: 25, seed: 7 }).flat();
  let context: Context;
  let projectId: string;
  beforeAll(async () => {
    ({ context, projectId } = await storeObservations(observations));
  });

  /** Counts the answers that the page at `url` lists. */
  async function countAnswersAtUrl(url: string) {
    const parameters = new URL(url, 'http://localhost').searchParams;
    const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, parameters, context.clock);
    const answerFilters = parseAnswerFilters(parameters);
    const found = await listAllAnswers(context, filters, answerFilters);
    expect(await countAnswers(context, filters, answerFilters)).toEqual({
      answers: found.length,
      isLowerBound: false,
    });
    return found.length;
  }

  test.each([
    ['no filters', ''],
    ['branded prompts included', '&branded=with'],
    ['branded prompts only', '&branded=only'],
    ['an engine and a topic', '&engine=chat&topic=alpha'],
    ['another selected brand', `&brand=${ids[1]}`],
  ])('with %s', async (_, extraQuery) => {
    const query = `from=2026-03-06&to=2026-03-10${extraQuery}`;
    const filters = parseFilters(
      { id: projectId, timeZone: 'UTC' },
      new URLSearchParams(query),
      context.clock,
    );
    const overview = await getOverview(context, filters);
    const linkContext = { projectId, query };
    const { headline } = overview;
    const own = getMetricUrls(linkContext, headline.brand.id);
    expect(headline.answers).toBeGreaterThan(0);
    expect(await countAnswersAtUrl(getAnswersUrl(projectId, query))).toBe(headline.answers);
    expect(await countAnswersAtUrl(own.visibility)).toBe(headline.visibility.numerator);
    expect(await countAnswersAtUrl(own.shareOfVoice)).toBe(headline.shareOfVoice.numerator);
    expect(await countAnswersAtUrl(own.position)).toBe(headline.position.answers);
    expect(await countAnswersAtUrl(own.firstPlace)).toBe(headline.firstPlace.numerator);
    expect(await countAnswersAtUrl(own.citationRate)).toBe(headline.citationRate.numerator);
    for (const { brand: shownBrand, visibility, shareOfVoice, citationRate } of overview.brandMetrics) {
      const urls = getMetricUrls(linkContext, shownBrand.id);
      expect(await countAnswersAtUrl(urls.visibility)).toBe(visibility.numerator);
      expect(await countAnswersAtUrl(urls.shareOfVoice)).toBe(shareOfVoice.numerator);
      expect(await countAnswersAtUrl(urls.citationRate)).toBe(citationRate.numerator);
    }
    for (const { engine, visibility, answers } of overview.byEngine) {
      const urls = getMetricUrls(linkContext, headline.brand.id, { engine });
      expect(await countAnswersAtUrl(urls.visibility)).toBe(visibility.numerator);
      expect(await countAnswersAtUrl(getAnswersUrl(projectId, query, { engine }))).toBe(answers);
    }
    for (const { country, visibility } of overview.byCountry) {
      expect(
        await countAnswersAtUrl(getMetricUrls(linkContext, headline.brand.id, { country }).visibility),
      ).toBe(visibility.numerator);
    }
    for (const [prompt, { answers, visibility, position, citationRate }] of await getPromptBreakdown(
      context,
      filters,
    )) {
      const urls = getMetricUrls(linkContext, headline.brand.id, { prompt });
      expect(await countAnswersAtUrl(getAnswersUrl(projectId, query, { prompt }))).toBe(answers);
      expect(await countAnswersAtUrl(urls.visibility)).toBe(visibility.numerator);
      expect(await countAnswersAtUrl(urls.position)).toBe(position.answers);
      expect(await countAnswersAtUrl(urls.citationRate)).toBe(citationRate.numerator);
    }
    for (const { domain: site, cited, listed } of overview.topSources.sources) {
      expect(await countAnswersAtUrl(getAnswersUrl(projectId, query, { cites: site }))).toBe(cited.numerator);
      expect(await countAnswersAtUrl(getAnswersUrl(projectId, query, { lists: site }))).toBe(
        listed.numerator,
      );
    }
  });
});

test('returns nothing to another organization', async () => {
  const { projectId } = await storeObservations(
    fc.sample(observationsWithQueries, { numRuns: 1, seed: 3 }).flat(),
  );
  const other = await createObservedProject(db);
  const filters = buildFilters(projectId);
  const answerFilters = { status: 'answered' as const, mentioned: ownBrandId };
  expect(await countAnswers(other.context, filters, answerFilters)).toEqual({
    answers: 0,
    isLowerBound: false,
  });
  await expect(listAnswers(other.context, filters, { answerFilters })).rejects.toThrow('Project not found');
});
