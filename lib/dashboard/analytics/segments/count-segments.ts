import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { PanelPeriods, PanelStatistics } from '#lib/dashboard/analytics/panel/panel-statistics';
import { answerCounts, brandCounts, type ProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import { type MetricCounts, zeroCounts } from '#lib/dashboard/analytics/segments/metric-definitions';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  countFictional,
  type FictionalAnswers,
} from '#lib/dashboard/analytics/segments/read-answer-segments';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';

/** The counts of a segment in one period: of all answers, and of one brand. */
export interface SegmentCounts extends MetricCounts {
  noAnswer: number;
  /** Answers of the sandbox's fictional market. */
  fictionalAnswers: number;
  /** Answers of which it is known whether they are stored with structure; an earlier release did not count them. */
  withKnownStructure: number;
  /** Of these, answers that are stored without it, whose brands rank in text order. */
  withoutStructure: number;
}

/** The counts of a prompt × engine × country in the current and the previous period. */
export interface Segment {
  /** Its index in the panel. */
  index: number;
  promptId: string;
  engine: string;
  country: string;
  isBrandedPrompt: boolean;
  current: Readonly<SegmentCounts>;
  previous: Readonly<SegmentCounts>;
}

const noCounts: SegmentCounts = {
  ...zeroCounts,
  noAnswer: 0,
  fictionalAnswers: 0,
  withKnownStructure: 0,
  withoutStructure: 0,
};

/** Adds up the counts of every tracked brand by segment and period. @returns by brand ID */
export function countSegments(
  panel: ProjectPanel,
  chosen: readonly number[],
  {
    brands,
    periods,
    branded,
  }: Pick<ProjectScope, 'brands'> & { periods: PanelPeriods; branded: MetricFilters['branded'] },
): Map<string, Segment[]> {
  const { segments } = panel.panel;
  const countAnswers = createAnswerCounter(panel);
  const counters = brands.map(({ id }) => ({ id, count: createBrandCounter(panel, id, brands.length) }));
  const result = new Map<string, Segment[]>(brands.map(({ id }) => [id, []]));
  for (const index of chosen) {
    const segment = segments[index];
    if (!segment) continue;
    const isCounted = branded !== 'without' || !segment.isBranded;
    const count = (range: DayRange | null) => {
      if (!range) return null;
      const own = counters.map((counter) => counter.count(index, range));
      const allCounted = isCounted ? own.reduce((sum, { mentioned }) => sum + mentioned, 0) : 0;
      const shared = { ...countAnswers(index, range), allCounted };
      return own.map((counts) => ({ ...shared, ...counts, counted: isCounted ? counts.mentioned : 0 }));
    };
    const [current, previous] = [count(periods.current), count(periods.previous)];
    for (const [position, { id }] of counters.entries()) {
      result.get(id)?.push({
        index,
        promptId: segment.prompt,
        engine: segment.engine,
        country: segment.country,
        isBrandedPrompt: segment.isBranded,
        current: current?.[position] ?? noCounts,
        previous: previous?.[position] ?? noCounts,
      });
    }
  }
  return result;
}

/** Adds up the counts of all answers by segment and period; those of a brand are 0. */
export function countAnswerSegments(
  panel: ProjectPanel,
  chosen: readonly number[],
  periods: PanelPeriods,
): Segment[] {
  const count = createAnswerCounter(panel);
  return chosen.flatMap((index) => {
    const segment = panel.panel.segments[index];
    if (!segment) return [];
    return [
      {
        index,
        promptId: segment.prompt,
        engine: segment.engine,
        country: segment.country,
        isBrandedPrompt: segment.isBranded,
        current: count(index, periods.current),
        previous: periods.previous ? count(index, periods.previous) : noCounts,
      },
    ];
  });
}

function createAnswerCounter(panel: ProjectPanel) {
  const sums = answerCounts.map((name) => [name, panel.sumAnswers(name)] as const);
  return (segment: number, range: DayRange): SegmentCounts => {
    const counts = { ...noCounts };
    for (const [name, sum] of sums) counts[name] = sum(segment, range);
    return counts;
  };
}

const noBrandCounts: Record<(typeof brandCounts)[number], number> = {
  mentioned: 0,
  ranked: 0,
  rankSum: 0,
  rankSquares: 0,
  rankFirstCount: 0,
  trackedRankSum: 0,
  cited: 0,
  citations: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
};

/** @param maxRank the number of tracked brands */
function createBrandCounter(panel: ProjectPanel, brandId: string, maxRank: number) {
  const sums = brandCounts.map((name) => [name, panel.sumSubject(brandId, name)] as const);
  return (segment: number, range: DayRange) => {
    const counts = { ...noBrandCounts };
    for (const [name, sum] of sums) counts[name] = sum(segment, range);
    const { citations, neutral, ...own } = counts;
    const { ranked, rankSum, trackedRankSum, positive, negative } = own;
    return {
      ...own,
      // An upper bound: x² ≤ (1 + m)x − m for ranks from 1 to m. Names that are not tracked can make ranks larger, but the
      // sum of the squares of these ranks is known.
      rankSquares: Math.max(own.rankSquares, (1 + maxRank) * rankSum - maxRank * ranked),
      trackedRankSquares: (1 + maxRank) * trackedRankSum - maxRank * ranked,
      subjectCitations: citations,
      sentences: positive + neutral + negative,
      sentimentSum: positive - negative,
      opinions: positive + negative,
    };
  };
}

/** Returns the sum of one count over the current period. */
export function sumCurrent(segments: readonly Segment[], count: keyof SegmentCounts): number {
  return segments.reduce((total, { current }) => total + current[count], 0);
}

/** Returns whether there are answers and all come from the sandbox's fictional market. */
export function isAllFictional(
  segments: readonly Record<'current' | 'previous', Pick<SegmentCounts, 'answers' | 'fictionalAnswers'>>[],
): boolean {
  const periods = segments.flatMap(({ current, previous }) => [current, previous]);
  const sum = (count: 'answers' | 'fictionalAnswers') =>
    periods.reduce((total, counts) => total + counts[count], 0);
  return sum('answers') > 0 && sum('answers') === sum('fictionalAnswers');
}

/** Counts fictional answers in both periods; null if none or all of the answers are fictional. */
export function countFictionalSegments(
  { panel, periods }: Pick<PanelStatistics, 'panel' | 'periods'>,
  segments: readonly Segment[],
): FictionalAnswers | null {
  if (!segments.some(({ current, previous }) => current.fictionalAnswers + previous.fictionalAnswers > 0)) {
    return null;
  }
  const answers = panel.getAnswers('answers');
  const fictional = panel.getAnswers('fictionalAnswers');
  const { days } = panel.panel;
  const byEngine = Map.groupBy(segments, ({ engine }) => engine);
  const listDays = (period: 'current' | 'previous') =>
    [...byEngine].flatMap(([engine, own]) => {
      const range = periods[period];
      if (!range) return [];
      return days.slice(range.from, range.to).map((day, position) => {
        const sum = (values: Float64Array) =>
          own.reduce(
            (total, { index }) => total + (values[index * days.length + range.from + position] ?? 0),
            0,
          );
        return { period, day, engine, answers: sum(answers), fictionalAnswers: sum(fictional) };
      });
    });
  return countFictional([...listDays('current'), ...listDays('previous')]);
}
