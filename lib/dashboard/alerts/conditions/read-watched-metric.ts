import type { WatchedMetric as MetricName } from '#lib/dashboard/alerts/conditions/condition';
import { getWatchedDays, type WatchedDays } from '#lib/dashboard/alerts/conditions/read-daily-counts';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { chooseSegments } from '#lib/dashboard/analytics/panel/choose-segments';
import { noFilters } from '#lib/dashboard/counts/conditions';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import { readPromptLabels } from '#lib/dashboard/prompts/prompt-texts';
import { readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import { type WatchedMetric, watchRatio, watchSeries } from '#lib/dashboard/statistics/alerts/watched-metric';
import { add, at } from '#lib/dashboard/statistics/numeric/arrays';
import { createPanel, type Panel, type PanelSegment } from '#lib/dashboard/statistics/panel/panel';
import type { Context } from '#lib/db/context';

/** Number of other brands whose noise is estimated together with that of the watched one. */
const maxOtherBrands = 4;

/** A metric over the whole project, with the part that an alert watches. */
export interface WatchedPanel {
  days: WatchedDays;
  metric: WatchedMetric;
  /** The index of the first day with answers. */
  first: number;
  /** The segments that match the alert's filters. */
  segments: readonly number[];
}

const segmentKey = ['promptId', 'engine', 'country'] as const;
const brandCounts = [
  'mentioned',
  'counted',
  'ranked',
  'rankSum',
  'rankSquares',
  'cited',
  'positive',
  'neutral',
  'negative',
] as const;
type BrandCount = (typeof brandCounts)[number];

/** The counts that each metric needs of a brand. */
const neededCounts: Readonly<Record<MetricName, readonly BrandCount[]>> = {
  visibility: ['mentioned'],
  citationRate: ['mentioned', 'cited'],
  shareOfVoice: ['mentioned', 'counted'],
  position: ['mentioned', 'ranked', 'rankSum', 'rankSquares'],
  sentiment: ['mentioned', 'positive', 'neutral', 'negative'],
};

/** Reads the daily counts that evaluations of an alert on a metric need, of all prompts, engines and countries. */
export async function readWatchedPanel(
  context: Context,
  { projectId, filters, brandId }: Pick<WatchedCondition, 'projectId' | 'filters' | 'brandId'>,
  { metric, evaluated }: { metric: MetricName; evaluated: { from: string; to: string } },
): Promise<WatchedPanel> {
  const days = getWatchedDays(evaluated);
  // Without filters, whether answers to branded prompts count for share of voice is still a setting.
  const branded = filters.branded === 'without' ? 'without' : 'with';
  const source = {
    filters: { ...noFilters, projectId, branded },
    periods: { watched: days.period },
  } as const;
  const counts = await readCounts(context, {
    answers: {
      ...source,
      of: 'answers',
      by: [...segmentKey, 'day'],
      counts: ['answers', 'withReportedCitations', 'isBrandedPrompt'],
    },
    brands: {
      ...source,
      of: 'brands',
      by: [...segmentKey, 'day', 'brandId'],
      counts: neededCounts[metric],
      sentiment: await readSentimentAvailability(context, projectId),
    },
  });
  const labels = await readPromptLabels(context, projectId);
  const answered = counts.answers.filter(({ answers }) => answers > 0);
  const panel = buildPanel(answered, days, labels);
  const index = new Map(panel.segments.map(({ key }, segment) => [key, segment]));
  const fill = <Row extends CountedRow>(rows: readonly Row[], read: (row: Row) => number) => {
    const values = new Float64Array(panel.segments.length * days.dayCount);
    for (const row of rows) {
      const segment = index.get(getSegmentKey(row));
      if (segment !== undefined) add(values, segment * days.dayCount + days.getIndex(row.day), read(row));
    }
    return values;
  };
  const isCounted = ({ isBrandedPrompt }: { isBrandedPrompt: boolean }) =>
    metric !== 'shareOfVoice' || branded === 'with' || !isBrandedPrompt;
  const answers = fill(answered, (row) =>
    metric === 'citationRate' ? row.withReportedCitations : isCounted(row) ? row.answers : 0,
  );
  const byBrand = Map.groupBy(counts.brands, (row) => row.brandId);
  const others = rankOthers(byBrand, brandId);
  const getRows = (id: string) => byBrand.get(id) ?? [];
  const ids = [brandId, ...others];
  return {
    days,
    metric: watchMetric(metric, { panel, answers, fill, ids, getRows, all: counts.brands }),
    first: findFirstDay(answered, days),
    segments: chooseSegments(panel, filters),
  };
}

interface CountedRow {
  promptId: string;
  engine: string;
  country: string;
  day: string;
}
type BrandRow = CountedRow & Partial<Record<BrandCount, number>>;

interface MetricInput {
  panel: Panel;
  answers: Float64Array;
  fill: (rows: readonly BrandRow[], read: (row: BrandRow) => number) => Float64Array;
  /** The watched brand, then others. */
  ids: readonly string[];
  getRows: (brandId: string) => readonly BrandRow[];
  all: readonly BrandRow[];
}

function watchMetric(
  metric: MetricName,
  { panel, answers, fill, ids, getRows, all }: MetricInput,
): WatchedMetric {
  const watch = <T>(
    build: (rows: readonly BrandRow[]) => T,
    join: (own: T, others: T[]) => WatchedMetric,
  ) => {
    const [own, ...others] = ids.map((id) => build(getRows(id)));
    if (!own) throw new Error('There is a watched brand.');
    return join(own, others);
  };
  const sum = (rows: readonly BrandRow[], count: BrandCount) => fill(rows, (row) => row[count] ?? 0);
  switch (metric) {
    case 'visibility':
    case 'citationRate': {
      const count = metric === 'visibility' ? 'mentioned' : 'cited';
      const build = (rows: readonly BrandRow[]) => ({
        panel,
        answers,
        sums: sum(rows, count),
        squares: null,
        unit: 1,
        ratioSpread: null,
      });
      return watch(build, watchSeries);
    }
    case 'position': {
      const build = (rows: readonly BrandRow[]) => ({
        panel,
        answers: sum(rows, 'ranked'),
        sums: sum(rows, 'rankSum'),
        // Rows of early releases have no sum of squares; it is at least this.
        squares: fill(rows, ({ ranked = 0, rankSum = 0, rankSquares = 0 }) =>
          ranked > 0 ? Math.max(rankSquares, rankSum ** 2 / ranked) : 0,
        ),
        unit: 5,
        ratioSpread: null,
      });
      return watch(build, watchSeries);
    }
    case 'shareOfVoice': {
      const wholes = sum(all, 'counted');
      const build = (rows: readonly BrandRow[]) => ({
        panel,
        answers,
        parts: sum(rows, 'counted'),
        wholes,
        isSigned: false,
      });
      return watch(build, watchRatio);
    }
    case 'sentiment': {
      const build = (rows: readonly BrandRow[]) => ({
        panel,
        answers,
        parts: fill(rows, ({ positive = 0, negative = 0 }) => positive - negative),
        wholes: fill(rows, ({ positive = 0, neutral = 0, negative = 0 }) => positive + neutral + negative),
        isSigned: true,
      });
      return watch(build, watchRatio);
    }
  }
}

function buildPanel(
  rows: readonly (CountedRow & { isBrandedPrompt: boolean })[],
  { period, dayCount, getDay }: WatchedDays,
  labels: Awaited<ReturnType<typeof readPromptLabels>>,
): Panel {
  const segments = new Map<string, PanelSegment>();
  for (const row of rows) {
    const { promptId, engine, country, isBrandedPrompt } = row;
    const key = getSegmentKey(row);
    const { topic = '', tags = [] } = labels.get(promptId) ?? {};
    const isBranded = isBrandedPrompt || (segments.get(key)?.isBranded ?? false);
    segments.set(key, {
      key,
      prompt: promptId,
      engine,
      place: country,
      country,
      access: '',
      topic: topic || null,
      tags,
      isBranded,
    });
  }
  const days = [period.from, ...Array.from({ length: dayCount - 1 }, (_, index) => getDay(index + 1))];
  return createPanel(days, [...segments.values()]);
}

/** Returns the brands that are mentioned most, without one. */
function rankOthers(byBrand: ReadonlyMap<string, readonly BrandRow[]>, brandId: string): string[] {
  return [...byBrand]
    .filter(([id]) => id !== brandId)
    .map(([id, rows]) => ({ id, mentioned: rows.reduce((sum, { mentioned = 0 }) => sum + mentioned, 0) }))
    .sort((a, b) => b.mentioned - a.mentioned || (a.id < b.id ? -1 : 1))
    .slice(0, maxOtherBrands)
    .map(({ id }) => id);
}

function findFirstDay(rows: readonly CountedRow[], { dayCount, getIndex }: WatchedDays): number {
  return rows.reduce((first, { day }) => Math.min(first, getIndex(day)), dayCount);
}

/** Returns whether the watched segments have answers on a day. */
export function hasAnswersOn({ metric, days, segments }: WatchedPanel, day: number): boolean {
  return segments.some((segment) => at(metric.answers, segment * days.dayCount + day) > 0);
}
