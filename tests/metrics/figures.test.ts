import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { addDays, listDays } from '#lib/dashboard/metrics/days';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { overview } from '#lib/dashboard/metrics/overview';
import { openPool } from '#lib/database/connection';
import { createDatabase } from '../support/database';
import {
  brandIds,
  citationsOf,
  countries,
  createMarket,
  dayCount,
  domains,
  domainsOfBrand,
  engines,
  firstDay,
  type Observation,
  prompts,
  storeRollups,
} from './observations';

const database = await createDatabase();
const pool = openPool(database.url, { max: 2 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const observation: fc.Arbitrary<Observation> = fc.record({
  day: fc.integer({ min: 0, max: dayCount - 1 }),
  prompt: fc.integer({ min: 0, max: prompts.length - 1 }),
  engine: fc.constantFrom(...engines),
  country: fc.constantFrom(...countries),
  status: fc.constantFrom(
    'answered' as const,
    'answered' as const,
    'answered' as const,
    'no-answer' as const,
    'unreadable' as const,
  ),
  ranks: fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 3, maxLength: 3 }),
  sources: fc
    .subarray(domains)
    .chain((some) =>
      fc.tuple(...some.map((domain) => fc.record({ domain: fc.constant(domain), citations: fc.nat(3) }))),
    ),
});

const choices = fc.record({
  compare: fc.constantFrom('previous' as const, 'previous' as const, 'none' as const),
  engines: fc.oneof(fc.constant<string[]>([]), fc.subarray(engines)),
  countries: fc.oneof(fc.constant<string[]>([]), fc.subarray(countries)),
  topics: fc.oneof(fc.constant<string[]>([]), fc.subarray(['alpha', 'beta', 'nowhere'])),
  tags: fc.oneof(fc.constant<string[]>([]), fc.subarray(['even', 'all'])),
  branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
});

const half = dayCount / 2;
const includes = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);

/** Whether the filters speak of an observation, on any day. */
function inScope(filters: MetricFilters, { prompt: index, engine, country }: Observation): boolean {
  const prompt = prompts[index];
  if (!prompt) return false;
  return (
    includes(filters.engines, engine) &&
    includes(filters.countries, country) &&
    includes(filters.topics, prompt.topic) &&
    (filters.tags.length === 0 || prompt.tags.some((tag) => filters.tags.includes(tag))) &&
    (filters.branded !== 'only' || prompt.branded)
  );
}

const cellOf = ({ prompt, engine, country }: Observation) => `${prompt} ${engine} ${country}`;
const mentions = (brand: number) => (answer: Observation) => (answer.ranks[brand] ?? null) !== null;
const cites = (brand: number) => (answer: Observation) =>
  citationsOf(answer, domainsOfBrand[brand] ?? []) > 0;
const sumOf = (answers: readonly Observation[], amount: (answer: Observation) => number) =>
  answers.reduce((total, answer) => total + amount(answer), 0);
const mentionsOfAll = (answers: readonly Observation[]) =>
  sumOf(answers, ({ ranks }) => ranks.filter((rank) => rank !== null).length);
const counts = (numerator: number, denominator: number) => ({ numerator, denominator });
/** A brand without a domain has no address that could be cited: nothing to measure. */
const citable = (brand: number) => (domainsOfBrand[brand] ?? []).length > 0;
const unmeasured = { ...counts(0, 0), value: null };

/** The figures of a brand, counted answer by answer. */
function slowFigures(answers: readonly Observation[], filters: MetricFilters, brand: number) {
  const mentioned = answers.filter(mentions(brand));
  const forVoice = answers.filter(
    ({ prompt }) => filters.branded !== 'without' || prompts[prompt]?.branded === false,
  );
  return {
    visibility: counts(mentioned.length, answers.length),
    shareOfVoice: counts(forVoice.filter(mentions(brand)).length, mentionsOfAll(forVoice)),
    position: {
      answers: mentioned.length,
      mean:
        mentioned.length === 0 ? null : sumOf(mentioned, ({ ranks }) => ranks[brand] ?? 0) / mentioned.length,
    },
    citationRate: citable(brand) ? counts(answers.filter(cites(brand)).length, answers.length) : unmeasured,
  };
}

/** Those that only headlines and standings have. */
function slowRest(answers: readonly Observation[], brand: number) {
  const mentioned = answers.filter(mentions(brand));
  return {
    firstPlace: counts(mentioned.filter(({ ranks }) => ranks[brand] === 1).length, mentioned.length),
    citationShare: citable(brand)
      ? counts(
          sumOf(answers, (answer) => citationsOf(answer, domainsOfBrand[brand] ?? [])),
          sumOf(answers, (answer) => citationsOf(answer, domains)),
        )
      : unmeasured,
  };
}

