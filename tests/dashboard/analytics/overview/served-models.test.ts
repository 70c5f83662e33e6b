import { expect, test } from 'vitest';
import { addDays } from '#lib/core/time';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { listModelChanges } from '#lib/dashboard/annotations/model-changes';
import { createObservedProject, firstDay, insert } from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';
import { buildMetricFilters } from '#tests/support/metric-filters';

const db = await openTestDatabase({ max: 2 });
const weeks = 8;
const from = addDays(firstDay, 28);
const to = addDays(firstDay, 7 * weeks - 1);

/** The answers of two models on a day. */
type Serve = (day: number) => { a: number; b: number };

const engines: Record<string, Serve> = {
  /** A router that mixes two models steadily. */
  chat: (day) => ({ a: 5 + (day % 3), b: 3 + (day % 2) }),
  /** Switched when the current period began. */
  gen: (day) => (day < 28 ? { a: 8, b: 0 } : { a: 0, b: 8 }),
  /** Switched within the previous period. */
  social: (day) => (day < 21 ? { a: 8, b: 0 } : { a: 0, b: 8 }),
  /** Switched within the current period. */
  answer: (day) => (day < 46 ? { a: 8, b: 0 } : { a: 0, b: 8 }),
  /** Has too few answers for a comparison. */
  office: (day) => (day % 8 > 0 ? { a: 0, b: 0 } : day < 28 ? { a: 2, b: 0 } : { a: 0, b: 2 }),
  /** Serves the other model a little more often. */
  overview: (day) => (day < 28 ? { a: 8, b: 2 } : { a: 7, b: 3 }),
};

async function createServedProject() {
  const { context, projectId } = await createObservedProject(db);
  const rows = Object.entries(engines).flatMap(([engine, serve]) =>
    Array.from({ length: 7 * weeks }, (_, day) =>
      Object.entries(serve(day)).flatMap(([model, answers]) =>
        answers > 0
          ? [
              {
                organization_id: context.organizationId,
                project_id: projectId,
                day: addDays(firstDay, day),
                engine,
                model,
                answers,
              },
            ]
          : [],
      ),
    ).flat(),
  );
  await insert(db, 'daily_models', rows);
  return { context, projectId };
}

test('an engine whose models have other shares is changed, one that mixes two models steadily is not', async () => {
  const { context, projectId } = await createServedProject();
  const { models } = await readProjectScope(context, buildMetricFilters({ projectId, from, to }));
  expect(Object.fromEntries(models)).toEqual({
    chat: { previous: 'a', current: 'a', isChanged: false },
    gen: { previous: 'a', current: 'b', isChanged: true },
    social: { previous: 'b', current: 'b', isChanged: true },
    answer: { previous: 'a', current: 'b', isChanged: true },
    office: { previous: 'a', current: 'b', isChanged: false },
    overview: { previous: 'a', current: 'a', isChanged: false },
  });
});

test('without a comparison, nothing is changed', async () => {
  const { context, projectId } = await createServedProject();
  const filters = buildMetricFilters({ projectId, from, to, compare: 'none' });
  const { models } = await readProjectScope(context, filters);
  expect(models.get('gen')).toEqual({ previous: 'b', current: 'b', isChanged: false });
});

test('a change has one mark on its day, a steady mix has none', async () => {
  const { context, projectId } = await createServedProject();
  const changes = await listModelChanges(context, { projectId, engines: [] }, { from: firstDay, to });
  expect(changes).toMatchObject([
    { engine: 'social', day: addDays(firstDay, 21), before: 'a', now: 'b' },
    { engine: 'gen', day: from, before: 'a', now: 'b' },
    { engine: 'answer', day: addDays(firstDay, 46), before: 'a', now: 'b' },
  ]);
  expect(await listModelChanges(context, { projectId, engines: ['gen'] }, { from, to })).toHaveLength(1);
});
