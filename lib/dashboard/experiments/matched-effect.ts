import jstat from 'jstat';
import type { Variance } from '#lib/dashboard/analytics/statistics/clusters';
import { minPrompts } from '#lib/dashboard/analytics/statistics/estimate-interval';

/** The rates of one prompt, each from 0 to 1. */
export interface PromptRates {
  promptId: string;
  isTreatment: boolean;
  /** In the period before `before`; null without answers. */
  preceding: number | null;
  before: number;
  after: number;
}

/** The maximum number of control prompts for each treatment prompt. */
const matchesPerPrompt = 3;

/**
 * Returns the treatment prompts and, for each, the control prompts that were most similar to it in the period before the
 * change and in the one before that. Each control prompt is used at most once.
 */
export function matchPrompts(prompts: readonly PromptRates[]): PromptRates[] {
  const { true: treatment = [], false: controls = [] } = Object.groupBy(prompts, ({ isTreatment }) =>
    isTreatment ? 'true' : 'false',
  );
  const available = new Set(controls);
  const matched: PromptRates[] = [];
  const byRate = treatment.toSorted((a, b) => a.before - b.before);
  for (let round = 0; round < matchesPerPrompt; round += 1) {
    for (const prompt of byRate) {
      const nearest = findNearest(prompt, available);
      if (!nearest) break;
      available.delete(nearest);
      matched.push(nearest);
    }
  }
  return [...treatment, ...matched];
}

function findNearest(prompt: PromptRates, others: ReadonlySet<PromptRates>): PromptRates | undefined {
  let nearest: PromptRates | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const precedingDistance = Math.abs(
      (other.preceding ?? other.before) - (prompt.preceding ?? prompt.before),
    );
    const distance = Math.abs(other.before - prompt.before) + precedingDistance;
    if (distance < nearestDistance) [nearest, nearestDistance] = [other, distance];
  }
  return nearest;
}

export interface AdjustedEffect {
  difference: number;
  variance: Variance;
}

/**
 * Estimates how much more treatment prompts changed than control prompts with the same rates before. It uses a
 * regression on the rates before the change and, if every prompt has them, on those of the preceding period. Prompts
 * chosen because they were low or had dropped tend to recover by themselves (regression to the mean), and the regression
 * measures how much. The variance allows for unequal noise (HC3, MacKinnon and White, Journal of Econometrics 29, 1985).
 * @returns null with fewer than five prompts in a group
 */
export function estimateAdjustedEffect(prompts: readonly PromptRates[]): AdjustedEffect | null {
  const treatmentCount = prompts.filter(({ isTreatment }) => isTreatment).length;
  if (Math.min(treatmentCount, prompts.length - treatmentCount) < minPrompts) return null;
  const hasPreceding = prompts.every(({ preceding }) => preceding !== null);
  const columns = [
    prompts.map(() => 1),
    prompts.map(({ isTreatment }) => (isTreatment ? 1 : 0)),
    prompts.map(({ before }) => before),
    ...(hasPreceding ? [prompts.map(({ preceding }) => preceding ?? 0)] : []),
  ];
  const independent = selectIndependent(columns);
  const rows = prompts.map((_, index) => independent.map((column) => column[index] ?? 0));
  const inverse = jstat.inv(independent.map((a) => independent.map((b) => dotProduct(a, b))));
  const outcome = prompts.map(({ after }) => after);
  const totals = independent.map((column) => dotProduct(column, outcome));
  const coefficients = inverse.map((row) => dotProduct(row, totals));
  // The effect is the coefficient of the second column: a sum of outcomes, each weighted by the dot product of this row of
  // the inverse and the prompt's own row.
  const [, effectRow = []] = inverse;
  const variance = rows.reduce((sum, row, index) => {
    const leverage = dotProduct(
      row,
      inverse.map((line) => dotProduct(line, row)),
    );
    const residual = ((outcome[index] ?? 0) - dotProduct(row, coefficients)) / Math.max(0.05, 1 - leverage);
    return sum + (dotProduct(effectRow, row) * residual) ** 2;
  }, 0);
  return {
    difference: coefficients[1] ?? 0,
    variance: { variance, degreesOfFreedom: Math.max(1, prompts.length - independent.length) },
  };
}

function dotProduct(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Returns the columns that are not a combination of earlier ones, such as rates that are all 0 (Gram–Schmidt). */
function selectIndependent(columns: readonly number[][]): number[][] {
  const directions: number[][] = [];
  return columns.filter((column) => {
    let rest = column;
    for (const direction of directions) {
      const share = dotProduct(rest, direction);
      rest = rest.map((value, index) => value - share * (direction[index] ?? 0));
    }
    const length = Math.sqrt(dotProduct(rest, rest));
    if (length < 1e-6) return false;
    directions.push(rest.map((value) => value / length));
    return true;
  });
}
