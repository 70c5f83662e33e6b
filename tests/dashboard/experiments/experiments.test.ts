import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, listDays } from '#lib/core/time';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getExperimentResult, listExperimentEffects } from '#lib/dashboard/experiments/experiment-result';
import {
  createExperiment,
  deleteExperiment,
  editExperiment,
  getExperiment,
  listExperiments,
} from '#lib/dashboard/experiments/experiments';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';
import { insert } from '#tests/dashboard/analytics/support/observations';
import { createTestProject, startDashboard, type TestDashboard, withRole } from '#tests/support/dashboard';
import { buildMetricFilters } from '#tests/support/metric-filters';

let dashboard: TestDashboard;
let context: Context;
let projectId: string;
let filters: MetricFilters;
let promptIds: string[];
const today = '2026-03-20';
const changedOn = '2026-03-11';
const clock = { now: () => new Date(`${today}T12:00:00Z`) };
const treatedCount = 6;
const answersPerDay = 4;

beforeAll(async () => {
  dashboard = await startDashboard();
  const operator = await dashboard.createContext(clock);
  context = withRole(operator, 'editor');
  const project = await createTestProject(
    operator,
    Array.from({ length: 14 }, (_, index) => `Kayak prompt ${index}?`),
  );
  projectId = project.id;
  promptIds = (await listPrompts(context, { projectId })).map(({ id }) => id);
  filters = buildMetricFilters({
    projectId,
    from: addDays(today, -27),
    to: today,
  });
  const days = listDays(addDays(changedOn, -21), today);
  const promptDays = days.flatMap((day, dayIndex) =>
    promptIds.map((promptId, prompt) => ({ day, dayIndex, promptId, prompt })),
  );
  const toRollupKey = ({ day, promptId }: { day: string; promptId: string }) => ({
    organization_id: operator.organizationId,
    project_id: projectId,
    day,
    prompt_id: promptId,
    engine: 'gen',
    country: 'US',
  });
  await insert(
    dashboard.db,
    'daily_answers',
    promptDays.map((promptDay) => ({
      ...toRollupKey(promptDay),
      answered: answersPerDay,
      no_answer: 0,
      unreadable: 0,
      citations: 0,
      is_branded_prompt: false,
    })),
  );
  await insert(
    dashboard.db,
    'daily_brands',
    promptDays.map((promptDay) => {
      // From the day of the change, one more of a prompt's daily answers mentions the brand; for treated prompts, two more.
      const addedMentions = promptDay.day < changedOn ? 0 : promptDay.prompt < treatedCount ? 2 : 1;
      const mentioned = ((promptDay.dayIndex + promptDay.prompt) % 2) + addedMentions;
      return {
        ...toRollupKey(promptDay),
        brand_id: project.own.id,
        mentioned,
        mentions: mentioned,
        rank_sum: mentioned,
        rank_first_count: mentioned,
        cited: (promptDay.dayIndex * 7 + promptDay.prompt * 3) % 2,
        citations: 0,
      };
    }),
  );
});
afterAll(() => dashboard?.stop());

const buildExperimentFields = () => ({ name: 'New page', description: 'A comparison page', changedOn });

