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
  searchingEngines,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { listDifferences } from '#tests/dashboard/analytics/support/list-differences';
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
import { buildReferencePanel } from '#tests/dashboard/analytics/support/reference-panel';
import { computeRateWithoutChange } from '#tests/dashboard/analytics/support/reference-sources';
import { startDashboard } from '#tests/support/dashboard';
import { loadOracle, oracleTitleSuffix } from '#tests/support/statistics-oracle';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

function summarizeGaps({
  promptCount,
  missingOnAllEnginesCount,
  prompts: found,
}: Awaited<ReturnType<typeof getCompetitors>>['mentionGaps']) {
  return {
    promptCount,
    missingOnAllEnginesCount,
    prompts: new Map(
      found.map((gap) => [
        gap.prompt,
        {
          prompt: gap.prompt,
          answers: gap.answers,
          isMissingOnAllEngines: gap.isMissingOnAllEngines,
          engines: gap.engines
            .map((engineGap) => `${engineGap.engine} ${engineGap.answers} ${engineGap.presence}`)
            .sort(),
          competitors: gap.competitors.map(({ brand, answers }) => `${brand.name} ${answers}`).sort(),
        },
      ]),
    ),
  };
}

const oracle = await loadOracle();

test(`positions, gaps, head-to-head, search queries and statuses match those computed from the individual answers${oracleTitleSuffix}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 3, maxLength: 3 }),
      fc.nat(2),
      async (history, choices, competitor) => {
        const ingested = await ingestProject(dashboard, history);
        const panel = oracle && buildReferencePanel(oracle, history, ingested.definition);
        for (const chosen of choices) {
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested, { oracle, panel });
          const { currentAnswers, definition } = scope;
          const found = await getCompetitors(ingested.context, filters, {
            competitorId: ingested.brandIds[competitor] ?? null,
          });

          expect(found.answers).toBe(currentAnswers.length);
          for (const [brand, id] of ingested.brandIds.entries()) {
            const distribution = found.positions.find((candidate) => candidate.brand.id === id);
            const ranks = currentAnswers.flatMap((answer) => getRank(definition, answer, brand) ?? []);
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
              computeRateWithoutChange(
                { ...scope, currentAnswers: counted },
                (answer) => countMentions(definition, answer, brand),
                (answer) => sumBy(brands, (other) => countMentions(definition, answer, other)),
                { getSegment: ({ prompt, engine }) => `${prompt} ${engine}` },
              ),
            ]),
          );
          const mentions: IsPresent = (answer, brand) => isMentioned(definition, answer, brand);
          const cites: IsPresent = (answer, brand) => countBrandCitations(definition, answer, brand) > 0;
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
          for (const expectedRow of expected) {
            const found = headToHead?.prompts.find(({ prompt }) => prompt === expectedRow.prompt);
            expect(listDifferences(found, expectedRow)).toEqual([]);
          }
          for (const mentioned of ['both', 'only brand', 'only competitor', 'neither'] as const) {
            expect(headToHead?.mentioned[mentioned]).toBe(
              expected.filter((row) => row.mentioned === mentioned).length,
            );
          }
          const { aheadCount, behindCount, undecidedCount } = headToHead ?? {};
          if (oracle)
            expect([aheadCount, behindCount, undecidedCount]).toEqual(
              ['ahead', 'behind', 'too early'].map(
                (lead) => expected.filter((row) => row.lead === lead).length,
              ),
            );

          const hasQuery = (query: string) => (answer: GeneratedAnswer) =>
            listSearchQueries(answer).includes(query);
          const countOwn = (answer: GeneratedAnswer) => (isMentioned(definition, answer, 0) ? 1 : 0);
          const queries = [...new Set(currentAnswers.flatMap(listSearchQueries))];
          const fanOut = await getFanOut(ingested.context, filters);
          expect([fanOut.queryCount, fanOut.queries.length]).toEqual([queries.length, queries.length]);
          for (const query of queries) {
            const answers = currentAnswers.filter(hasQuery(query));
            const countDistinct = (getValue: (answer: GeneratedAnswer) => unknown) =>
              new Set(answers.map(getValue)).size;
            expect(roundNumbers(fanOut.queries.find((row) => row.query === query))).toEqual(
              roundNumbers({
                query,
                answers: answers.length,
                mentioned: computeRateWithoutChange(filterScope(scope, hasQuery(query)), countOwn, () => 1),
                engines: [...new Set(answers.map(({ engine }) => engine))].sort(),
                promptCount: countDistinct(({ prompt }) => prompt),
                countryCount: countDistinct(({ country }) => country),
              }),
            );
          }
          for (const [engine, answers] of Map.groupBy(currentAnswers, (answer) => answer.engine)) {
            const found = fanOut.engines.find((row) => row.engine === engine);
            expect(found?.answers).toBe(answers.length);
            expect(roundNumbers(found?.withSearchQueries)).toEqual(
              roundNumbers(
                computeRateWithoutChange(
                  filterScope(scope, (answer) => answer.engine === engine),
                  (answer) => (listSearchQueries(answer).length > 0 ? 1 : 0),
                  () => (searchingEngines.some((searching) => searching === engine) ? 1 : 0),
                ),
              ),
            );
          }
          const fanOutPrompts = await listFanOutPrompts(ingested.context, filters);
          expect(new Set(fanOutPrompts.map(({ prompt }) => prompt))).toEqual(
            new Set(
              currentAnswers.flatMap((answer) =>
                listSearchQueries(answer).length > 0 ? [prompts[answer.prompt]?.text] : [],
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
              const isCounted = (answer: GeneratedAnswer) => answers.includes(answer);
              const rate = computeRateWithoutChange(filterScope(scope, isCounted), countOwn, () => 1);
              expect(answerCount).toBe(answers.length);
              expect(roundNumbers(mentioned)).toEqual(roundNumbers(rate));
            }
          }

          // Whether a prompt is branded is unknown until one of its items has an outcome other than a failure.
          const known = history.answers
            .filter((answer) => answer.outcome !== 'failed')
            .filter(
              (answer) =>
                isWithinPeriod(current)(answer) || isWithinPeriod(previousPeriods[history.compare])(answer),
            )
            .map(({ prompt }) => prompt);
          const countOutcome = (outcome: GeneratedAnswer['outcome']) =>
            scope.observed
              .filter(isWithinPeriod(current))
              .filter((answer) => answer.outcome === outcome)
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
