import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { countItemsByStatus } from '#lib/dashboard/analytics/answers/run-item-status';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getFanOut, listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
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
import {
  computeGaps,
  computeHeadToHead,
  type IsPresent,
} from '#tests/dashboard/analytics/support/reference-competitors';
import { buildScope, filterScope, sumBy } from '#tests/dashboard/analytics/support/reference-definitions';
import { roundNumbers } from '#tests/dashboard/analytics/support/reference-metrics';
import { computeUncomparedRate } from '#tests/dashboard/analytics/support/reference-sources';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

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

test('positions, gaps, head-to-head, search queries and statuses match those computed from the individual answers', async () => {
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
          const { currentAnswers, definition } = scope;
          const found = await getCompetitors(ingested.context, filters, {
            competitorId: ingested.brandIds[competitor] ?? null,
          });

          expect(found.answers).toBe(currentAnswers.length);
          for (const [brand, id] of ingested.brandIds.entries()) {
            const distribution = found.positions.find((one) => one.brand.id === id);
            const ranks = currentAnswers.flatMap((one) => getRank(definition, one, brand) ?? []);
            expect(distribution?.mentioned).toBe(ranks.length);
            expect(distribution?.answersByPosition).toEqual(
              Array.from(
                { length: 10 },
                (_, index) => ranks.filter((rank) => Math.min(rank, 10) === index + 1).length,
              ),
            );
          }
          const counted = currentAnswers.filter(
            ({ prompt }) => chosen.branded !== 'without' || !isBranded(definition, prompt),
          );
          const brands = [...definition.brands.keys()];
          expect(found.mentionShares.map(({ brand, share }) => [brand.id, share])).toEqual(
            ingested.brandIds.map((id, brand) => [
              id,
              computeUncomparedRate(
                { ...scope, currentAnswers: counted },
                (one) => countMentions(definition, one, brand),
                (one) => sumBy(brands, (other) => countMentions(definition, one, other)),
                ({ prompt, engine }) => `${prompt} ${engine}`,
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
            const found = headToHead?.prompts.find(({ prompt }) => prompt === one.prompt);
            expect(roundNumbers(found)).toMatchObject(Object(roundNumbers(one)));
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
          const queries = [...new Set(currentAnswers.flatMap(listSearchQueries))];
          const fanOut = await getFanOut(ingested.context, filters);
          expect([fanOut.queryCount, fanOut.queries.length]).toEqual([queries.length, queries.length]);
          for (const query of queries) {
            const answers = currentAnswers.filter(hasQuery(query));
            const countDistinct = (getValue: (one: GeneratedAnswer) => unknown) =>
              new Set(answers.map(getValue)).size;
            expect(roundNumbers(fanOut.queries.find((one) => one.query === query))).toEqual(
              roundNumbers({
                query,
                answers: answers.length,
                mentioned: computeUncomparedRate(filterScope(scope, hasQuery(query)), countOwn, () => 1),
                engines: [...new Set(answers.map(({ engine }) => engine))].sort(),
                promptCount: countDistinct(({ prompt }) => prompt),
                countryCount: countDistinct(({ country }) => country),
              }),
            );
          }
          for (const [engine, answers] of Map.groupBy(currentAnswers, (one) => one.engine)) {
            const found = fanOut.engines.find((one) => one.engine === engine);
            expect(found?.answers).toBe(answers.length);
            expect(roundNumbers(found?.withSearchQueries)).toEqual(
              roundNumbers(
                computeUncomparedRate(
                  filterScope(scope, (one) => one.engine === engine),
                  (one) => (listSearchQueries(one).length > 0 ? 1 : 0),
                  () => 1,
                ),
              ),
            );
          }
          const fanOutPrompts = await listFanOutPrompts(ingested.context, filters);
          expect(new Set(fanOutPrompts.map(({ prompt }) => prompt))).toEqual(
            new Set(
              currentAnswers.flatMap((one) =>
                listSearchQueries(one).length > 0 ? [prompts[one.prompt]?.text] : [],
              ),
            ),
          );
          for (const fanOutPrompt of fanOutPrompts) {
            const promptAnswers = currentAnswers.filter(
              ({ prompt }) => prompts[prompt]?.text === fanOutPrompt.prompt,
            );
            expect(fanOutPrompt.queryCount).toBe(new Set(promptAnswers.flatMap(listSearchQueries)).size);
            for (const { query, answers: answerCount, mentioned } of fanOutPrompt.queries) {
              const answers = promptAnswers.filter(hasQuery(query));
              const isCounted = (one: GeneratedAnswer) => answers.includes(one);
              const rate = computeUncomparedRate(filterScope(scope, isCounted), countOwn, () => 1);
              expect(answerCount).toBe(answers.length);
              expect(roundNumbers(mentioned)).toEqual(roundNumbers(rate));
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