describe('an experiment', () => {
  test('measures the change of treated prompts relative to control prompts', async () => {
    const result = await getExperimentResult(context, filters, {
      changedOn,
      assignment: 'random',
      promptIds: promptIds.slice(0, treatedCount),
    });
    expect(result?.windows).toEqual({
      earliest: { from: '2026-02-09', to: '2026-02-18' },
      preceding: { from: '2026-02-19', to: '2026-02-28' },
      before: { from: '2026-03-01', to: '2026-03-10' },
      after: { from: '2026-03-11', to: '2026-03-20' },
    });
    const { visibility, citationRate } = result ?? {};
    const answers = 10 * answersPerDay;
    expect(visibility?.treatment).toMatchObject({
      promptCount: treatedCount,
      before: { numerator: treatedCount * 5, denominator: treatedCount * answers },
      after: { numerator: treatedCount * 25, denominator: treatedCount * answers },
    });
    expect(visibility?.control).toMatchObject({
      promptCount: 8,
      before: { numerator: 8 * 5, denominator: 8 * answers },
      after: { numerator: 8 * 15, denominator: 8 * answers },
    });
    expect(visibility?.difference).toBeCloseTo(0.25, 12);
    expect(visibility?.verdict).toBe('up');
    expect(citationRate?.verdict).toBe('no clear change');
    expect(result?.placebo?.difference).toBeCloseTo(0, 12);
    expect(result?.series.days).toEqual(listDays('2026-03-01', today));
    expect(result?.series.treatment[9]).toMatchObject({ denominator: treatedCount * answersPerDay });
    expect(result?.series.treatment[10]?.value).toBeGreaterThan(0.5);
  });

  test('charts only the control prompts that the effect is measured against', async () => {
    const chosen = { changedOn, assignment: 'chosen', promptIds: promptIds.slice(0, 5) } as const;
    const result = await getExperimentResult(context, filters, chosen);
    const { visibility, series } = result ?? {};
    // The check without a change needs the earliest period, of which no day has answers.
    expect(result).toMatchObject({ placebo: null, placeboFrom: '2026-02-09', firstDay: '2026-02-18' });
    // Up to three of the nine other prompts would be matched with each of the five.
    expect(visibility).toMatchObject({ method: 'chosen', control: { promptCount: 9 } });
    expect(series?.control.map((metric) => metric?.denominator)).toEqual(
      Array.from({ length: 20 }, () => 9 * answersPerDay),
    );
    const mentioned = series?.control.slice(10).reduce((sum, metric) => sum + (metric?.numerator ?? 0), 0);
    expect(mentioned).toBe(visibility?.control.after.numerator);
    const others = series?.treatment.map((metric) => metric?.denominator);
    expect(new Set(others)).toEqual(new Set([5 * answersPerDay]));
  });

  test('measures all experiments of a list together, each in its own periods', async () => {
    const experiments = [
      { changedOn, assignment: 'random', promptIds: promptIds.slice(0, treatedCount) },
      { changedOn: addDays(today, 5), assignment: 'random', promptIds: promptIds.slice(0, 5) },
      { changedOn: addDays(changedOn, 3), assignment: 'chosen', promptIds: promptIds.slice(4, 9) },
    ] as const;
    const effects = await listExperimentEffects(context, filters, experiments);
    const results = await Promise.all(
      experiments.map((experiment) => getExperimentResult(context, filters, experiment)),
    );
    for (const [index, effect] of effects.entries()) {
      if (effect) expect(results[index]).toMatchObject(effect);
      else expect(results[index]).toBe(null);
    }
    expect(effects.map((effect) => effect?.windows.after.from ?? null)).toEqual([
      changedOn,
      null,
      addDays(changedOn, 3),
    ]);
  });

  test('has no verdict with too few prompts or no answers, and has no result if the period ends before the change', async () => {
    const tooFew = await getExperimentResult(context, filters, {
      changedOn,
      assignment: 'random',
      promptIds: promptIds.slice(0, 3),
    });
    expect(tooFew?.visibility).toMatchObject({
      verdict: 'not comparable',
      refusal: { reason: 'few prompts' },
    });
    const filtered = { ...filters, countries: ['JP'] };
    const withoutData = await getExperimentResult(context, filtered, {
      changedOn,
      assignment: 'random',
      promptIds: promptIds.slice(0, 6),
    });
    expect(withoutData?.visibility).toMatchObject({
      difference: null,
      interval: null,
      verdict: 'too early',
    });
    const earlier = { ...filters, from: '2026-03-01', to: '2026-03-05' };
    expect(
      await getExperimentResult(context, earlier, { changedOn, assignment: 'random', promptIds }),
    ).toBeNull();
  });

  test('can be created, listed, shown as an annotation, edited and deleted', async () => {
    const ids = promptIds.slice(0, treatedCount);
    const { id } = await createExperiment(context, {
      projectId,
      ...buildExperimentFields(),
      promptIds: [...ids, ...ids],
    });
    const assignment = 'chosen' as const;
    const stored = { id, ...buildExperimentFields(), promptIds: ids, assignment };
    const viewer = withRole(context, 'viewer');
    expect(await listExperiments(viewer, { projectId })).toEqual([stored]);
    expect(await getExperiment(viewer, { projectId, experimentId: id })).toEqual(stored);
    expect(await listAnnotations(viewer, filters)).toContainEqual({
      kind: 'experiment',
      day: changedOn,
      text: 'New page',
    });
    const edited = {
      name: 'Newer page',
      description: 'Another',
      changedOn: addDays(changedOn, 1),
      promptIds: promptIds.slice(1, 3),
    };
    await editExperiment(context, { projectId, experimentId: id, ...edited, original: stored });
    expect(await listExperiments(viewer, { projectId })).toEqual([{ assignment, id, ...edited }]);
    // An edit of an outdated version is rejected.
    const staleEdit = {
      projectId,
      experimentId: id,
      ...edited,
      name: 'Late',
      original: stored,
    };
    await expect(editExperiment(context, staleEdit)).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'original' })],
    });
    expect(await listExperiments(viewer, { projectId })).toEqual([{ assignment, id, ...edited }]);
    await editExperiment(context, { ...staleEdit, original: undefined });
    expect(await listExperiments(viewer, { projectId })).toMatchObject([{ name: 'Late' }]);
    await deleteExperiment(context, { projectId, experimentId: id });
    expect(await listExperiments(context, { projectId })).toEqual([]);
    await expect(getExperiment(context, { projectId, experimentId: id })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });

  test('rejects viewers, other organizations and invalid input', async () => {
    const experiment = { ...buildExperimentFields(), promptIds: promptIds.slice(0, treatedCount) };
    const { id } = await createExperiment(context, { projectId, ...experiment });
    const viewer = withRole(context, 'viewer');
    const forbidden = { code: 'INSUFFICIENT_PERMISSIONS' };
    await expect(createExperiment(viewer, { projectId, ...experiment })).rejects.toMatchObject(forbidden);
    await expect(deleteExperiment(viewer, { projectId, experimentId: id })).rejects.toMatchObject(forbidden);
    const edit = { projectId, experimentId: id, ...experiment };
    await expect(editExperiment(viewer, edit)).rejects.toMatchObject(forbidden);
    const outsider = withRole(await dashboard.createContext(clock), 'owner');
    const missing = { code: 'RESOURCE_NOT_FOUND' };
    await expect(createExperiment(outsider, { projectId, ...experiment })).rejects.toMatchObject(missing);
    await expect(getExperiment(outsider, { projectId, experimentId: id })).rejects.toMatchObject(missing);
    await expect(editExperiment(outsider, edit)).rejects.toMatchObject(missing);
    const missingExperiment = { ...edit, experimentId: randomUUID() };
    await expect(editExperiment(context, missingExperiment)).rejects.toMatchObject(missing);
    await expect(deleteExperiment(outsider, { projectId, experimentId: id })).rejects.toMatchObject(missing);
    expect(await listExperiments(outsider, { projectId })).toEqual([]);
    for (const invalid of [
      { ...experiment, name: ' ' },
      { ...experiment, description: 'a\0' },
      { ...experiment, changedOn: addDays(today, 91) },
      { ...experiment, changedOn: '2026-02-30' },
      { ...experiment, promptIds: [] },
      { ...experiment, promptIds: [randomUUID()] },
      { ...experiment, promptIds },
    ]) {
      await expect(createExperiment(context, { projectId, ...invalid })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
      await expect(editExperiment(context, { ...edit, ...invalid })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    }
  });

  test('draws prompts at random, rejects a draw for a change in the past, and never redraws them', async () => {
    const drawn = {
      ...buildExperimentFields(),
      changedOn: today,
      assignment: 'random',
      treatmentCount: 5,
    } as const;
    const create = (experiment: object) => createExperiment(context, { projectId, ...drawn, ...experiment });
    const ids = await Promise.all([create({}), create({ name: 'Another' }), create({ name: 'Third' })]);
    const draws = await Promise.all(
      ids.map(({ id }) => getExperiment(context, { projectId, experimentId: id })),
    );
    for (const { promptIds: treatment, assignment } of draws) {
      expect(assignment).toBe('random');
      expect(new Set(treatment).size).toBe(5);
      expect(treatment.filter((id) => !promptIds.includes(id))).toEqual([]);
    }
    expect(
      new Set(draws.map(({ promptIds: treatment }) => treatment.toSorted().join())).size,
    ).toBeGreaterThan(1);
    const [first] = draws;
    if (!first) throw new Error('There is no experiment.');
    const key = { projectId, experimentId: first.id };
    const changed = {
      ...drawn,
      name: 'Renamed',
      assignment: 'chosen',
      promptIds: promptIds.slice(0, 2),
    };
    await editExperiment(context, { ...key, ...changed });
    expect(await getExperiment(context, key)).toEqual({ ...first, name: 'Renamed' });
    for (const [field, invalid] of [
      ['changedOn', { changedOn: addDays(today, -1) }],
      ['treatmentCount', { treatmentCount: promptIds.length }],
      ['treatmentCount', { treatmentCount: 0 }],
      ['promptIds', { treatmentCount: null }],
    ] as const) {
      await expect(create(invalid), field).rejects.toMatchObject({ fields: [{ field }] });
    }
    for (const { id } of ids) await deleteExperiment(context, { projectId, experimentId: id });
  });
});
