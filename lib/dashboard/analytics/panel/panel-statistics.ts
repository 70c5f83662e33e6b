import type { Change } from '#lib/core/metric';
import type { BrandNoise, MetricNoise } from '#lib/dashboard/analytics/panel/metric-noise';
import {
  createSeriesReader,
  type NoisyMetric,
  type PanelSeries,
} from '#lib/dashboard/analytics/panel/metric-series';
import type { ProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import {
  type Comparison,
  createComparison,
  createRatioComparison,
} from '#lib/dashboard/statistics/changes/comparison';
import {
  type DifferenceExplanation,
  explainDifference,
} from '#lib/dashboard/statistics/changes/explain-difference';
import { createSetJudge, type SetChange, type SetJudge } from '#lib/dashboard/statistics/changes/judge-set';
import { type BrandComparison, compareBrands } from '#lib/dashboard/statistics/levels/compare-brands';
import {
  type Average,
  averageRatio,
  estimateLevel,
  estimateRatioLevel,
  type Level,
} from '#lib/dashboard/statistics/levels/estimate-level';
import { estimateRepeat, type RepeatEstimate } from '#lib/dashboard/statistics/levels/repeat';
import { type SpotCheck, spotCheck } from '#lib/dashboard/statistics/levels/spot-check';
import { weighLevel } from '#lib/dashboard/statistics/levels/weigh-level';
import { applyNoise, type PanelNoise } from '#lib/dashboard/statistics/noise/noise';
import type { DayRange, MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import { applyRatioNoise, type PanelRatioNoise } from '#lib/dashboard/statistics/ratios/ratio-noise';

/** Fitted noise by metric and brand; without an entry, a brand has no answers from which it could be fitted. */
export interface NoiseByMetric {
  get(metric: NoisyMetric): BrandNoise | undefined;
}

/** The periods of a page as days of its panel. */
export interface PanelPeriods {
  current: DayRange;
  /** Null when nothing is compared. */
  previous: DayRange | null;
}

interface StatisticsInput {
  panel: ProjectPanel;
  /** IDs of brands, or names of domains. */
  subjects: readonly string[];
  periods: PanelPeriods;
  /** The noise of levels of the current period. */
  levelNoise: NoiseByMetric;
  /** The noise of changes between the periods. */
  changeNoise: NoiseByMetric;
  /** Engines whose model changed between the periods. */
  changedEngines: ReadonlySet<string>;
}

/** A metric of a brand with the fitted noise of its panel. */
type NoisySeries =
  | { kind: 'average'; series: MetricSeries; noise: PanelNoise }
  | { kind: 'ratio'; series: Extract<PanelSeries, { kind: 'ratio' }>['series']; noise: PanelRatioNoise };

/**
 * The intervals of levels and the verdicts of changes of a project in two periods, for any set of segments of its unfiltered
 * panel. A verdict belongs to a metric, a brand and a set of segments: wherever they are shown, it is the same.
 */
export class PanelStatistics {
  readonly panel: ProjectPanel;
  readonly periods: PanelPeriods;
  readonly #input: StatisticsInput;
  readonly #read: ReturnType<typeof createSeriesReader>;
  readonly #comparisons = new Map<string, Comparison>();
  readonly #judges = new Map<string, SetJudge>();
  readonly #levels = new Map<string, NoisySeries | null>();

  constructor(input: StatisticsInput) {
    this.#input = input;
    this.panel = input.panel;
    this.periods = input.periods;
    this.#read = createSeriesReader(input.panel, input.subjects);
  }

  getSeries(metric: NoisyMetric, brandId: string): PanelSeries {
    return this.#read(metric, brandId);
  }

  /** Judges the change of a metric of a brand on a set of segments; null when nothing is compared. */
  getChange(metric: NoisyMetric, brandId: string, segments: readonly number[]): SetChange | null {
    const comparison = this.getComparison(metric, brandId);
    if (!comparison) return null;
    const key = `${metric} ${brandId}`;
    const judge = this.#judges.get(key) ?? createSetJudge(comparison);
    this.#judges.set(key, judge);
    return judge(segments);
  }

  /** Returns the data from which changes of a metric of a brand are judged; null when nothing is compared. */
  getComparison(metric: NoisyMetric, brandId: string): Comparison | null {
    const { periods, changeNoise, changedEngines } = this.#input;
    const { current, previous } = periods;
    if (!previous) return null;
    const key = `${metric} ${brandId}`;
    const known = this.#comparisons.get(key);
    if (known) return known;
    const entry = this.#applyNoise(metric, brandId, changeNoise);
    const compared = { current, previous };
    const comparison = entry
      ? entry.kind === 'ratio'
        ? createRatioComparison(entry.series, entry.noise, compared, changedEngines)
        : createComparison(entry.series, entry.noise, compared, changedEngines)
      : this.#compareWithoutNoise(metric, brandId, compared);
    this.#comparisons.set(key, comparison);
    return comparison;
  }

  /**
   * Estimates the level of a metric of a brand on a set of segments.
   * @param days by default the current period
   * @returns null if nothing was counted
   */
  getLevel(
    metric: NoisyMetric,
    brandId: string,
    segments: readonly number[],
    days: DayRange = this.periods.current,
  ): Level | null {
    const entry = this.#getNoisyLevel(metric, brandId);
    if (!entry) return null;
    return entry.kind === 'ratio'
      ? estimateRatioLevel(entry.series, entry.noise, days, segments)
      : estimateLevel(entry.series, entry.noise, days, { segments });
  }

  /**
   * Computes the level of a metric of a brand on a set of segments without its interval, which needs noise.
   * @returns null if nothing was counted
   */
  getAverage(
    metric: NoisyMetric,
    brandId: string,
    segments: readonly number[],
    days: DayRange,
  ): Average | null {
    const entry = this.#read(metric, brandId);
    return entry.kind === 'ratio'
      ? averageRatio(entry.series, days, segments)
      : weighLevel(entry.series, days, { segments });
  }

  /**
   * Splits the difference of the levels of the two periods over a set of segments.
   * @param getKey of the segments that make one part
   * @returns null when nothing is compared, or if a period has no answers
   */
  explain(
    metric: NoisyMetric,
    brandId: string,
    { segments, getKey }: { segments: readonly number[]; getKey: (segment: number) => string },
  ): DifferenceExplanation | null {
    const comparison = this.getComparison(metric, brandId);
    if (!comparison) return null;
    const { kind, series } = this.#read(metric, brandId);
    const counts =
      kind === 'ratio'
        ? { parts: series.parts, wholes: series.wholes }
        : { parts: series.sums, wholes: series.answers };
    return explainDifference(comparison, counts, getKey, segments);
  }

  /** Compares the visibility of two brands in the same answers; null without answers. */
  compareBrands(brandId: string, otherId: string, segments: readonly number[]): BrandComparison | null {
    const own = this.#getNoisyLevel('visibility', brandId);
    const other = this.#read('visibility', otherId);
    if (own?.kind !== 'average' || other.kind !== 'average') return null;
    return compareBrands(own.series, other.series, {
      both: null,
      noise: own.noise,
      period: this.periods.current,
      segments,
    });
  }

  /** Estimates how much the visibility of a brand would differ if the runs of the period were repeated now; null without answers. */
  estimateRepeat(brandId: string, segments: readonly number[]): RepeatEstimate | null {
    const own = this.#getNoisyLevel('visibility', brandId);
    if (own?.kind !== 'average') return null;
    return estimateRepeat(own.series, own.noise, this.periods.current, segments);
  }

  /** Computes what people see who ask a prompt themselves a few times; null without answers. */
  spotCheck(brandId: string, segments: readonly number[], tries: number): SpotCheck | null {
    const own = this.#getNoisyLevel('visibility', brandId);
    if (own?.kind !== 'average') return null;
    return spotCheck(own.series, own.noise, this.periods.current, { segments, tries });
  }

  #getNoisyLevel(metric: NoisyMetric, brandId: string): NoisySeries | null {
    const key = `${metric} ${brandId}`;
    const known = this.#levels.get(key);
    if (known !== undefined) return known;
    const entry = this.#applyNoise(metric, brandId, this.#input.levelNoise);
    this.#levels.set(key, entry);
    return entry;
  }

  #applyNoise(metric: NoisyMetric, brandId: string, noise: NoiseByMetric): NoisySeries | null {
    const fitted: MetricNoise | undefined = noise.get(metric)?.get(brandId);
    const entry = this.#read(metric, brandId);
    if (!fitted) return null;
    const { panel } = this.panel;
    if (entry.kind === 'ratio' && fitted.kind === 'ratio')
      return { ...entry, noise: applyRatioNoise(fitted.fit, panel) };
    if (entry.kind === 'average' && fitted.kind === 'average')
      return { ...entry, noise: applyNoise(fitted.fit, panel) };
    throw new Error(`The noise of ${metric} is of another kind than its series.`);
  }

  /** A metric without any answers has no noise, and no change can be judged. */
  #compareWithoutNoise(
    metric: NoisyMetric,
    brandId: string,
    periods: Record<'current' | 'previous', DayRange>,
  ): Comparison {
    const entry = this.#read(metric, brandId);
    const answers = new Float64Array(entry.series.answers.length);
    const noise: PanelNoise = {
      fit: { ...noFit },
      panel: this.panel.panel,
      spreads: new Float64Array(this.panel.panel.segments.length),
      means: new Float64Array(this.panel.panel.segments.length),
    };
    return createComparison(
      { panel: this.panel.panel, answers, sums: answers, squares: null, unit: 1, ratioSpread: null },
      noise,
      periods,
      this.#input.changedEngines,
    );
  }
}

const noFit: PanelNoise['fit'] = {
  weights: [],
  scales: [],
  degreesOfFreedom: 0,
  promptCorrelation: 0,
  engineCorrelation: 0,
  inflation: 1,
  shiftGain: 1,
  engines: {},
  segments: {},
};

/** Converts a verdict to the form in which every surface shows it. @param scale of the values: 100 for sentiment */
export function toChange(change: SetChange, scale = 1): Change {
  const multiply = (value: number | null) => (value === null ? null : scale * value);
  const { interval } = change;
  return {
    verdict: change.verdict,
    reason: change.reason,
    previous: multiply(change.before),
    current: multiply(change.after),
    difference: multiply(change.difference),
    interval: interval && { low: scale * interval.low, high: scale * interval.high },
    confidence: change.family === null ? 0.95 : 0.9,
    judgedWith: change.family,
    rows: change.rows,
    prompts: change.prompts,
    segments: change.segments,
    previousAnswers: change.previousAnswers,
    currentAnswers: change.currentAnswers,
    excludedEngines: change.withoutEngines,
  };
}