test('every figure of the overview is what counting the answers one by one gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(observation, { maxLength: 220, size: 'max' }),
      choices,
      async (observations, chosen) => {
        const { context, projectId } = await createMarket(pool);
        await storeRollups(pool, { organizationId: context.organizationId, projectId }, observations);
        const from = addDays(firstDay, half);
        const to = addDays(firstDay, dayCount - 1);
        const filters: MetricFilters = {
          ...{ projectId, from, to, comparedWith: null, promptIds: [], brandId: null },
          ...chosen,
        };
        const figures = await overview(context, filters);

        const scope = observations.filter((one) => inScope(filters, one));
        const now = scope.filter(({ day }) => day >= half);
        const answers = now.filter(({ status }) => status === 'answered');
        const earlier = scope.filter(({ day, status }) => day < half && status === 'answered');
        const cellsNow = new Set(answers.map(cellOf));
        const cellsBefore = new Set(earlier.map(cellOf));
        const pairedNow = answers.filter((answer) => cellsBefore.has(cellOf(answer)));
        const pairedBefore = earlier.filter((answer) => cellsNow.has(cellOf(answer)));
        const asked = (some: readonly Observation[]) =>
          some.filter(({ status }) => status !== 'unreadable').length;

        expect(figures.headline).toMatchObject({
          answers: answers.length,
          answersBefore: chosen.compare === 'none' ? null : earlier.length,
          ...slowFigures(answers, filters, 0),
          ...slowRest(answers, 0),
          triggerRate: counts(answers.length, asked(now)),
        });
        const { change } = figures.headline.visibility;
        if (chosen.compare === 'none') expect(change).toBe(null);
        else {
          expect(change).toMatchObject({
            before:
              pairedBefore.length === 0
                ? null
                : pairedBefore.filter(mentions(0)).length / pairedBefore.length,
            now: pairedNow.length === 0 ? null : pairedNow.filter(mentions(0)).length / pairedNow.length,
            cells: new Set(pairedNow.map(cellOf)).size,
            answersBefore: pairedBefore.length,
            answersNow: pairedNow.length,
          });
        }

        for (const [rows, keyOf] of [
          [
            figures.byEngine.map(({ engine, ...slice }) => ({ key: engine, slice })),
            (one: Observation) => one.engine,
          ],
          [
            figures.byCountry.map(({ country, ...slice }) => ({ key: country, slice })),
            (one: Observation) => one.country,
          ],
        ] as const) {
          expect(new Set(rows.map(({ key }) => key))).toEqual(
            new Set(now.filter(({ status }) => status !== 'unreadable').map(keyOf)),
          );
          for (const { key, slice } of rows) {
            const part = answers.filter((answer) => keyOf(answer) === key);
            expect(slice).toMatchObject({ answers: part.length, ...slowFigures(part, filters, 0) });
          }
        }

        expect(figures.brandStandings).toHaveLength(brandIds.length);
        for (const [index, brandId] of brandIds.entries()) {
          const standing = figures.brandStandings.find(({ brand }) => brand.id === brandId);
          expect(standing).toMatchObject({
            ...slowFigures(answers, filters, index),
            ...slowRest(answers, index),
          });
          if (chosen.compare === 'none') continue;
          const { visibility, citationRate } = standing ?? {};
          expect(visibility?.change?.before).toBe(
            pairedBefore.length === 0
              ? null
              : pairedBefore.filter(mentions(index)).length / pairedBefore.length,
          );
          expect(citationRate?.change?.now).toBe(
            pairedNow.length === 0 || !citable(index)
              ? null
              : pairedNow.filter(cites(index)).length / pairedNow.length,
          );
        }

        const days = listDays(from, to);
        expect(figures.visibilityOverTime.days).toEqual(days);
        for (const [index, brandId] of brandIds.entries()) {
          const seen = figures.visibilityOverTime.series.find(({ brand }) => brand.id === brandId);
          const voice = figures.shareOfVoiceOverTime.series.find(({ brand }) => brand.id === brandId);
          for (const [at] of days.entries()) {
            const ofDay = answers.filter(({ day }) => day === half + at);
            const slow = slowFigures(ofDay, filters, index);
            expect(seen?.points[at] ?? null).toEqual(
              ofDay.length === 0 ? null : expect.objectContaining(slow.visibility),
            );
            expect(voice?.points[at] ?? null).toEqual(
              slow.shareOfVoice.denominator === 0 ? null : expect.objectContaining(slow.shareOfVoice),
            );
            const dayBefore = earlier.filter(({ day }) => day === at);
            const expected =
              index > 0 || chosen.compare === 'none' || dayBefore.length === 0
                ? null
                : expect.objectContaining(slowFigures(dayBefore, filters, 0).visibility);
            expect(seen?.previous?.[at] ?? null).toEqual(expected);
          }
        }

        const listed = domains.flatMap((domain) => {
          const listing = answers.filter(({ sources }) => sources.some((source) => source.domain === domain));
          const citing = listing.filter((answer) => citationsOf(answer, [domain]) > 0);
          const citations = sumOf(answers, (answer) => citationsOf(answer, [domain]));
          if (listing.length === 0) return [];
          return [
            {
              domain,
              citations,
              citationShare: counts(
                citations,
                sumOf(answers, (answer) => citationsOf(answer, domains)),
              ),
              listed: counts(listing.length, answers.length),
              cited: counts(citing.length, answers.length),
              conversion: counts(citing.length, listing.length),
            },
          ];
        });
        expect(figures.topSources).toMatchObject({ total: listed.length, answers: answers.length });
        expect(figures.topSources.sources).toHaveLength(listed.length);
        for (const expected of listed) {
          expect(figures.topSources.sources.find(({ domain }) => domain === expected.domain)).toMatchObject(
            expected,
          );
        }
        const order = figures.topSources.sources.map(({ citations }) => citations);
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      },
    ),
    { numRuns: 40 },
  );
});
