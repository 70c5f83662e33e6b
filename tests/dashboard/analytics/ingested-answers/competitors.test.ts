import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { countItemsByStatus } from '#lib/dashboard/analytics/answers/observations';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import {
  benjaminiHochberg,
  newcombeInterval,
  twoProportionPValue,
} from '#lib/dashboard/analytics/statistics/uncertainty';
import {
  current,
  filterChoiceArbitrary,
  type GeneratedAnswer,
  historyArbitrary,
  previousPeriods,
  prompts,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import {
  countBrandCitations,
  countMentions,
  getRank,
  isBranded,
  isMentioned,
  isWithinPeriod,
  listSearchQueries,
} from '#tests/dashboard/analytics/support/reference-answers';
import { buildScope, type Scope, sumBy } from '#tests/dashboard/analytics/support/reference-metrics';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

type IsPresent = (one: GeneratedAnswer, brand: number) => boolean;

/** Finds the prompts for which some engine has answers with a competitor and none with the brand. */
function computeGaps({ now, definition, chosen }: Scope, isPresent: IsPresent) {
  const competitors = [...definition.brands.keys()].filter((brand) => brand !== chosen.brand);
  const presence = (answers: readonly GeneratedAnswer[]) => {
    if (answers.some((one) => isPresent(one, chosen.brand))) return 'present';
    return answers.some((one) => competitors.some((competitor) => isPresent(one, competitor)))
      ? 'gap'
      : 'none';
  };
  const promptRows = [...Map.groupBy(now, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const byEngine = [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, own]) => ({
      engine,
      answers: own,
      presence: presence(own),
    }));
    const gapAnswers = byEngine.flatMap((one) => (one.presence === 'gap' ? one.answers : []));
    return {
      prompt: prompts[prompt]?.text,
      answers: answers.length,
      everywhere: presence(answers) === 'gap',
      engines: byEngine.map((one) => `${one.engine} ${one.answers.length} ${one.presence}`).sort(),
      competitors: competitors
        .flatMap((competitor) => {
          const count = gapAnswers.filter((one) => isPresent(one, competitor)).length;
          return count === 0 ? [] : [`${definition.brands[competitor]?.name} ${count}`];
        })
        .sort(),
    };
  });
  const gaps = promptRows.filter(({ engines }) => engines.some((one) => one.endsWith('gap')));
  return {
    promptCount: promptRows.length,
    everywhere: gaps.filter(({ everywhere }) => everywhere).length,
    prompts: new Map(gaps.map((gap) => [gap.prompt, gap])),
  };
}

function summarizeGaps({
  promptCount,
  everywhereCount,
  prompts: found,
}: Awaited<ReturnType<typeof getCompetitors>>['mentionGaps']) {
  return {
    promptCount,
    everywhere: everywhereCount,
    prompts: new Map(
      found.map((gap) => [
        gap.prompt,
        {
          prompt: gap.prompt,
          answers: gap.answers,
          everywhere: gap.isEverywhere,
          engines: gap.engines.map((one) => `${one.engine} ${one.answers} ${one.presence}`).sort(),
          competitors: gap.competitors.map(({ brand, answers }) => `${brand.name} ${answers}`).sort(),
        },
      ]),
    ),
  };
}

/** Computes for each prompt which of the two brands is mentioned, and which leads beyond noise. */
function computeHeadToHead({ now, definition, chosen }: Scope, competitor: number) {
  const rows = [...Map.groupBy(now, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const countMentioning = (brand: number) => ({
      numerator: answers.filter((one) => isMentioned(definition, one, brand)).length,
      denominator: answers.length,
    });
    return { prompt, shares: { now: countMentioning(chosen.brand), before: countMentioning(competitor) } };
  });
  const judged = rows.filter(({ shares }) => shares.now.denominator >= 20);
  const rejected = benjaminiHochberg(judged.map(({ shares }) => twoProportionPValue(shares)));
  return rows.map((row) => {
    const { now: ownCounts, before: competitorCounts } = row.shares;
    const interval = rejected[judged.indexOf(row)] ? newcombeInterval(row.shares) : null;
    const lead = (interval?.low ?? 0) > 0 ? 'ahead' : (interval?.high ?? 0) < 0 ? 'behind' : 'level';
    const mentioned =
      ownCounts.numerator > 0
        ? competitorCounts.numerator > 0
          ? 'both'
          : 'only brand'
        : competitorCounts.numerator > 0
          ? 'only competitor'
          : 'neither';
    return {
      prompt: prompts[row.prompt]?.text,
      answers: ownCounts.denominator,
      ownRate: computeRate(ownCounts.numerator, ownCounts.denominator),
      competitorRate: computeRate(competitorCounts.numerator, competitorCounts.denominator),
      mentioned,
      lead: judged.includes(row) ? lead : 'not enough data',
    };
  });
}

