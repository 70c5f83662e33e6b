import { beforeAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { type ChangeTarget, explainChange } from '#lib/dashboard/analytics/explanations/explain-change';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import type { Context } from '#lib/db/context';
import {
  brandIds,
  countries,
  createObservedProject,
  engines,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { openTestDatabase } from '#tests/support/database';
import { buildMetricFilters } from '#tests/support/metric-filters';

const db = await openTestDatabase({ max: 2 });
let context: Context;
let projectId = '';
const query = 'from=2026-03-06&to=2026-03-10&branded=with';

/**
 * Answers of two periods of five days. In the second one, about 60% of the answers of `chat` cite the forum, and nearly
 * all of these mention the first brand; the last prompt is new, and `gen` has another model.
 */
const observations = (() => {
  const random = createRandom(3);
  return Array.from({ length: 10 }, (_, day) =>
    prompts.flatMap((__, prompt) =>
      engines.flatMap((engine) =>
        countries.flatMap((country): Observation[] => {
          const isCurrent = day >= 5;
          if (prompt === 5 && !isCurrent) return [];
          return [0, 1, 2].map(() => {
            const citesForum = isCurrent && engine === 'chat' && random() < 0.6;
            const isMentioned = random() < (citesForum ? 0.95 : 0.3);
            return {
              day,
              prompt,
              engine,
              country,
              status: 'answered',
              ranks: [isMentioned ? 1 : null, random() < 0.5 ? 2 : null, null],
              sources: [
                { domain: 'news.example', citations: 1 },
                ...(citesForum ? [{ domain: 'forum.example', citations: 1 }] : []),
              ],
            };
          });
        }),
      ),
    ),
  ).flat();
})();
const isInCurrentPeriod = ({ day }: Observation) => day >= 5;

beforeAll(async () => {
  const project = await createObservedProject(db);
  projectId = project.projectId;
  context = { ...project.context, clock: createFixedClock(new Date('2026-03-10T20:00:00Z')) };
  const scope = { organizationId: context.organizationId, projectId };
  await storeRuns(
    db,
    scope,
    Array.from({ length: 10 }, (_, day) => `2026-03-${`${day + 1}`.padStart(2, '0')}`),
  );
  await storeAnswers(db, scope, observations, ({ engine, day }) =>
    engine === 'gen' ? (day >= 5 ? 'gen-2' : 'gen-1') : 'chat-1',
  );
  await storeRollups(db, scope, observations);
});

const explain = (target: Partial<ChangeTarget> = {}) =>
  explainChange(context, {
    projectId,
    query,
    target: { metric: 'visibility', ...target },
  });

const computeShare = (answers: readonly Observation[], isCounted: (answer: Observation) => boolean) =>
  answers.filter(isCounted).length / answers.length;
const isMentioned = (brand: number) => (answer: Observation) => (answer.ranks[brand] ?? null) !== null;

const addUp = (rows: readonly { difference: number }[]) =>
  rows.reduce((total, { difference }) => total + difference, 0);
const metrics: ChangeTarget['metric'][] = ['visibility', 'shareOfVoice', 'position', 'firstPlace'];

test('splits the difference of all answers into parts that add up to it', async () => {
  for (const [brand, brandId] of brandIds.entries()) {
    const explained = await explain({ brandId });
    const current = computeShare(observations.filter(isInCurrentPeriod), isMentioned(brand));
    const previous = computeShare(
      observations.filter((answer) => !isInCurrentPeriod(answer)),
      isMentioned(brand),
    );
    expect(explained?.current).toBeCloseTo(current, 10);
    expect(explained?.previous).toBeCloseTo(previous, 10);
    expect(addUp(explained?.parts ?? [])).toBeCloseTo(current - previous, 10);
  }
});

test.each(metrics)('splits the change of %s by prompt, topic, engine and country', async (metric) => {
  for (const target of [{}, { engine: 'chat' }, { country: 'US' }, { promptId: prompts[0]?.id ?? '' }]) {
    const explained = await explain({ metric, ...target });
    const change = explained?.parts.find(({ cause }) => cause === 'change')?.difference ?? 0;
    expect(addUp(explained?.parts ?? [])).toBeCloseTo(
      (explained?.current ?? 0) - (explained?.previous ?? 0),
      10,
    );
    for (const { rows } of explained?.groups ?? []) expect(addUp(rows)).toBeCloseTo(change, 10);
  }
});

test('the part of a cause is recounted from the segments with answers in both periods', async () => {
  const { parts = [] } = (await explain()) ?? {};
  const [now, before] = [true, false].map((isCurrent) =>
    observations.filter((answer) => isInCurrentPeriod(answer) === isCurrent),
  );
  const share = (answers: readonly Observation[] = [], isKept: (answer: Observation) => boolean) =>
    computeShare(answers.filter(isKept), isMentioned(0));
  // The last prompt is new, and the model of gen changed.
  const isCommon = ({ prompt }: Observation) => prompt < 5;
  const isComparable = ({ prompt, engine }: Observation) => prompt < 5 && engine === 'chat';
  const all = () => true;
  const find = (cause: string) => parts.find((part) => part.cause === cause)?.difference;
  expect(find('added')).toBeCloseTo(share(now, all) - share(now, isCommon), 10);
  expect(find('removed')).toBeCloseTo(share(before, isCommon) - share(before, all), 10);
  expect(find('models')).toBeCloseTo(
    share(now, isCommon) - share(now, isComparable) - (share(before, isCommon) - share(before, isComparable)),
    10,
  );
});

test('reports the new source, the new prompt and the new model', async () => {
  const explained = await explain();
  expect(explained).toMatchObject({
    addedPrompts: 1,
    removedPrompts: 0,
    addedEngineCountries: [],
    removedEngineCountries: [],
    models: [{ engine: 'gen', previous: 'gen-1', current: 'gen-2' }],
    sources: [{ domain: 'forum.example', previous: 0 }],
  });
});

test('explains the change of one engine by its own answers only, not by the new model of another engine', async () => {
  const explained = await explain({ engine: 'chat' });
  const answers = observations.filter(({ engine }) => engine === 'chat');
  expect(explained?.current).toBeCloseTo(computeShare(answers.filter(isInCurrentPeriod), isMentioned(0)), 10);
  const parts = new Map(explained?.parts.map(({ cause, difference }) => [cause, difference]));
  expect(parts.get('change')).toBeGreaterThan(0.25);
  expect(parts.get('models')).toBe(0);
  expect(explained?.models).toEqual([]);
});

test.each<[ChangeTarget['metric'], (answers: Observation[]) => number]>([
  [
    'shareOfVoice',
    (answers) => countMentions(answers, 0) / (countMentions(answers, 0) + countMentions(answers, 1)),
  ],
  [
    'position',
    (answers) => answers.reduce((sum, { ranks }) => sum + (ranks[0] ?? 0), 0) / countMentions(answers, 0),
  ],
  // The first brand has the first place in every answer that mentions it, and its domain is never cited.
  ['firstPlace', () => 1],
  ['citationRate', () => 0],
])('computes %s from the individual answers', async (metric, compute) => {
  const explained = await explain({ metric });
  expect(explained?.current).toBeCloseTo(compute(observations.filter(isInCurrentPeriod)), 10);
});

function countMentions(answers: readonly Observation[], brand: number): number {
  return answers.filter(isMentioned(brand)).length;
}

test('the part `change` of every row is the difference that the overview shows', async () => {
  const filters = buildMetricFilters({ projectId, from: '2026-03-06', to: '2026-03-10', branded: 'with' });
  const { headline, byEngine, byCountry } = await getOverview(context, filters);
  const rows = [
    { target: {}, change: headline.visibility.change },
    ...byEngine.map(({ engine, visibility }) => ({ target: { engine }, change: visibility.change })),
    ...byCountry.map(({ country, visibility }) => ({ target: { country }, change: visibility.change })),
  ];
  for (const { target, change } of rows) {
    if (!change || change.difference === null) continue;
    const explained = await explain(target);
    const part = explained?.parts.find(({ cause }) => cause === 'change');
    expect(part?.difference, JSON.stringify(target)).toBeCloseTo(change.difference, 10);
  }
});

test('rejects an unknown brand and another organization', async () => {
  await expect(explain({ brandId: projectId })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const other = { ...context, organizationId: projectId };
  await expect(
    explainChange(other, { projectId, query, target: { metric: 'visibility' } }),
  ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});
