import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { normalizeQuery } from '#lib/core/text';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { openDatabase } from '#lib/db/client';
import {
  buildFilters,
  isIn,
  observationsArbitrary,
  storeObservationRollups,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  createObservedProject,
  engines,
  type Observation,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const searches = ['Best boots', 'best  BOOTS', 'ÜBER boots', '100% wool', ' '];
/** Only one of the two engines tells its searches. */
const observed = observationsArbitrary.chain((observations) =>
  fc.tuple(
    ...observations.map((one) =>
      fc.subarray(searches).map((made) => ({ ...one, searches: one.engine === 'chat' ? made : [] })),
    ),
  ),
);

const madeBy = ({ searches: made = [] }: Observation) =>
  new Set(made.map(normalizeQuery).filter((query) => query !== ''));

async function storeObservations(observations: readonly Observation[]) {
  const { context, projectId } = await createObservedProject(db);
  await storeObservationRollups(db, { organizationId: context.organizationId, projectId }, observations);
  return { context, filters: buildFilters(projectId) };
}

test('counts the answers of each search query and those that mention the own brand', async () => {
  await fc.assert(
    fc.asyncProperty(observed, async (observations) => {
      const { context, filters } = await storeObservations(observations);
      const now = observations.filter(isIn('now'));
      const known = [...new Set(now.flatMap((one) => [...madeBy(one)]))];
      const facts = await getFanOut(context, filters);
      expect(facts.queryCount).toBe(known.length);
      expect(new Set(facts.queries.map(({ query }) => query))).toEqual(new Set(known));
      for (const {
        query,
        answers,
        mentioned,
        promptCount: behind,
        countryCount,
        engines: by,
      } of facts.queries) {
        const made = now.filter((one) => madeBy(one).has(query));
        const then = made.filter(({ ranks }) => ranks[0] !== null);
        expect(answers).toBe(made.length);
        expect(mentioned).toEqual(computeRate(then.length, made.length));
        expect(behind).toBe(new Set(made.map(({ prompt }) => prompt)).size);
        expect(countryCount).toBe(new Set(made.map(({ country }) => country)).size);
        expect(by).toEqual(['chat']);
      }
      expect(facts.queries.map(({ answers }) => answers)).toEqual(
        facts.queries.map(({ answers }) => answers).sort((a, b) => b - a),
      );
      for (const engine of engines) {
        const answers = now.filter((one) => one.engine === engine);
        const engineRow = facts.engines.find((one) => one.engine === engine);
        const fanned = answers.filter((one) => madeBy(one).size > 0).length;
        expect(engineRow?.withSearchQueries).toEqual(
          answers.length > 0 ? computeRate(fanned, answers.length) : undefined,
        );
      }
    }),
    { numRuns: 30 },
  );
}, 60_000);

test('lists the search queries of each prompt, the most frequent first, with their number', async () => {
  const observations = fc.sample(observed, { numRuns: 20, seed: 5 }).flat();
  const { context, filters } = await storeObservations(observations);
  const now = observations.filter(isIn('now'));
  const tree = await listFanOutPrompts(context, filters, { prompts: 4, queries: 2 });
  expect(tree).toHaveLength(4);
  const weights = tree.map(({ prompt, queries, queryCount }) => {
    const own = now.filter((one) => prompts[one.prompt]?.text === prompt);
    expect(queryCount).toBe(new Set(own.flatMap((one) => [...madeBy(one)])).size);
    expect(queries).toHaveLength(2);
    for (const { query, answers, mentioned } of queries) {
      const made = own.filter((one) => madeBy(one).has(query));
      expect(answers).toBe(made.length);
      expect(mentioned.numerator).toBe(made.filter(({ ranks }) => ranks[0] !== null).length);
    }
    return own.reduce((sum, one) => sum + madeBy(one).size, 0);
  });
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test('filters search queries by text, ignoring case and without wildcards', async () => {
  const { context, filters } = await storeObservations(fc.sample(observed, { numRuns: 10, seed: 9 }).flat());
  const found = async (words: string) =>
    (await getFanOut(context, filters, { words })).queries.map(({ query }) => query).sort();
  expect(await found('BOOTS')).toEqual(['best boots', 'über boots']);
  expect(await found('0%')).toEqual(['100% wool']);
  expect(await found('%')).toEqual(['100% wool']);
  expect(await found('_')).toEqual([]);
  expect((await getFanOut(context, filters, { limit: 1 })).queries).toHaveLength(1);
});

test('returns nothing to another organization', async () => {
  const { filters } = await storeObservations(fc.sample(observed, { numRuns: 3, seed: 2 }).flat());
  const other = await createObservedProject(db);
  expect(await getFanOut(other.context, filters)).toEqual({ queries: [], queryCount: 0, engines: [] });
  expect(await listFanOutPrompts(other.context, filters)).toEqual([]);
});
