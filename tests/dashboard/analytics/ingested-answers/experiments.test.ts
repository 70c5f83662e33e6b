import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { addDays, listDays } from '#lib/core/time';
import { formatFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { computeShare } from '#lib/dashboard/analytics/segments/compute-share';
import type { Effect } from '#lib/dashboard/experiments/effect';
import { getExperimentResult } from '#lib/dashboard/experiments/experiment-result';
import { createExperiment, getExperiment } from '#lib/dashboard/experiments/experiments';
import { exportTable } from '#lib/dashboard/exports/export-table';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import type { Context } from '#lib/db/context';
import {
  answerArbitrary,
  current,
  filterChoiceArbitrary,
  type GeneratedAnswer,
  type ProjectHistory,
  prompts,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { isFictional } from '#tests/dashboard/analytics/support/reference-answers';
import { sumBy } from '#tests/dashboard/analytics/support/reference-definitions';
import {
  compareChanges,
  defineRates,
  findWindows,
  type GeneratedChange,
  listAnswersAround,
  listPromptChanges,
  toEffectGroup,
} from '#tests/dashboard/analytics/support/reference-experiments';
import { roundNumbers } from '#tests/dashboard/analytics/support/reference-metrics';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const today = '2026-03-31';
const promptNumbers = [...prompts.keys()];

/** A change within the period, with a large effect or none, and answers to prompts before and after it. */
const experimentArbitrary = fc
  .record({
    changedOn: fc.nat(3).map((days) => addDays(current.from, days)),
    treated: fc.oneof(
      { weight: 3, arbitrary: fc.subarray(promptNumbers, { minLength: 5, maxLength: 7 }) },
      {
        weight: 1,
        arbitrary: fc.subarray(promptNumbers, { minLength: 1, maxLength: promptNumbers.length - 1 }),
      },
    ),
    hasEffect: fc.boolean(),
    hasManyAnswers: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    hasNewModel: fc.boolean(),
    brands: fc.constantFrom('first' as const, 'changing' as const, 'second' as const),
  })
  .chain(({ hasManyAnswers, hasEffect, hasNewModel, brands, ...change }) => {
    const after = (days: number) => addDays(change.changedOn, days);
    const answerPairs = promptNumbers.map((prompt) =>
      fc.array(
        fc.record({
          before: answerArbitrary([-6, -2, -2, -1, -1].map(after), fc.constant(prompt)),
          after: answerArbitrary([0, 0, 1, 1, 8].map(after), fc.constant(prompt)),
          isSameSegment: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
          copies: fc.integer({ min: 1, max: 6 }),
        }),
        { minLength: hasManyAnswers ? 3 : 0, maxLength: hasManyAnswers ? 4 : 1 },
      ),
    );
    return fc.tuple(...answerPairs).map((prompts) => ({
      change,
      history: {
        compare: 'none',
        emptyRuns: 0,
        hasNewModel,
        brands,
        answers: prompts.flat().flatMap(({ before, after, isSameSegment, copies }) => {
          const { engine, country, prompt } = before;
          const pair = [before, isSameSegment ? { ...after, engine, country } : after];
          const affected = hasEffect && change.treated.includes(prompt) ? pair.map(toAffectedAnswer) : pair;
          return affected.flatMap((answer) => Array.from({ length: copies }, () => answer));
        }),
      } satisfies ProjectHistory,
    }));
  });

/** Makes an answer mention no brand before the change (`index` 0), and only the project's own brand after it (1). */
function toAffectedAnswer(answer: GeneratedAnswer, index: number): GeneratedAnswer {
  return {
    ...answer,
    items: [],
    sentences: index === 0 ? [] : [{ names: ['Fjordwing'], sentiment: 'neutral' }],
  };
}

/** The filters and days of a page. There are mostly no filters, because most filters leave too few answers. */
const viewArbitrary = fc.record({
  chosen: fc.tuple(filterChoiceArbitrary, fc.nat(2)).map(([chosen, part]) =>
    part === 0
      ? chosen
      : {
          ...chosen,
          engines: [],
          countries: [],
          topics: [],
          tags: [],
          prompts: [],
          branded: 'with' as const,
        },
  ),
  days: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(7, 28, 56) },
    {
      weight: 1,
      arbitrary: fc.record({ from: fc.integer({ min: -12, max: 1 }), to: fc.integer({ min: -1, max: 12 }) }),
    },
  ),
});

/** Expects verdicts that agree with their intervals. */
function expectVerdicts(effects: readonly Effect[]): void {
  for (const { verdict, interval } of effects) {
    if (!interval) expect(['too early', 'not comparable']).toContain(verdict);
    else expect(verdict).toBe(interval.low > 0 ? 'up' : interval.high < 0 ? 'down' : 'no clear change');
  }
}

