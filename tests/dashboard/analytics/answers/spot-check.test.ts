import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { getSpotCheck } from '#lib/dashboard/analytics/answers/spot-check';
import type { Context } from '#lib/db/context';
import {
  brandIds,
  createObservedProject,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });
let context: Context;
let projectId = '';
const query = 'from=2026-03-01&to=2026-03-10&compare=none';
const [first, second, third, fourth, unasked] = prompts.map(({ id }) => id);

/** The first prompt is asked on two engines, the second one is always answered alike, the third has one answer. */
const observations = (() => {
  const random = createRandom(7);
  const build = (values: Partial<Observation> & { isMentioned: boolean }): Observation => ({
    day: 0,
    prompt: 0,
    engine: 'chat',
    country: 'US',
    status: 'answered',
    sources: [],
    ...values,
    ranks: [values.isMentioned ? 1 : null, null, null],
  });
  return Array.from({ length: 10 }, (_, day) => [
    ...[0, 1, 2].map(() => build({ day, isMentioned: random() < 0.45 })),
    build({ day, engine: 'gen', country: 'JP', isMentioned: random() < 0.2 }),
    build({ day, prompt: 1, isMentioned: true }),
    ...(day === 4 ? [build({ day, prompt: 2, isMentioned: false })] : []),
    build({ day, prompt: 3, isMentioned: false }),
  ]).flat();
})();

beforeAll(async () => {
  const project = await createObservedProject(db);
  projectId = project.projectId;
  context = { ...project.context, clock: createFixedClock(new Date('2026-03-10T20:00:00Z')) };
  const scope = { organizationId: context.organizationId, projectId };
  const days = Array.from({ length: 10 }, (_, day) => `2026-03-${`${day + 1}`.padStart(2, '0')}`);
  await storeRuns(db, scope, days);
  await storeAnswers(db, scope, observations);
  await storeRollups(db, scope, observations);
});

const check = (input: Partial<Parameters<typeof getSpotCheck>[1]> = {}) =>
  getSpotCheck(context, { projectId, promptId: first ?? '', query, ...input });

/** The counts of the first prompt on an engine. */
const count = (engine: string) => {
  const own = observations.filter((answer) => answer.prompt === 0 && answer.engine === engine);
  return { answers: own.length, mentioned: own.filter(({ ranks: [rank] }) => rank !== null).length };
};

test('checks the engine and country with the most answers, and lists the others', async () => {
  const found = await check();
  expect(found).toMatchObject({
    brand: 'Brand 0',
    engine: 'chat',
    country: 'US',
    tries: 3,
    ...count('chat'),
    places: [
      { engine: 'chat', country: 'US', answers: 30 },
      { engine: 'gen', country: 'JP', answers: 10 },
    ],
  });
  expect(found?.level).toBeCloseTo((found?.mentioned ?? 0) / 30, 1);
  expect(found?.chances).toHaveLength(4);
  expect(found?.chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
  const expected = found?.chances.reduce((sum, chance, mentions) => sum + chance * mentions, 0) ?? 0;
  expect(expected / 3).toBeCloseTo(found?.level ?? 0, 3);
});

test('lists the newest stored answers of the engine and country', async () => {
  const found = await check({ engine: 'gen', country: 'JP', tries: 1 });
  expect(found).toMatchObject({ engine: 'gen', country: 'JP', ...count('gen') });
  expect(found?.newest).toHaveLength(5);
  const newest = observations.filter(({ prompt, engine, day }) => !prompt && engine === 'gen' && day > 4);
  expect(found?.newest.map(({ isMentioned }) => isMentioned)).toEqual(
    newest.map(({ ranks: [rank] }) => rank !== null).reverse(),
  );
});

test('never says 0% or 100% after some answers, and less surely after one', async () => {
  const all = await check({ promptId: second ?? '' });
  const one = await check({ promptId: third ?? '' });
  const none = await check({ promptId: fourth ?? '' });
  expect(all?.level).toBeGreaterThan(0.8);
  expect(all?.level).toBeLessThan(1);
  expect(none?.level).toBeLessThan(0.2);
  expect(none?.level).toBeGreaterThan(0);
  expect(one).toMatchObject({ answers: 1, mentioned: 0 });
  expect(one?.level).toBeGreaterThan(none?.level ?? 1);
});

test('counts the selected brand and only the period', async () => {
  expect(await check({ query: `${query}&brand=${brandIds[1]}` })).toMatchObject({
    brand: 'Brand 1',
    mentioned: 0,
  });
  expect(await check({ query: 'from=2026-03-09&to=2026-03-10' })).toMatchObject({ answers: 6 });
});

test('is null without answers', async () => {
  expect(await check({ promptId: unasked ?? '' })).toBeNull();
  expect(await check({ engine: 'chat', country: 'JP' })).toBeNull();
  expect(await check({ query: 'from=2025-03-09&to=2025-03-10' })).toBeNull();
  expect(await check({ promptId: randomUUID() })).toBeNull();
  expect(await check({ promptId: 'no ID' })).toBeNull();
});

test('refuses more than 10 tries and unknown projects', async () => {
  await expect(check({ tries: 11 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(check({ tries: 0 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(check({ projectId: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});
