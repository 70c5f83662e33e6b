import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { brandStandings } from '#lib/dashboard/metrics/brand-standings';
import { byPrompt } from '#lib/dashboard/metrics/by-prompt';
import { addDays } from '#lib/dashboard/metrics/days';
import { fanOut } from '#lib/dashboard/metrics/fan-out';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { headline } from '#lib/dashboard/metrics/headline';
import { positionDistribution } from '#lib/dashboard/metrics/position-distribution';
import { sentiment } from '#lib/dashboard/metrics/sentiment';
import { stability } from '#lib/dashboard/metrics/stability';
import { topSources } from '#lib/dashboard/metrics/top-sources';
import { openPool } from '#lib/database/connection';
import { createDatabase } from '../support/database';
import {
  countries,
  engines,
  firstDay,
  ingestMarket,
  type MadeUp,
  names,
  questions,
  sites,
} from './ingested-market';

const database = await createDatabase();
const pool = openPool(database.url, { max: 4 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const dayCount = 12;
const madeUp: fc.Arbitrary<MadeUp> = fc.record({
  day: fc.nat(dayCount - 1),
  prompt: fc.nat(questions.length - 1),
  engine: fc.constantFrom(...engines),
  country: fc.constantFrom(...countries),
  sentences: fc.array(
    fc.record({
      brands: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      tone: fc.constantFrom('praise' as const, 'blame' as const, 'neither' as const),
    }),
    { maxLength: 4 },
  ),
  sources: fc
    .shuffledSubarray([0, 1, 2, 3])
    .chain((some) =>
      fc.tuple(...some.map((site) => fc.record({ site: fc.constant(site), citations: fc.nat(2) }))),
    ),
  searches: fc.array(fc.constantFrom('Best  Kayak', 'best kayak ', 'ＣＨＥＡＰ kayak', ' '), {
    maxLength: 3,
  }),
});

/** The period is days 8 to 11; compared with the days before it, or with days 1 to 3 by name. */
const chosen = fc.record({
  compare: fc.constantFrom('previous' as const, 'custom' as const, 'none' as const),
  brand: fc.constantFrom(null, 1, 2),
  prompts: fc.oneof(fc.constant<number[]>([]), fc.subarray([0, 1, 2])),
  engines: fc.oneof(fc.constant<string[]>([]), fc.subarray<string>([...engines])),
  countries: fc.oneof(fc.constant<string[]>([]), fc.subarray(countries)),
  topics: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>(['alpha'])),
  branded: fc.constantFrom('without' as const, 'with' as const, 'only' as const),
});
const now = { from: 8, to: 11 };
const earlier = { previous: { from: 4, to: 7 }, custom: { from: 1, to: 3 }, none: null };

const counts = (numerator: number, denominator: number) => ({ numerator, denominator });
const sum = <T>(list: readonly T[], amount: (one: T) => number) =>
  list.reduce((all, one) => all + amount(one), 0);
const within = <T>(list: readonly T[], value: T) => list.length === 0 || list.includes(value);
const order = ({ sentences }: MadeUp) => [...new Set(sentences.flatMap(({ brands }) => brands))];
const rank = (answer: MadeUp, brand: number) => order(answer).indexOf(brand) + 1;
const citations = ({ sources }: MadeUp, site: number) =>
  sum(sources, (source) => (source.site === site ? source.citations : 0));
const allCitations = ({ sources }: MadeUp) => sum(sources, (source) => source.citations);
const searched = ({ engine, searches }: MadeUp) =>
  engine === 'office'
    ? [
        ...new Set(searches.map((one) => one.trim().replace(/ +/g, ' ').normalize('NFKC').toLowerCase())),
      ].filter(Boolean)
    : [];
const cell = ({ prompt, engine, country }: MadeUp) => `${prompt} ${engine} ${country}`;

/** The figures of a brand, read off the answers one by one. */
function figuresOf(answers: readonly MadeUp[], brand: number, branded: 'without' | 'with' | 'only') {
  const naming = answers.filter((answer) => rank(answer, brand) > 0);
  const forVoice = answers.filter(({ prompt }) => branded !== 'without' || !questions[prompt]?.branded);
  return {
    visibility: counts(naming.length, answers.length),
    shareOfVoice: counts(
      forVoice.filter((answer) => rank(answer, brand) > 0).length,
      sum(forVoice, (answer) => order(answer).length),
    ),
    firstPlace: counts(naming.filter((answer) => rank(answer, brand) === 1).length, naming.length),
    citationRate: counts(
      brand < 2 ? answers.filter((one) => citations(one, brand) > 0).length : 0,
      answers.length,
    ),
    citationShare: counts(
      brand < 2 ? sum(answers, (one) => citations(one, brand)) : 0,
      sum(answers, allCitations),
    ),
    position: { mean: naming.length === 0 ? null : sum(naming, (one) => rank(one, brand)) / naming.length },
    sentiment: toneOf(answers, brand),
  };
}

function toneOf(answers: readonly MadeUp[], brand: number) {
  const said = answers.flatMap(({ sentences }) => sentences.filter(({ brands }) => brands.includes(brand)));
  const [positive, negative] = ['praise', 'blame'].map(
    (tone) => said.filter((one) => one.tone === tone).length,
  );
  return {
    positive,
    negative,
    neutral: said.filter(({ tone }) => tone === 'neither').length,
    value:
      said.length === 0 ? null : expect.closeTo((100 * ((positive ?? 0) - (negative ?? 0))) / said.length, 9),
    classifier: 'AFINN-165, English',
  };
}

/** 100 × (1 − mean Bray–Curtis distance), straight from its formula: Σ|p − q| ÷ Σ(p + q). */
function steadiness(answers: readonly MadeUp[]): { value: unknown; days: number } {
  const byDay = Map.groupBy(
    answers.filter((answer) => allCitations(answer) > 0),
    ({ day }) => day,
  );
  const shares = [...byDay.keys()]
    .sort((a, b) => a - b)
    .map((day) => {
      const ofDay = byDay.get(day) ?? [];
      return sites.map((_, site) => sum(ofDay, (one) => citations(one, site)) / sum(ofDay, allCitations));
    });
  const distances = shares.slice(1).map((later, index) => {
    const before = shares[index] ?? [];
    return (
      later.reduce((all, share, site) => all + Math.abs(share - (before[site] ?? 0)), 0) /
      later.reduce((all, share, site) => all + share + (before[site] ?? 0), 0)
    );
  });
  const value = distances.length === 0 ? null : 100 * (1 - sum(distances, (one) => one) / distances.length);
  return { value: value === null ? null : expect.closeTo(value, 9), days: shares.length };
}

test('every figure of answers that came in is what reading them one by one gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(madeUp, { maxLength: 120, size: 'max' }), chosen, async (answers, choice) => {
      const { context, projectId, brandIds, promptIds } = await ingestMarket(pool, answers);
      const dayOf = (day: number) => addDays(firstDay, day);
      const before = earlier[choice.compare];
      const filters: MetricFilters = {
        projectId,
        ...{ from: dayOf(now.from), to: dayOf(now.to), compare: choice.compare },
        comparedWith: choice.compare === 'custom' ? { from: dayOf(1), to: dayOf(3) } : null,
        ...{ engines: choice.engines, countries: choice.countries, topics: choice.topics, tags: [] },
        promptIds: choice.prompts.flatMap((prompt) => promptIds[prompt] ?? []),
        brandId: choice.brand === null ? null : (brandIds[choice.brand] ?? null),
        branded: choice.branded,
      };
      const scope = answers.filter(
        ({ prompt, engine, country }) =>
          within(choice.prompts, prompt) &&
          within<string>(choice.engines, engine) &&
          within(choice.countries, country) &&
          within(choice.topics, questions[prompt]?.topic ?? '') &&
          (choice.branded !== 'only' || questions[prompt]?.branded === true),
      );
      const during = (days: { from: number; to: number } | null) =>
        scope.filter(({ day }) => days !== null && day >= days.from && day <= days.to);
      const present = during(now);
      const looked = choice.brand ?? 0;

      const head = await headline(context, filters);
      expect(head.brand.name).toBe(names[looked]);
      expect(head).toMatchObject(figuresOf(present, looked, choice.branded));
      expect(head.answers).toBe(present.length);
      const cellsNow = new Set(present.map(cell));
      const cellsBefore = new Set(during(before).map(cell));
      const paired = {
        now: present.filter((one) => cellsBefore.has(cell(one))),
        before: during(before).filter((one) => cellsNow.has(cell(one))),
      };
      const { change } = head.sentiment;
      expect(change === null).toBe(before === null);
      if (change) {
        expect(change.now).toEqual(toneOf(paired.now, looked).value);
        expect(change.before).toEqual(toneOf(paired.before, looked).value);
        expect([change.answersNow, change.answersBefore]).toEqual(
          [paired.now, paired.before].map((some) => some.filter((one) => rank(one, looked) > 0).length),
        );
        expect(head.visibility.change?.answersBefore).toBe(paired.before.length);
      }

      const standings = await brandStandings(context, filters);
      const sentiments = await sentiment(context, filters);
      const places = await positionDistribution(context, filters);
      for (const [index, id] of brandIds.entries()) {
        expect(standings.find(({ brand }) => brand.id === id)).toMatchObject(
          figuresOf(present, index, choice.branded),
        );
        expect(sentiments.find(({ brand }) => brand.id === id)?.sentiment).toMatchObject(
          toneOf(present, index),
        );
        const own = places.find(({ brand }) => brand.id === id)?.places;
        expect(own).toEqual(
          Array.from({ length: 10 }, (_, at) => present.filter((one) => rank(one, index) === at + 1).length),
        );
      }

      const prompts = await byPrompt(context, filters);
      for (const [index, id] of promptIds.entries()) {
        const ofPrompt = present.filter(({ prompt }) => prompt === index);
        const { visibility, citationRate } = figuresOf(ofPrompt, looked, choice.branded);
        if (ofPrompt.length === 0) expect(prompts.has(id)).toBe(false);
        else expect(prompts.get(id)).toMatchObject({ answers: ofPrompt.length, visibility, citationRate });
      }

      const { sources } = await topSources(context, filters);
      for (const [site, domain] of sites.entries()) {
        const citing = present.filter((one) => citations(one, site) > 0);
        const naming = citing.filter((one) => rank(one, 0) > 0);
        const gap = citing.filter((one) => rank(one, 0) === 0 && order(one).length > 0);
        const listing = present.filter((one) => one.sources.some((source) => source.site === site));
        const found = sources.find((source) => source.domain === domain);
        if (listing.length === 0) expect(found).toBe(undefined);
        else {
          expect(found).toMatchObject({
            listed: counts(listing.length, present.length),
            cited: counts(citing.length, present.length),
            ...(choice.brand === null && {
              named: counts(naming.length, citing.length),
              gap: counts(gap.length, citing.length),
            }),
          });
        }
      }

      const fan = await fanOut(context, filters);
      const queries = new Set(present.flatMap(searched));
      expect(new Set(fan.queries.map(({ query }) => query))).toEqual(queries);
      for (const { query, asked, named } of fan.queries) {
        const searching = present.filter((one) => searched(one).includes(query));
        expect(asked).toBe(searching.length);
        expect(named).toMatchObject(
          counts(searching.filter((one) => rank(one, 0) > 0).length, searching.length),
        );
      }
      for (const { engine, fanned } of fan.engines) {
        const ofEngine = present.filter((one) => one.engine === engine);
        const fanning = ofEngine.filter((one) => searched(one).length > 0);
        expect(fanned).toMatchObject(counts(fanning.length, ofEngine.length));
      }

      const steady = await stability(context, filters);
      expect(steady.overall).toEqual(steadiness(present));
      for (const { engine, ...one } of steady.byEngine) {
        expect(one).toEqual(steadiness(present.filter((answer) => answer.engine === engine)));
      }
    }),
    { numRuns: 15 },
  );
});
