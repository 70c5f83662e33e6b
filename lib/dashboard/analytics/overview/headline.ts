import {
  type Change,
  computeRate,
  type Grade,
  getGrade,
  type MeanMetric,
  type Metric,
  type Rate,
  type SentimentMetric,
  type TrackedBrand,
} from '#lib/core/metric';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  groupSegments,
  isAllFictional,
  sumCurrent,
  toMetricRows,
} from '#lib/dashboard/analytics/segments/metric-rows';
import {
  computeMeanMetric,
  computeMetric,
  metricDefinitions,
  toComparison,
} from '#lib/dashboard/analytics/segments/metrics';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import { computeSentimentMetric } from '#lib/dashboard/analytics/segments/sentiment-metric';
import { comparePeriods } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { Context } from '#lib/db/context';

/** The own brand's figures of the period. */
export interface HeadlineData {
  brand: TrackedBrand;
  periods: Periods;
  runs: number;
  answers: number;
  /** Answers of the previous period; null when nothing is compared. */
  answersBefore: number | null;
  grade: Grade;
  /** Whether every answer comes from the fictional market. */
  fictional: boolean;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
  /** Observations where the engine gave an answer at all, of those where it could. */
  triggerRate: Rate;
  /** Where visibility moved most; null where nowhere did beyond noise. */
  mostMoved: LargestChange | null;
}

/** The headline figures of a project, with their change and how sure they are. */
export function getHeadline(context: Context, filters: MetricFilters): Promise<HeadlineData> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const { cells } = await readSegments(scope, filters, market);
    return buildHeadline(market, cells, filters);
  });
}

/** The headline of cells already read. */
export function buildHeadline(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
): HeadlineData {
  const { id, name, role, colorIndex } = market.own;
  const { rows, models } = toMetricRows(cells, market);
  const terms = { market, brand: market.own, filters, models };
  const compared = market.periods.previous !== null;
  const family = Object.values(metricDefinitions);
  const judged = compared ? comparePeriods(family.map((measure) => toComparison(measure, rows, terms))) : [];
  const changeOf = (measure: (typeof family)[number]): Change | null =>
    judged[family.indexOf(measure)] ?? null;
  const rate = (measure: (typeof family)[number]) => computeMetric(measure, rows, terms, changeOf(measure));
  const answers = sumCurrent(cells, 'answers');
  return {
    brand: { id, name, role, colorIndex },
    periods: market.periods,
    runs: market.runs,
    answers,
    answersBefore: compared ? cells.reduce((total, cell) => total + cell.before.answers, 0) : null,
    grade: getGrade(answers),
    fictional: isAllFictional(cells),
    visibility: rate(metricDefinitions.visibility),
    shareOfVoice: rate(metricDefinitions.shareOfVoice),
    position: computeMeanMetric(
      metricDefinitions.position,
      rows,
      terms,
      changeOf(metricDefinitions.position),
    ),
    firstPlace: rate(metricDefinitions.firstPlace),
    citationRate: rate(metricDefinitions.citationRate),
    citationShare: rate(metricDefinitions.citationShare),
    sentiment: computeSentimentMetric(rows, terms, changeOf(metricDefinitions.sentiment)),
    triggerRate: computeRate(answers, answers + sumCurrent(cells, 'noAnswer')),
    mostMoved: compared ? findLargestChange(market, cells, filters) : null,
  };
}

/** An engine in a country whose visibility moved. */
export interface LargestChange {
  engine: string;
  country: string;
  change: Change;
}

/** The engine and country whose visibility moved most, of those that moved beyond noise; null without any. */
function findLargestChange(
  market: ProjectScope,
  cells: readonly Segment[],
  filters: MetricFilters,
): LargestChange | null {
  const groups = [...groupSegments(cells, ({ engine, country }) => `${engine} ${country}`).values()];
  const changes = comparePeriods(
    groups.map((group) => {
      const { rows, models } = toMetricRows(group, market);
      return toComparison(metricDefinitions.visibility, rows, { market, brand: market.own, filters, models });
    }),
  );
  let most: LargestChange | null = null;
  for (const [index, change] of changes.entries()) {
    const cell = groups[index]?.[0];
    if (!cell || change.verdict !== 'moved') continue;
    if (!most || changeSize(change) > changeSize(most.change)) {
      most = { engine: cell.engine, country: cell.country, change };
    }
  }
  return most;
}

function changeSize(change: Change): number {
  return Math.abs(change.difference ?? 0);
}
