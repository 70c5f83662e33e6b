import { z } from 'zod';
import { toDay } from '#lib/core/days';
import { addDays, countDays } from '#lib/core/time';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getEmptyStateReason } from '#lib/dashboard/analytics/filters/project-state';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { minPrompts } from '#lib/dashboard/experiments/compared-prompts';
import { getMean } from '#lib/dashboard/experiments/difference';
import { computePromptRates, selectPaired } from '#lib/dashboard/experiments/prompt-rates';
import {
  readExperimentCounts,
  toExperimentSegments,
} from '#lib/dashboard/experiments/read-experiment-counts';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import { defineOperation } from '#lib/operations/define-operation';

/** The power of an experiment. */
const powerEstimateSchema = z.object({
  days: z.number().describe('The number of days before the change, and of days after it.'),
  promptCount: z.number().describe('The number of prompts with answers in both periods.'),
  detectableEffect: z
    .number()
    .describe('The smallest effect, as a share, that is detected with a probability of at least 80%.'),
});
export type PowerEstimate = z.output<typeof powerEstimateSchema>;

const power = 0.8;
/** The noise of the past is an estimate. In simulations, this factor keeps the promise where it was estimated too low. */
const allowance = 1.1;
const maxDays = 28;
const minDays = 7;

/**
 * @returns null with less than two weeks of answers, or fewer than five prompts in a group
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export const estimatePower = defineOperation({
  name: 'experiments.estimate-power',
  title: 'Estimate the power of an experiment',
  description:
    'Estimates the smallest effect that an experiment with randomly assigned prompts would detect, from how much the visibility of each prompt changed between the last two periods of equal length. Returns null if there are too few answers or prompts.',
  permission: 'projects.read',
  effect: 'read',
  input: z.strictObject({
    projectId: projectIdSchema,
    treatmentCount: z.int().min(1).max(10_000).describe('The number of prompts that the change affects.'),
  }),
  output: powerEstimateSchema.nullable(),
  isTransaction: false,
  async run(context, { projectId, treatmentCount }): Promise<PowerEstimate | null> {
    return withMetricsTransaction(context, async (tx) => {
      const project = await readProjectDays(tx, projectId);
      const today = toDay(context.clock.now(), project.timeZone);
      const { answeredPeriod } = await getEmptyStateReason(tx, { projectId });
      const historyDays = answeredPeriod ? countDays(answeredPeriod.from, today) : 0;
      const days = Math.min(maxDays, Math.floor(historyDays / 2));
      if (days < minDays) return null;
      const filters = parseFilters(project, {}, context.clock);
      const { selectedBrand, summedMonths } = await readProjectScope(tx, filters);
      const from = addDays(today, 1 - days);
      const windows = {
        before: { from: addDays(from, -days), to: addDays(from, -1) },
        after: { from, to: today },
      };
      const counts = await readExperimentCounts(
        { context: tx, filters, summedMonths },
        { brandId: selectedBrand.id, windows: [windows] },
      );
      const segments = toExperimentSegments(counts, {
        treatmentIds: new Set(),
        labels: new Map(),
        rate: 'visibility',
      });
      const changes = computePromptRates(selectPaired(segments)).map(({ before, after }) => after - before);
      const detectableEffect = computeDetectableEffect(changes, treatmentCount);
      return detectableEffect === null ? null : { days, promptCount: changes.length, detectableEffect };
    });
  },
});

/**
 * Computes the smallest effect that is detected with a probability of at least 80% (Bloom, Evaluation Review 19, 1995).
 * @param changes the change of each prompt without an experiment
 * @returns null with fewer than five prompts in a group
 */
export function computeDetectableEffect(changes: readonly number[], treatmentCount: number): number | null {
  const controlCount = changes.length - treatmentCount;
  if (Math.min(treatmentCount, controlCount) < minPrompts) return null;
  const mean = getMean(changes);
  const sumOfSquares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  const degreesOfFreedom = changes.length - 2;
  const standardError = Math.sqrt(
    (sumOfSquares / degreesOfFreedom) * (1 / treatmentCount + 1 / controlCount),
  );
  const quantiles = getQuantile(degreesOfFreedom) + getQuantile(degreesOfFreedom, 2 * (1 - power));
  return allowance * quantiles * standardError;
}
