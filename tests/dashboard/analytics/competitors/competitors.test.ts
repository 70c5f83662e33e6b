import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import {
  createProjectWithObservations,
  isAnsweredIn,
  observationsArbitrary,
} from '#tests/dashboard/analytics/support/observation-rollups';
import {
  brandDomains,
  brandIds,
  countCitations,
  countries,
  engines,
  type Observation,
  ownBrandId,
  prompts,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

/** Functions that check whether an answer mentions or cites the brand with the given index. */
const isPresent = {
  mention: (observation: Observation, brand: number) => (observation.ranks[brand] ?? null) !== null,
  citation: (observation: Observation, brand: number) =>
    countCitations(observation, brandDomains[brand] ?? []) > 0,
};
const competitors = [1, 2];

test('positions, gaps and head-to-head match a count of the individual answers', async () => {
  await fc.assert(
    fc.asyncProperty(observationsArbitrary, async (observations) => {
      const { context, filters } = await createProjectWithObservations(db, observations);
      const found = await getCompetitors(context, filters, { competitorId: brandIds[2] ?? null });
      const current = observations.filter(isAnsweredIn('current'));
      expect(found.answers).toBe(current.length);
      for (const [number, { answersByPosition, mentioned }] of found.positions.entries()) {
        const ranked = current.flatMap((observation) => observation.ranks[number] ?? []);
        expect(mentioned).toBe(ranked.length);
        expect(answersByPosition).toEqual(
          Array.from(
            { length: 10 },
            (_, at) => ranked.filter((rank) => (at < 9 ? rank === at + 1 : rank >= 10)).length,
          ),
        );
      }
      expect(summarizeGaps(found.mentionGaps)).toEqual(computeExpectedGaps(current, isPresent.mention));
      expect(summarizeGaps(found.citationGaps)).toEqual(computeExpectedGaps(current, isPresent.citation));
      const { headToHead } = found;
      for (const promptRow of headToHead?.prompts ?? []) {
        const answers = current.filter(({ prompt }) => prompts[prompt]?.id === promptRow.promptId);
        const ownCount = answers.filter((answer) => isPresent.mention(answer, 0)).length;
        const competitorCount = answers.filter((answer) => isPresent.mention(answer, 2)).length;
        expect(promptRow.brandRate).toMatchObject(computeRate(ownCount, answers.length));
        expect(promptRow.competitorRate).toMatchObject(computeRate(competitorCount, answers.length));
        const mentioned =
          ownCount > 0
            ? competitorCount > 0
              ? 'both'
              : 'only brand'
            : competitorCount > 0
              ? 'only competitor'
              : 'neither';
        expect(promptRow.mentioned).toBe(mentioned);
        if (answers.length < 20) expect(promptRow.lead).toBe('too early');
      }
      expect(headToHead?.prompts).toHaveLength(new Set(current.map(({ prompt }) => prompt)).size);
    }),
    { numRuns: 15 },
  );
});

function summarizeGaps({
  prompts: found,
  missingOnAllEnginesCount,
  promptCount,
}: Awaited<ReturnType<typeof getCompetitors>>['mentionGaps']) {
  return {
    everywhere: missingOnAllEnginesCount,
    promptCount,
    prompts: found
      .map(({ promptId, isMissingOnAllEngines, engines: engineGaps }) => [
        promptId,
        isMissingOnAllEngines,
        ...engineGaps.map(({ engine, presence }) => `${engine} ${presence}`).sort(),
      ])
      .sort(compareFirst),
  };
}

function computeExpectedGaps(
  current: readonly Observation[],
  hasBrand: (observation: Observation, brand: number) => boolean,
) {
  const getPresence = (observations: readonly Observation[]) => {
    if (observations.some((observation) => hasBrand(observation, 0))) return 'present';
    return observations.some((observation) =>
      competitors.some((competitor) => hasBrand(observation, competitor)),
    )
      ? 'gap'
      : 'none';
  };
  const promptRows = prompts.flatMap(({ id }, number) => {
    const promptAnswers = current.filter(({ prompt }) => prompt === number);
    const byEngine = engines.flatMap((engine) => {
      const engineAnswers = promptAnswers.filter((observation) => observation.engine === engine);
      return engineAnswers.length === 0 ? [] : [`${engine} ${getPresence(engineAnswers)}`];
    });
    return promptAnswers.length === 0
      ? []
      : [{ id, isMissingOnAllEngines: getPresence(promptAnswers) === 'gap', byEngine }];
  });
  const gaps = promptRows.filter(({ byEngine }) => byEngine.some((presence) => presence.endsWith('gap')));
  return {
    everywhere: gaps.filter(({ isMissingOnAllEngines }) => isMissingOnAllEngines).length,
    promptCount: promptRows.length,
    prompts: gaps
      .map(({ id, isMissingOnAllEngines, byEngine }) => [id, isMissingOnAllEngines, ...byEngine.sort()])
      .sort(compareFirst),
  };
}

function compareFirst(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a[0]).localeCompare(String(b[0]));
}

