import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { countObservations } from '#lib/dashboard/analytics/answers/observations';
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

type Has = (one: GeneratedAnswer, brand: number) => boolean;

/** Prompts where a competitor is in an answer of an engine and the brand in none of that engine's. */
function computeGaps({ now, definition, chosen }: Scope, has: Has) {
  const competitors = [...definition.brands.keys()].filter((brand) => brand !== chosen.brand);
  const presence = (answers: readonly GeneratedAnswer[]) => {
    if (answers.some((one) => has(one, chosen.brand))) return 'ours';
    return answers.some((one) => competitors.some((competitor) => has(one, competitor))) ? 'gap' : 'nobody';
  };
  const promptRows = [...Map.groupBy(now, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const byEngine = [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, own]) => ({
      engine,
      answers: own,
      presence: presence(own),
    }));
    const lost = byEngine.flatMap((one) => (one.presence === 'gap' ? one.answers : []));
    return {
      prompt: prompts[prompt]?.text,
      answers: answers.length,
      everywhere: presence(answers) === 'gap',
      engines: byEngine.map((one) => `${one.engine} ${one.answers.length} ${one.presence}`).sort(),
      competitors: competitors
        .flatMap((competitor) => {
          const with_ = lost.filter((one) => has(one, competitor)).length;
          return with_ === 0 ? [] : [`${definition.brands[competitor]?.name} ${with_}`];
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

/** Prompt by prompt, who is mentioned and who leads beyond noise, over all prompts together. */
function computeHeadToHead({ now, definition, chosen }: Scope, competitor: number) {
  const rows = [...Map.groupBy(now, ({ prompt }) => prompt)].map(([prompt, answers]) => {
    const of = (brand: number) => ({
      numerator: answers.filter((one) => isMentioned(definition, one, brand)).length,
      denominator: answers.length,
    });
    return { prompt, shares: { now: of(chosen.brand), before: of(competitor) } };
  });
  const enough = rows.filter(({ shares }) => shares.now.denominator >= 20);
  const rejected = benjaminiHochberg(enough.map(({ shares }) => twoProportionPValue(shares)));
  return rows.map((row) => {
    const { now: ours, before: theirs } = row.shares;
    const interval = rejected[enough.indexOf(row)] ? newcombeInterval(row.shares) : null;
    const lead = (interval?.low ?? 0) > 0 ? 'ahead' : (interval?.high ?? 0) < 0 ? 'behind' : 'level';
    const who =
      ours.numerator > 0
        ? theirs.numerator > 0
          ? 'both'
          : 'only us'
        : theirs.numerator > 0
          ? 'only them'
          : 'neither';
    return {
      prompt: prompts[row.prompt]?.text,
      answers: ours.denominator,
      ours: computeRate(ours.numerator, ours.denominator),
      theirs: computeRate(theirs.numerator, theirs.denominator),
      mentioned: who,
      lead: enough.includes(row) ? lead : 'not enough data',
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
                (_, at) => ranks.filter((rank) => Math.min(rank, 10) === at + 1).length,
              ),
            );
          }
          const counted = now.filter(
            ({ prompt }) => chosen.branded !== 'without' || !isBranded(definition, prompt),
          );
          const times = (brand: number) => sumBy(counted, (one) => countMentions(definition, one, brand));
          expect(found.mentionShares.map(({ brand, share }) => [brand.id, share])).toEqual(
            ingested.brandIds.map((id, brand) => [
              id,
              computeRate(times(brand), sumBy([...definition.brands.keys()], times)),
            ]),
          );
          const mentions: Has = (one, brand) => isMentioned(definition, one, brand);
          const cites: Has = (one, brand) => countBrandCitations(definition, one, brand) > 0;
          expect(summarizeGaps(found.mentionGaps)).toEqual(computeGaps(scope, mentions));
          expect(summarizeGaps(found.citationGaps)).toEqual(computeGaps(scope, cites));
          expect(found.citationGaps.isMeasured).toBe(
            (definition.brands[chosen.brand]?.domains.length ?? 0) > 0,
          );

          const { headToHead } = found;
          const against = ingested.brandIds.indexOf(headToHead?.competitor.id ?? '');
          if (competitor !== chosen.brand) expect(against).toBe(competitor);
          const expected = computeHeadToHead(scope, against);
          expect(headToHead?.prompts).toHaveLength(expected.length);
          for (const one of expected) {
            expect(headToHead?.prompts.find(({ prompt }) => prompt === one.prompt)).toMatchObject(one);
          }
          for (const who of ['both', 'only us', 'only them', 'neither'] as const) {
            expect(headToHead?.mentioned[who]).toBe(expected.filter((one) => one.mentioned === who).length);
          }
          expect([headToHead?.aheadCount, headToHead?.behindCount]).toEqual(
            ['ahead', 'behind'].map((lead) => expected.filter((one) => one.lead === lead).length),
          );

          const made = (query: string) => (one: GeneratedAnswer) => listSearchQueries(one).includes(query);
          const ours = (one: GeneratedAnswer) => (isMentioned(definition, one, 0) ? 1 : 0);
          const queries = [...new Set(now.flatMap(listSearchQueries))];
          const fan = await getFanOut(ingested.context, filters);
          expect([fan.queryCount, fan.queries.length]).toEqual([queries.length, queries.length]);
          for (const query of queries) {
            const answers = now.filter(made(query));
            const different = (of: (one: GeneratedAnswer) => unknown) => new Set(answers.map(of)).size;
            expect(fan.queries.find((one) => one.query === query)).toEqual({
              query,
              answers: answers.length,
              mentioned: computeRate(sumBy(answers, ours), answers.length),
              engines: [...new Set(answers.map(({ engine }) => engine))].sort(),
              promptCount: different(({ prompt }) => prompt),
              countryCount: different(({ country }) => country),
            });
          }
          for (const [engine, answers] of Map.groupBy(now, (one) => one.engine)) {
            const fanning = answers.filter((one) => listSearchQueries(one).length > 0).length;
            expect(fan.engines.find((one) => one.engine === engine)).toMatchObject({
              answers: answers.length,
              withSearchQueries: computeRate(fanning, answers.length),
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
              const answers = own.filter(made(query));
              expect([answerCount, mentioned]).toEqual([
                answers.length,
                computeRate(sumBy(answers, ours), answers.length),
              ]);
            }
          }

          // That a prompt names a brand is known of those that brought something.
          const known = history.answers
            .filter((one) => one.outcome !== 'failed')
            .filter(
              (one) => isWithinPeriod(current)(one) || isWithinPeriod(previousPeriods[history.compare])(one),
            )
            .map(({ prompt }) => prompt);
          const ended = (outcome: GeneratedAnswer['outcome']) =>
            scope.observed
              .filter(isWithinPeriod(current))
              .filter((one) => one.outcome === outcome)
              .filter(({ prompt }) => chosen.branded !== 'only' || known.includes(prompt)).length;
          expect(await countObservations(ingested.context, filters)).toEqual({
            answered: ended('answered'),
            no_answer: ended('no_answer'),
            unreadable: ended('unreadable'),
            failed: ended('failed'),
          });
        }
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
