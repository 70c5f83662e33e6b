import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeQuery } from '#lib/core/text';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import {
  createProjectWithObservations,
  isAnsweredIn,
  observationsArbitrary,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  createObservedProject,
  engines,
  type Observation,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

const queryTexts = ['Best boots', 'best  BOOTS', 'ÜBER boots', '100% wool', ' '];
/** Observations with search queries, which only one of the two engines reports. */
const observationsWithQueries = observationsArbitrary.chain((observations) =>
  fc.tuple(
    ...observations.map((observation) =>
      fc
        .subarray(queryTexts)
        .map((queries) => ({ ...observation, searchQueries: observation.engine === 'chat' ? queries : [] })),
    ),
  ),
);

const getQueries = ({ searchQueries = [] }: Observation) =>
  new Set(searchQueries.map(normalizeQuery).filter((query) => query !== ''));

const toCounts = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  value: numerator / denominator,
});

test('counts the answers of each search query and those that mention the project’s own brand', async () => {
  await fc.assert(
    fc.asyncProperty(observationsWithQueries, async (observations) => {
      const { context, filters } = await createProjectWithObservations(db, observations);
      const current = observations.filter(isAnsweredIn('current'));
      const expectedQueries = [...new Set(current.flatMap((observation) => [...getQueries(observation)]))];
      const fanOut = await getFanOut(context, filters);
      expect(fanOut.queryCount).toBe(expectedQueries.length);
      expect(new Set(fanOut.queries.map(({ query }) => query))).toEqual(new Set(expectedQueries));
      for (const {
        query,
        answers,
        mentioned,
        promptCount,
        countryCount,
        engines: queryEngines,
      } of fanOut.queries) {
        const withQuery = current.filter((observation) => getQueries(observation).has(query));
        const mentioning = withQuery.filter(({ ranks }) => ranks[0] !== null);
        expect(answers).toBe(withQuery.length);
        expect(mentioned).toMatchObject(toCounts(mentioning.length, withQuery.length));
        expect(promptCount).toBe(new Set(withQuery.map(({ prompt }) => prompt)).size);
        expect(countryCount).toBe(new Set(withQuery.map(({ country }) => country)).size);
        expect(queryEngines).toEqual(['chat']);
      }
      expect(fanOut.queries.map(({ answers }) => answers)).toEqual(
        fanOut.queries.map(({ answers }) => answers).sort((a, b) => b - a),
      );
      for (const engine of engines) {
        const answers = current.filter((observation) => observation.engine === engine);
        const engineRow = fanOut.engines.find((row) => row.engine === engine);
        const withQueries = answers.filter((observation) => getQueries(observation).size > 0).length;
        if (answers.length === 0) expect(engineRow).toBe(undefined);
        else expect(engineRow?.withSearchQueries).toMatchObject(toCounts(withQueries, answers.length));
      }
    }),
    { numRuns: 30 },
  );
});

test('lists prompts by how often they led to search queries, each with its queries and their total count', async () => {
  const observations = fc.sample(observationsWithQueries, { numRuns: 20, seed: 5 }).flat();
  const { context, filters } = await createProjectWithObservations(db, observations);
  const current = observations.filter(isAnsweredIn('current'));
  const fanOutPrompts = await listFanOutPrompts(context, filters, { prompts: 4, queries: 2 });
  expect(fanOutPrompts).toHaveLength(4);
  const weights = fanOutPrompts.map(({ prompt, queries, queryCount }) => {
    const promptAnswers = current.filter((observation) => prompts[observation.prompt]?.text === prompt);
    expect(queryCount).toBe(
      new Set(promptAnswers.flatMap((observation) => [...getQueries(observation)])).size,
    );
    expect(queries).toHaveLength(2);
    for (const { query, answers, mentioned } of queries) {
      const withQuery = promptAnswers.filter((observation) => getQueries(observation).has(query));
      expect(answers).toBe(withQuery.length);
      expect(mentioned.numerator).toBe(withQuery.filter(({ ranks }) => ranks[0] !== null).length);
    }
    return promptAnswers.reduce((sum, observation) => sum + getQueries(observation).size, 0);
  });
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test('filters search queries by text, ignoring case and without wildcards', async () => {
  const { context, filters } = await createProjectWithObservations(
    db,
    fc.sample(observationsWithQueries, { numRuns: 10, seed: 9 }).flat(),
  );
  const listQueries = async (search: string) =>
    (await getFanOut(context, filters, { search })).queries.map(({ query }) => query).sort();
  expect(await listQueries('BOOTS')).toEqual(['best boots', 'über boots']);
  expect(await listQueries('0%')).toEqual(['100% wool']);
  expect(await listQueries('%')).toEqual(['100% wool']);
  expect(await listQueries('_')).toEqual([]);
  expect((await getFanOut(context, filters, { limit: 1 })).queries).toHaveLength(1);
});

test('a page has the queries after those of the page before, and a page past the end is the last one', async () => {
  const { context, filters } = await createProjectWithObservations(
    db,
    fc.sample(observationsWithQueries, { numRuns: 10, seed: 9 }).flat(),
  );
  const all = (await getFanOut(context, filters)).queries;
  expect(all.length).toBeGreaterThan(2);
  const readPage = async (page: number) => (await getFanOut(context, filters, { limit: 2, page })).queries;
  const pageCount = Math.ceil(all.length / 2);
  for (let page = 1; page <= pageCount; page += 1) {
    expect(await readPage(page)).toEqual(all.slice(2 * page - 2, 2 * page));
  }
  expect(await readPage(pageCount + 5)).toEqual(await readPage(pageCount));
});

test('returns nothing to another organization', async () => {
  const { filters } = await createProjectWithObservations(
    db,
    fc.sample(observationsWithQueries, { numRuns: 3, seed: 2 }).flat(),
  );
  const other = await createObservedProject(db);
  expect(await getFanOut(other.context, filters)).toEqual({ queries: [], queryCount: 0, engines: [] });
  expect(await listFanOutPrompts(other.context, filters)).toEqual([]);
});
