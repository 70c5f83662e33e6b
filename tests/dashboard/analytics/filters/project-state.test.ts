import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import {
  getEmptyStateReason,
  listEngineModels,
  listFilterValues,
} from '#lib/dashboard/analytics/filters/project-state';
import {
  createObservedProject,
  firstDay,
  insert,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });
const noneMissing = { failed: 0, noAnswer: 0, unreadable: 0, notSent: 0 };
const emptyState = { hasPrompts: true, answeredPeriod: null, missing: noneMissing, lastRunId: null };

test('returns topics and tags but no engines for a project without runs', async () => {
  const { context, projectId } = await createObservedProject(db);
  expect(await listFilterValues(context, { projectId })).toEqual({
    engines: [],
    countries: [],
    topics: ['alpha', 'beta', 'gamma'],
    tags: ['all', 'even'],
  });
  expect(await getEmptyStateReason(context, { projectId })).toEqual(emptyState);
  await db.$client.query('UPDATE prompts SET archived_at = now() WHERE project_id = $1', [projectId]);
  expect(await getEmptyStateReason(context, { projectId })).toEqual({ ...emptyState, hasPrompts: false });
});

test('returns the engines and countries of a run, and the period that has answers', async () => {
  const { context, projectId } = await createObservedProject(db);
  const project = { organizationId: context.organizationId, projectId };
  const withoutMention = {
    day: 0,
    prompt: 0,
    engine: 'chat',
    country: 'US',
    ranks: [null, null, null],
    sources: [],
  };
  await storeRuns(db, project, [firstDay]);
  await storeRollups(db, project, [{ ...withoutMention, status: 'no_answer' }]);
  expect(await listFilterValues(context, { projectId })).toMatchObject({
    engines: ['chat', 'gen'],
    countries: ['JP', 'US'],
  });
  expect(await getEmptyStateReason(context, { projectId })).toMatchObject({ answeredPeriod: null });
  await storeRollups(db, project, [
    { ...withoutMention, day: 1, status: 'answered' },
    { ...withoutMention, day: 4, status: 'answered' },
    { ...withoutMention, day: 6, status: 'no_answer' },
  ]);
  expect(await getEmptyStateReason(context, { projectId })).toMatchObject({
    answeredPeriod: { from: '2026-03-02', to: '2026-03-05' },
  });
  const getReason = (prompt: number) =>
    getEmptyStateReason(context, { projectId, promptId: prompts[prompt]?.id });
  expect(await getReason(0)).toMatchObject({ answeredPeriod: { from: '2026-03-02', to: '2026-03-05' } });
  expect(await getReason(1)).toEqual(emptyState);
});

test('returns the engines and countries of all runs, each once', async () => {
  const { context, projectId } = await createObservedProject(db);
  const runs = [
    { engines: ['gen'], countries: ['US', 'DE'] },
    { engines: ['chat', 'gen'], countries: ['US'] },
    { engines: ['chat'], countries: ['JP'] },
    { engines: ['chat', 'gen'], countries: ['US'] },
    { engines: ['chat'], countries: ['FR', 'US'] },
    { engines: ['overview'], countries: ['BR'] },
  ];
  const run = { project_id: projectId, kind: 'manual', samples: 1, item_count: 1, status: 'completed' };
  await insert(
    db,
    'runs',
    runs.map((overrides, day) => ({
      ...run,
      ...overrides,
      organization_id: context.organizationId,
      id: randomUUID(),
      requested_at: `${firstDay}T0${day}:00:00Z`,
      created_at: `${firstDay}T0${day}:00:00Z`,
    })),
  );
  expect(await listFilterValues(context, { projectId })).toMatchObject({
    engines: ['chat', 'gen', 'overview'],
    countries: ['BR', 'DE', 'FR', 'JP', 'US'],
  });
});

test('counts, by outcome, the items of the latest run that have no usable answer', async () => {
  const { context, projectId } = await createObservedProject(db);
  const { organizationId } = context;
  const runId = randomUUID();
  await insert(db, 'runs', [
    {
      organization_id: organizationId,
      id: runId,
      project_id: projectId,
      kind: 'manual',
      requested_at: `${firstDay}T06:00:00Z`,
      engines: ['chat'],
      countries: ['US'],
      samples: 1,
      item_count: 6,
      status: 'completed',
      created_at: `${firstDay}T06:00:00Z`,
    },
  ]);
  await insert(
    db,
    'run_items',
    ['failed', 'failed', 'no_answer', 'answered', 'unreadable', 'not_sent'].map((status, index) => ({
      organization_id: organizationId,
      run_id: runId,
      id: randomUUID(),
      prompt_id: prompts[index % 5]?.id,
      engine: 'chat',
      country: 'US',
      sample: 1,
      status,
      updated_at: `${firstDay}T06:01:00Z`,
    })),
  );
  expect(await getEmptyStateReason(context, { projectId })).toMatchObject({
    lastRunId: runId,
    missing: { failed: 2, noAnswer: 1, unreadable: 1, notSent: 1 },
  });
  const getReason = (prompt: number) =>
    getEmptyStateReason(context, { projectId, promptId: prompts[prompt]?.id });
  expect(await getReason(0)).toMatchObject({
    lastRunId: runId,
    missing: { ...noneMissing, failed: 1, notSent: 1 },
  });
  expect(await getReason(5)).toEqual(emptyState);
});

test('returns nothing about a project to another organization', async () => {
  const { projectId } = await createObservedProject(db);
  const { context } = await createObservedProject(db);
  const unknownOrganization = { ...context, organizationId: randomUUID() };
  for (const otherContext of [context, unknownOrganization]) {
    expect(await listFilterValues(otherContext, { projectId })).toMatchObject({ topics: [], tags: [] });
    expect(await getEmptyStateReason(otherContext, { projectId })).toEqual({
      ...emptyState,
      hasPrompts: false,
    });
  }
});

test('lists the model of each engine on its last day with answers and recognizes the sandbox', async () => {
  const { context, projectId } = await createObservedProject(db);
  const project = { organizationId: context.organizationId, projectId };
  const recent = { ...context, clock: createFixedClock(new Date('2026-03-10T00:00:00Z')) };
  await storeRuns(db, project, [firstDay]);
  expect(await listEngineModels(recent, { projectId })).toEqual([]);
  const answer = { prompt: 0, country: 'US', status: 'answered' as const, ranks: [], sources: [] };
  const store = async (observations: Observation[]) => {
    await storeRollups(db, project, observations);
    await storeAnswers(db, project, observations);
  };
  await store([
    { ...answer, day: 0, engine: 'chat', provider: 'sandbox', model: 'model-0' },
    { ...answer, day: 1, engine: 'chat', provider: 'openai', model: 'model-0' },
    { ...answer, day: 1, engine: 'chat', provider: 'openai', model: 'model-1' },
    { ...answer, day: 1, engine: 'chat', provider: 'openai', model: 'model-1' },
    { ...answer, day: 1, engine: 'gen', provider: 'sandbox' },
  ]);
  expect(await listEngineModels(recent, { projectId })).toEqual([
    { engine: 'chat', model: 'model-1', isFictional: false },
    { engine: 'gen', model: null, isFictional: true },
  ]);
  await store([{ ...answer, day: 2, engine: 'gen', provider: null }]);
  expect(await listEngineModels(recent, { projectId })).toMatchObject([{}, { isFictional: false }]);
  const later = { ...context, clock: createFixedClock(new Date('2026-06-10T00:00:00Z')) };
  expect(await listEngineModels(later, { projectId })).toEqual([]);
});
