import type { WatchedMetric as MetricName } from '#lib/dashboard/alerts/conditions/condition';
import { getWatchedDays, type WatchedDays } from '#lib/dashboard/alerts/conditions/read-daily-counts';
import type { WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { chooseSegments } from '#lib/dashboard/analytics/panel/choose-segments';
import { createSeriesReader, type NoisyMetric } from '#lib/dashboard/analytics/panel/metric-series';
import { type ProjectPanel, readProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import { readSentimentAvailability } from '#lib/dashboard/sentiment/availability';
import { type WatchedMetric, watchRatio, watchSeries } from '#lib/dashboard/statistics/alerts/watched-metric';
import { at } from '#lib/dashboard/statistics/numeric/arrays';
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

/** Reads the daily counts that evaluations of an alert on a metric need, of all prompts, engines and countries. */
export async function readWatchedPanel(
  context: Context,
  { projectId, filters, brandId }: Pick<WatchedCondition, 'projectId' | 'filters' | 'brandId'>,
  { metric, evaluated }: { metric: MetricName; evaluated: { from: string; to: string } },
): Promise<WatchedPanel> {
  const days = getWatchedDays(evaluated);
  const panel = await readProjectPanel(context, projectId, {
    periods: { watched: days.period },
    sentiment: await readSentimentAvailability(context, projectId),
  });
  // Without filters, whether answers to branded prompts count for share of voice is still a setting.
  const isWithBranded = metric === 'shareOfVoice' && filters.branded !== 'without';
  return {
    days,
    metric: watchMetric(panel, isWithBranded ? 'shareOfVoiceWithBranded' : metric, brandId),
    first: findFirstDay(panel),
    segments: chooseSegments(panel.panel, filters),
  };
}

function watchMetric(panel: ProjectPanel, metric: NoisyMetric, brandId: string): WatchedMetric {
  const readSeries = createSeriesReader(panel, panel.listSubjects());
  const own = readSeries(metric, brandId);
  const others = rankOthers(panel, brandId).map((id) => readSeries(metric, id));
  if (own.kind === 'average')
    return watchSeries(
      own.series,
      others.flatMap((other) => (other.kind === 'average' ? [other.series] : [])),
    );
  return watchRatio(
    own.series,
    others.flatMap((other) => (other.kind === 'ratio' ? [other.series] : [])),
  );
}

/** Returns the brands that are mentioned most, without one. */
function rankOthers(panel: ProjectPanel, brandId: string): string[] {
  return panel
    .listSubjects()
    .filter((id) => id !== brandId)
    .map((id) => ({
      id,
      mentioned: panel.getSubject(id, 'mentioned').reduce((sum, count) => sum + count, 0),
    }))
    .sort((a, b) => b.mentioned - a.mentioned || (a.id < b.id ? -1 : 1))
    .slice(0, maxOtherBrands)
    .map(({ id }) => id);
}

/** Returns the index of the first day with answers; the number of days without any. */
function findFirstDay(panel: ProjectPanel): number {
  const { days, segments } = panel.panel;
  const answers = panel.getAnswers('answers');
  const first = days.findIndex((_, day) =>
    segments.some((_, segment) => at(answers, segment * days.length + day) > 0),
  );
  return first === -1 ? days.length : first;
}

/** Returns whether the watched segments have answers on a day. */
export function hasAnswersOn({ metric, days, segments }: WatchedPanel, day: number): boolean {
  return segments.some((segment) => at(metric.answers, segment * days.dayCount + day) > 0);
}