test('visibility by engine and country matches a count of the individual answers', async () => {
  await fc.assert(
    fc.asyncProperty(observationsArbitrary, async (observations) => {
      const { context, filters } = await createProjectWithObservations(db, observations);
      const { byEngineAndCountry } = await getOverview(context, filters);
      for (const engine of engines) {
        for (const country of countries) {
          const observed = observations.filter(
            (observation) => observation.engine === engine && observation.country === country,
          );
          const current = observed.filter(isAnsweredIn('current'));
          const row = byEngineAndCountry.find(
            (candidate) => candidate.engine === engine && candidate.country === country,
          );
          if (!observed.some(({ day }) => day >= 5)) expect(row).toBe(undefined);
          else {
            const mentioned = current.filter((observation) => isPresent.mention(observation, 0)).length;
            expect(row?.visibility).toMatchObject(computeRate(mentioned, current.length));
          }
        }
      }
    }),
    { numRuns: 6 },
  );
});

test('reports that the selected brand is ahead or behind only if the difference exceeds noise', async () => {
  const createAnswers = (prompt: number, ownCount: number, competitorCount: number): Observation[] =>
    Array.from({ length: 40 }, (_, index) => ({
      day: 5 + (index % 5),
      prompt,
      engine: engines[index % 2] ?? '',
      country: countries[(index >> 1) % 2] ?? '',
      status: 'answered',
      ranks: [index < ownCount ? 1 : null, index < competitorCount ? 2 : null, null],
      sources: [],
    }));
  const { context, filters } = await createProjectWithObservations(db, [
    ...createAnswers(0, 40, 0),
    ...createAnswers(1, 0, 40),
    ...createAnswers(2, 20, 23),
    ...createAnswers(3, 40, 0).slice(0, 19),
  ]);
  const { headToHead } = await getCompetitors(context, filters);
  expect(headToHead).toMatchObject({
    competitor: { id: brandIds[1] },
    mentioned: { both: 1, 'only brand': 2, 'only competitor': 1, neither: 0 },
    aheadCount: 1,
    behindCount: 1,
    undecidedCount: 1,
  });
  const leads = headToHead?.prompts.map(({ promptId, lead }) => [
    prompts.findIndex(({ id }) => id === promptId),
    lead,
  ]);
  expect(leads).toEqual([
    [1, 'behind'],
    [2, 'tied'],
    [0, 'ahead'],
    [3, 'too early'],
  ]);
  const reversed = await getCompetitors(
    context,
    { ...filters, brandId: brandIds[1] ?? null },
    { competitorId: ownBrandId },
  );
  expect(reversed.headToHead).toMatchObject({
    competitor: { id: ownBrandId },
    undecidedCount: 1,
  });
  expect(reversed.headToHead?.prompts[0]).toMatchObject({
    promptId: prompts[0]?.id,
    mentioned: 'only competitor',
  });
});

test('citation gaps are not measured if no competitor has a domain', async () => {
  const answer: Observation = {
    day: 6,
    prompt: 0,
    engine: 'chat',
    country: 'US',
    status: 'answered',
    ranks: [1, null, null],
    sources: [],
  };
  const { context, filters } = await createProjectWithObservations(db, [answer]);
  const readMeasured = async () => {
    const { mentionGaps, citationGaps, brandMetrics } = await getCompetitors(context, filters);
    return [
      mentionGaps.isMeasured,
      citationGaps.isMeasured,
      brandMetrics.filter((metrics) => metrics.citationRate.value !== null).length,
    ];
  };
  expect(await readMeasured()).toEqual([true, true, 2]);
  await db.$client.query(
    "UPDATE brands SET domains = '{}' WHERE organization_id = $1 AND role = 'competitor'",
    [context.organizationId],
  );
  expect(await readMeasured()).toEqual([true, false, 1]);
});

test('returns no head-to-head and no gaps without competitors', async () => {
  const { context, filters } = await createProjectWithObservations(db, [
    {
      day: 6,
      prompt: 0,
      engine: 'chat',
      country: 'US',
      status: 'answered',
      ranks: [1, null, null],
      sources: [],
    },
  ]);
  await db.$client.query("DELETE FROM brands WHERE organization_id = $1 AND role = 'competitor'", [
    context.organizationId,
  ]);
  const found = await getCompetitors(context, filters);
  expect([found.headToHead, found.mentionGaps.prompts, found.shareOfVoiceOverTime.series]).toEqual([
    null,
    [],
    [],
  ]);
});
