import jstat from 'jstat';
import type { Variance } from '#lib/dashboard/analytics/statistics/clusters';

/** A row of a regression: the outcome of a prompt and what it is explained by. */
export interface Observation {
  outcome: number;
  isTreatment: boolean;
  covariates: readonly number[];
}

interface Estimate {
  difference: number;
  variance: Variance;
}

const minDegreesOfFreedom = 3;
/** A prompt that determines its own fitted value has no residual; its leverage counts as at most 1 minus this. */
const minResidualShare = 0.05;

/**
 * Estimates how much the outcomes of treatment prompts differ from those of control prompts with the same covariates.
 * Prompts chosen because they were low or had dropped tend to recover by themselves (regression to the mean), and a
 * regression on earlier rates measures how much. The variance allows for unequal noise (HC3, MacKinnon and White, Journal
 * of Econometrics 29, 1985).
 * @returns null if the covariates explain the group, or leave fewer than three degrees of freedom
 */
export function estimateAdjustedDifference(observations: readonly Observation[]): Estimate | null {
  const width = observations[0]?.covariates.length ?? 0;
  const group = observations.map(({ isTreatment }) => (isTreatment ? 1 : 0));
  const columns = [
    observations.map(() => 1),
    group,
    ...Array.from({ length: width }, (_, index) =>
      observations.map(({ covariates }) => covariates[index] ?? 0),
    ),
  ];
  const independent = selectIndependent(columns);
  const degreesOfFreedom = observations.length - independent.length;
  if (independent[1] !== group || degreesOfFreedom < minDegreesOfFreedom) return null;
  const rows = observations.map((_, index) => independent.map((column) => column[index] ?? 0));
  const inverse = jstat.inv(independent.map((a) => independent.map((b) => dotProduct(a, b))));
  const outcomes = observations.map(({ outcome }) => outcome);
  const totals = independent.map((column) => dotProduct(column, outcomes));
  const coefficients = inverse.map((line) => dotProduct(line, totals));
  // The difference is the coefficient of the second column: a sum of outcomes, each weighted by the dot product of this
  // line of the inverse and the observation's own row.
  const [, groupLine = []] = inverse;
  const variance = rows.reduce((sum, row, index) => {
    const projected = inverse.map((line) => dotProduct(line, row));
    const share = Math.max(minResidualShare, 1 - dotProduct(row, projected));
    const residual = ((outcomes[index] ?? 0) - dotProduct(row, coefficients)) / share;
    return sum + (dotProduct(groupLine, row) * residual) ** 2;
  }, 0);
  return { difference: coefficients[1] ?? 0, variance: { variance, degreesOfFreedom } };
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
