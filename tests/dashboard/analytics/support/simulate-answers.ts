import type { PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { estimateAutocorrelation, RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';

/** A project whose answers are simulated: two periods of four weeks with one answer per segment and run. */
export interface SimulatedProject {
  prompts: number;
  engines?: number;
  countries?: number;
  runsPerWeek?: number;
  /** The probability that an answer repeats that of the previous run. */
  autocorrelation?: number;
  /** The standard deviation, on the logit scale, of the effect that all answers of an engine in a run share. */
  shock?: number;
  /** The effect of a change before the second period, on the logit scale. */
  effect?: number;
  /** The standard deviation, on the logit scale, of the rates at which the prompts’ answers mention the brand. */
  promptSpread?: number;
  /** True if the first engine mentions the brand less often and was added two runs before the second period. */
  hasNewEngine?: boolean;
}

export interface SimulatedSegment {
  prompt: number;
  engine: string;
  /** The runs of both periods. */
  periods: [previous: SimulatedRun[], current: SimulatedRun[]];
}

interface SimulatedRun {
  run: number;
  isMentioned: boolean;
}

/** Simulates the answers in each segment of a project, in both periods. */
export function simulateSegments(
  random: () => number,
  {
    prompts,
    engines = 3,
    countries = 1,
    runsPerWeek = 7,
    autocorrelation = 0,
    shock = 0,
    effect = 0,
    promptSpread = 1.5,
    hasNewEngine = false,
  }: SimulatedProject,
): SimulatedSegment[] {
  const runs = runsPerWeek * 4;
  const shocks = Array.from({ length: 2 * engines * runs }, () => shock * drawNormal(random));
  return Array.from({ length: prompts }, (_, prompt) => {
    const promptLevel = promptSpread * drawNormal(random) - 0.3;
    return Array.from({ length: engines * countries }, (__, index): SimulatedSegment => {
      const engine = index % engines;
      const level = promptLevel + 0.7 * drawNormal(random) - (hasNewEngine && engine === 0 ? 2 : 0);
      let last: boolean | null = null;
      const simulatePeriod = (period: number) =>
        Array.from({ length: runs }, (___, run): SimulatedRun => {
          const logit = level + period * effect + (shocks[(period * engines + engine) * runs + run] ?? 0);
          const isRepeated: boolean = last !== null && random() < autocorrelation;
          last = isRepeated ? last === true : random() < toProbability(logit);
          return { run, isMentioned: last };
        }).filter(({ run }) => !hasNewEngine || engine > 0 || period === 1 || run >= runs - 2);
      const previous = simulatePeriod(0);
      return { prompt, engine: `${engine}`, periods: [previous, simulatePeriod(1)] };
    });
  }).flat();
}

/** Returns the comparison of the segments `compared`. Its shocks and autocorrelation are estimated from all segments. */
export function toSimulatedComparison(
  all: readonly SimulatedSegment[],
  compared: readonly SimulatedSegment[] = all,
): PeriodComparison {
  const segments = compared.map(({ prompt, engine, periods: [previous, current] }) => ({
    promptId: `${prompt}`,
    engine,
    previous: countRuns(previous),
    current: countRuns(current),
  }));
  return {
    kind: 'rate',
    segments,
    modelChanged: false,
    excludedEngines: [],
    shocks: createShocks(all),
    autocorrelation: estimateAutocorrelation(
      all.flatMap(({ periods }) => periods.map((runs) => runs.map(({ isMentioned }) => Number(isMentioned)))),
    ),
  };
}

function countRuns(runs: readonly SimulatedRun[]) {
  return { numerator: runs.filter(({ isMentioned }) => isMentioned).length, denominator: runs.length };
}

function createShocks(segments: readonly SimulatedSegment[]): RunShocks {
  const engineGroups = [...Map.groupBy(segments, ({ engine }) => engine)];
  const periods = [false, true].map((isCurrent) => ({ isCurrent, period: isCurrent ? 1 : 0 }) as const);
  return new RunShocks(
    engineGroups.flatMap(([engine, group]) =>
      periods.flatMap(({ isCurrent, period }) =>
        [
          ...Map.groupBy(
            group.flatMap((segment) => segment.periods[period]),
            ({ run }) => run,
          ),
        ].map(([run, runs]) => ({ engine, isCurrent, day: `${run}`, ...countRuns(runs) })),
      ),
    ),
    segments.flatMap(({ engine, periods: counts }) =>
      periods.map(({ isCurrent, period }) => ({ engine, isCurrent, ...countRuns(counts[period]) })),
    ),
  );
}

/** Converts a value on the logit scale to a probability. */
export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Draws a number from the standard normal distribution. */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