test('the effect of an experiment matches a count of the individual answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      experimentArbitrary,
      fc.array(viewArbitrary, { minLength: 3, maxLength: 3 }),
      async ({ change, history }, views) => {
        const ingested = await ingestProject(dashboard, history);
        const { projectId, definition, promptIds } = ingested;
        const operator: Context = { ...ingested.context, actor: { kind: 'operator' } };
        const { id: experimentId } = await createExperiment(operator, {
          projectId,
          name: 'New page',
          description: 'A comparison',
          changedOn: change.changedOn,
          assignment: 'random',
          promptIds: change.treated.flatMap((prompt) => promptIds[prompt] ?? []),
        });
        await createExperiment(operator, {
          projectId,
          name: 'Other',
          description: 'Other',
          changedOn: today,
          assignment: 'random',
          promptIds: promptIds.slice(0, 1),
        });
        const experiment = await getExperiment(ingested.context, { projectId, experimentId });
        for (const { chosen, days } of views) {
          const [filterDays, limits] = toFilterDays(change, days);
          const filters = { ...toFilters(ingested, 'none', chosen), ...filterDays };
          const result = await getExperimentResult(ingested.context, filters, experiment);
          const windows = findWindows(change.changedOn, limits);
          if (windows) expect(result?.windows).toMatchObject(windows);
          else expect(result).toBe(null);
          if (!windows || !result) continue;

          const { all, paired } = listAnswersAround(history.answers, { definition, chosen }, windows);
          const isTreated = ({ prompt }: GeneratedAnswer) => change.treated.includes(prompt);
          const group = (treated: boolean) => ({
            before: paired.before.filter((answer) => isTreated(answer) === treated),
            after: paired.after.filter((answer) => isTreated(answer) === treated),
          });
          const [treated, control] = [group(true), group(false)];
          const counts = defineRates(definition, chosen.brand);
          const measured = {
            visibility: true,
            citationRate: (definition.brands[chosen.brand]?.domains.length ?? 0) > 0,
          };
          const rates = ['visibility', 'citationRate'] as const;
          for (const rate of rates.filter((name) => measured[name])) {
            const effect = result[rate];
            expect(effect).toMatchObject({
              treatment: toEffectGroup(treated, counts[rate]),
              control: toEffectGroup(control, counts[rate]),
            });
            const changes = [treated, control].map((own) => listPromptChanges(own, counts[rate]));
            const [treatedChanges = [], controlChanges = []] = changes;
            const sizes = [treated, control].flatMap(({ before, after }) => [before.length, after.length]);
            const hasAny = Math.min(...sizes) > 0;
            const hasEnoughPrompts = changes.every(({ length }) => length >= 5);
            const hasEnoughAnswers = Math.min(...sizes) >= 20;
            const reason = !hasAny
              ? 'few answers'
              : !hasEnoughPrompts
                ? 'few prompts'
                : hasEnoughAnswers
                  ? undefined
                  : 'few answers';
            expect(effect.refusal?.reason).toBe(reason);
            if (reason) {
              expect(effect).toMatchObject({ difference: null, interval: null });
              continue;
            }
            const { difference, deviation, degrees } = compareChanges(treatedChanges, controlChanges);
            expect(effect.difference).toBeCloseTo(difference, 12);
            // If all prompts changed alike, the variance of the answers is used.
            if (!effect.interval || deviation < 1e-6) continue;
            const { low, high } = effect.interval;
            expect((high + low) / 2).toBeCloseTo(difference, 12);
            expect((high - low) / 2).toBeCloseTo(getQuantile(degrees) * deviation, 9);
          }
          expectVerdicts([result.visibility, result.citationRate]);

          const observed = [...all.before, ...all.after];
          expect(result.isFictional).toBe(observed.length > 0 && observed.every(isFictional));
          const listed = listDays(windows.before.from, windows.after.to);
          const listDailyRates = (isTreatment: boolean) =>
            listed.map((day) => {
              const answers = observed.filter(
                (answer) => answer.day === day && isTreated(answer) === isTreatment,
              );
              if (answers.length === 0) return null;
              const byPrompt = [...Map.groupBy(answers, ({ prompt }) => prompt)];
              return computeShare(
                byPrompt.map(([prompt, own]) => ({ promptId: `${prompt}`, own })),
                ({ own }) => ({ numerator: sumBy(own, counts.visibility), denominator: own.length }),
              );
            });
          expect(roundNumbers(result.series)).toEqual(
            roundNumbers({
              days: listed,
              treatment: listDailyRates(true),
              control: listDailyRates(false),
            }),
          );

          const { body } = await exportTable(operator, {
            projectId,
            table: 'experiments',
            format: 'json',
            parameters: new URLSearchParams([
              ...formatFilters(filters, operator.clock),
              ['experiment', experimentId],
            ]),
          });
          expect(JSON.parse((await buffer(body)).toString('utf8'))).toMatchObject(
            rates.map((rate) => ({
              changed_on: change.changedOn,
              metric: rate === 'visibility' ? 'Visibility' : 'Citation rate',
              treated_after_numerator: result[rate].treatment.after.numerator,
              control_before_denominator: result[rate].control.before.denominator,
              verdict: result[rate].verdict,
            })),
          );
        }
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});

/** Returns the days of the filters, and the limits of the windows within them. */
function toFilterDays({ changedOn }: GeneratedChange, days: number | { from: number; to: number }) {
  if (typeof days === 'number') {
    const from = addDays(today, 1 - days);
    return [
      { from, to: today },
      { first: '', last: today, maxDays: days },
    ] as const;
  }
  const [from = '', to = ''] = [addDays(changedOn, days.from), addDays(changedOn, days.to)].sort();
  return [
    { from, to },
    { first: from, last: to, maxDays: 366 },
  ] as const;
}
