import type { Weighting } from '#lib/dashboard/statistics/noise/variance';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';

/** Of what, and with which weights, a level is an average. */
export interface LevelWeighting {
  /** All segments by default. */
  segments?: Iterable<number>;
  /**
   * Runs planned in the period by segment, if segments have different numbers of samples by choice: each run then weighs 1,
   * and counts say "weighted by run".
   */
  plannedRuns?: ArrayLike<number>;
}

/** The average over the answers of a period, or over its runs. */
export interface WeighedLevel {
  weighting: Weighting;
  value: number;
  numerator: number;
  answers: number;
}

type SummedSeries = Pick<MetricSeries, 'panel' | 'answers' | 'sums'>;

/** Weighs all answers alike, or all runs. Null without answers. */
export function weighLevel(
  series: SummedSeries,
  period: DayRange,
  options: LevelWeighting,
): WeighedLevel | null {
  const { panel, answers, sums } = series;
  const parts = [...(options.segments ?? panel.segments.keys())].flatMap((segment) => {
    const part = sumPeriod(series, segment, period);
    return part.answers > 0 ? [part] : [];
  });
  if (parts.length === 0) return null;
  const { plannedRuns } = options;
  const getWeight = ({ segment, answers: own }: PeriodSums) =>
    plannedRuns ? (plannedRuns[segment] ?? 0) : own;
  const weightSum = total(parts, getWeight);
  const shares = Float64Array.from(parts, (part) => getWeight(part) / weightSum);
  const days = new Map<number, { current: Float64Array; previous: null }>();
  let value = 0;
  for (const [index, { segment, runs, answers: own }] of parts.entries()) {
    const engine = panel.engineIndexes[segment] ?? 0;
    const engineDays = days.get(engine) ?? { current: new Float64Array(panel.days.length), previous: null };
    days.set(engine, engineDays);
    for (let day = period.from; day < period.to; day += 1) {
      const count = at(answers, segment * panel.days.length + day);
      if (count === 0) continue;
      const weight = at(shares, index) * (plannedRuns ? 1 / runs : count / own);
      add(engineDays.current, day, weight);
      value += (weight * at(sums, segment * panel.days.length + day)) / count;
    }
  }
  return {
    weighting: {
      segments: parts.map(({ segment }) => segment),
      shares,
      sampling: Float64Array.from(parts, ({ answers: own, runs, reciprocals }, index) => {
        const perAnswer = plannedRuns ? reciprocals / runs ** 2 : 1 / own;
        return at(shares, index) ** 2 * perAnswer;
      }),
      days,
    },
    value,
    numerator: total(parts, ({ sum }) => sum),
    answers: total(parts, (part) => part.answers),
  };
}

interface PeriodSums {
  segment: number;
  answers: number;
  sum: number;
  /** Days with answers. */
  runs: number;
  /** Σ 1/n over these days. */
  reciprocals: number;
}

function sumPeriod(
  { panel, answers, sums }: SummedSeries,
  segment: number,
  { from, to }: DayRange,
): PeriodSums {
  const result = { segment, answers: 0, sum: 0, runs: 0, reciprocals: 0 };
  for (let day = from; day < to; day += 1) {
    const count = at(answers, segment * panel.days.length + day);
    if (count === 0) continue;
    result.answers += count;
    result.sum += at(sums, segment * panel.days.length + day);
    result.runs += 1;
    result.reciprocals += 1 / count;
  }
  return result;
}