test('positions, gaps, head-to-head, search queries and statuses equal a count of single answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 3, maxLength: 3 }),
      fc.nat(2),
      async (history, choices, competitor) => {
        const ingested = await ingestProject(dashboard, history);
        for (const chosen of choices) {
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested);
          const { now, definition } = scope;
          const found = await getCompetitors(ingested.context, filters, {
            competitorId: ingested.brandIds[competitor] ?? null,
          });

          expect(found.answers).toBe(now.length);
          for (const [brand, id] of ingested.brandIds.entries()) {
            const own = found.positions.find((one) => one.brand.id === id);
            const ranks = now.flatMap((one) => getRank(definition, one, brand) ?? []);
            expect(own?.mentioned).toBe(ranks.length);
            expect(own?.answersByPosition).toEqual(
              Array.from(
                { length: 10 },
                (_, index) => ranks.filter((rank) => Math.min(rank, 10) === index + 1).length,
              ),
            );
          }
          const counted = now.filter(
            ({ prompt }) => chosen.branded !== 'without' || !isBranded(definition, prompt),
          );
          const countBrandMentions = (brand: number) =>
            sumBy(counted, (one) => countMentions(definition, one, brand));
          expect(found.mentionShares.map(({ brand, share }) => [brand.id, share])).toEqual(
            ingested.brandIds.map((id, brand) => [
              id,
              computeRate(
                countBrandMentions(brand),
                sumBy([...definition.brands.keys()], countBrandMentions),
              ),
            ]),
          );
          const mentions: IsPresent = (one, brand) => isMentioned(definition, one, brand);
          const cites: IsPresent = (one, brand) => countBrandCitations(definition, one, brand) > 0;
          expect(summarizeGaps(found.mentionGaps)).toEqual(computeGaps(scope, mentions));
          expect(summarizeGaps(found.citationGaps)).toEqual(computeGaps(scope, cites));
          expect(found.citationGaps.isMeasured).toBe(
            (definition.brands[chosen.brand]?.domains.length ?? 0) > 0,
          );

          const { headToHead } = found;
          const competitorIndex = ingested.brandIds.indexOf(headToHead?.competitor.id ?? '');
          if (competitor !== chosen.brand) expect(competitorIndex).toBe(competitor);
          const expected = computeHeadToHead(scope, competitorIndex);
          expect(headToHead?.prompts).toHaveLength(expected.length);
          for (const one of expected) {
            expect(headToHead?.prompts.find(({ prompt }) => prompt === one.prompt)).toMatchObject(one);
          }
          for (const mentioned of ['both', 'only brand', 'only competitor', 'neither'] as const) {
            expect(headToHead?.mentioned[mentioned]).toBe(
              expected.filter((one) => one.mentioned === mentioned).length,
            );
          }
          expect([headToHead?.aheadCount, headToHead?.behindCount]).toEqual(
            ['ahead', 'behind'].map((lead) => expected.filter((one) => one.lead === lead).length),
          );

          const hasQuery = (query: string) => (one: GeneratedAnswer) =>
            listSearchQueries(one).includes(query);
          const countOwn = (one: GeneratedAnswer) => (isMentioned(definition, one, 0) ? 1 : 0);
          const queries = [...new Set(now.flatMap(listSearchQueries))];
          const fanOut = await getFanOut(ingested.context, filters);
          expect([fanOut.queryCount, fanOut.queries.length]).toEqual([queries.length, queries.length]);
          for (const query of queries) {
            const answers = now.filter(hasQuery(query));
            const countDistinct = (getValue: (one: GeneratedAnswer) => unknown) =>
              new Set(answers.map(getValue)).size;
            expect(fanOut.queries.find((one) => one.query === query)).toEqual({
              query,
              answers: answers.length,
              mentioned: computeRate(sumBy(answers, countOwn), answers.length),
              engines: [...new Set(answers.map(({ engine }) => engine))].sort(),
              promptCount: countDistinct(({ prompt }) => prompt),
              countryCount: countDistinct(({ country }) => country),
            });
          }
          for (const [engine, answers] of Map.groupBy(now, (one) => one.engine)) {
            const withQueries = answers.filter((one) => listSearchQueries(one).length > 0).length;
            expect(fanOut.engines.find((one) => one.engine === engine)).toMatchObject({
              answers: answers.length,
              withSearchQueries: computeRate(withQueries, answers.length),
            });
          }
          const tree = await listFanOutPrompts(ingested.context, filters);
          expect(new Set(tree.map(({ prompt }) => prompt))).toEqual(
            new Set(
              now.flatMap((one) => (listSearchQueries(one).length > 0 ? [prompts[one.prompt]?.text] : [])),
            ),
          );
          for (const branch of tree) {
            const own = now.filter(({ prompt }) => prompts[prompt]?.text === branch.prompt);
            expect(branch.queryCount).toBe(new Set(own.flatMap(listSearchQueries)).size);
            for (const { query, answers: answerCount, mentioned } of branch.queries) {
              const answers = own.filter(hasQuery(query));
              expect([answerCount, mentioned]).toEqual([
                answers.length,
                computeRate(sumBy(answers, countOwn), answers.length),
              ]);
            }
          }

          // A prompt is known to be branded only once an item of it has an outcome other than a failure.
          const known = history.answers
            .filter((one) => one.outcome !== 'failed')
            .filter(
              (one) => isWithinPeriod(current)(one) || isWithinPeriod(previousPeriods[history.compare])(one),
            )
            .map(({ prompt }) => prompt);
          const countOutcome = (outcome: GeneratedAnswer['outcome']) =>
            scope.observed
              .filter(isWithinPeriod(current))
              .filter((one) => one.outcome === outcome)
              .filter(({ prompt }) => chosen.branded !== 'only' || known.includes(prompt)).length;
          expect(await countItemsByStatus(ingested.context, filters)).toEqual({
            answered: countOutcome('answered'),
            no_answer: countOutcome('no_answer'),
            unreadable: countOutcome('unreadable'),
            failed: countOutcome('failed'),
          });
        }
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
