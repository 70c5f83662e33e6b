import { type DailyCount, DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { drawNormal, toProbability } from '#tests/support/draw-normal';

/** A project with simulated answers on many days: one answer per segment and run. */
export interface SimulateDaysOptions {
  days: number;
  prompts: number;
  engines?: number;
  /** Days between two runs. */
  daysBetweenRuns?: number;
  /** The probability that an answer repeats that of the previous run. */
  autocorrelation?: number;
  /** The standard deviation, on the logit scale, of the effect that all answers of an engine in a run share. */
  shock?: number;
  /** The average, on the logit scale, of the rates at which the prompts’ answers mention the brand. */
  level?: number;
  /** The first day on which visibility is higher by `points` (0.15 for 15 points). */
  change?: { day: number; points: number };
  /** The day on which every second prompt is added. Answers to the added prompts mention the brand less often. */
  newPromptsOn?: number;
}

/** Simulates the daily visibility of a project. */
export function simulateDays(random: () => number, project: SimulateDaysOptions): DailySeries {
  const {
    days,
    prompts,
    engines = 3,
    daysBetweenRuns = 1,
    autocorrelation = 0,
    shock = 0,
    level = -0.3,
  } = project;
  const segments = Array.from({ length: prompts }, (_, prompt) => {
    const isNew = project.newPromptsOn !== undefined && prompt % 2 === 1;
    const promptLevel = level + 1.5 * drawNormal(random) - (isNew ? 2 : 0);
    return Array.from({ length: engines }, (__, engine) => ({
      name: `${prompt} ${engine}`,
      engine,
      level: promptLevel + 0.7 * drawNormal(random),
      from: isNew ? (project.newPromptsOn ?? 0) : 0,
      last: null as boolean | null,
    }));
  }).flat();
  const { day: changedOn, points } = project.change ?? { day: days, points: 0 };
  const effect = findEffect(
    segments.map((segment) => segment.level),
    points,
  );
  const counts: DailyCount[] = [];
  for (let day = 0; day < days; day += daysBetweenRuns) {
    const shocks = Array.from({ length: engines }, () => shock * drawNormal(random));
    for (const segment of segments) {
      if (day < segment.from) continue;
      const logit = segment.level + (shocks[segment.engine] ?? 0) + (day >= changedOn ? effect : 0);
      const isRepeated = segment.last !== null && random() < autocorrelation;
      segment.last = isRepeated ? segment.last === true : random() < toProbability(logit);
      const numerator = Number(segment.last);
      counts.push({ segment: segment.name, day, numerator, denominator: 1, squares: numerator });
    }
  }
  return new DailySeries(days, counts);
}

/** Finds the shift on the logit scale that raises the average rate by `points`. */
function findEffect(levels: readonly number[], points: number): number {
  const average = (shift: number) =>
    levels.reduce((sum, level) => sum + toProbability(level + shift), 0) / levels.length;
  let [low, high] = [0, points === 0 ? 0 : 20];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (average(middle) - average(0) < points) low = middle;
    else high = middle;
  }
  return low;
}
