import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { estimateAutocorrelation } from '#lib/dashboard/analytics/statistics/run-shocks';
import { readCounts } from '#lib/dashboard/counts/read-counts';
import type { Context } from '#lib/db/context';

/**
 * Maximum number of segments that the estimate uses, unless the first prompt alone has more. This many make it precise
 * enough to correct a variance.
 */
const maxSegments = 24;

/**
 * Estimates how much a segment's answers on a day resemble those on its last earlier day with answers, within one period:
 * the correlation of daily visibility between such days, over the segments of a few prompts (the first by ID).
 * @param options.promptIds the prompt of each segment
 * @returns from 0 to 0.9; 0 without a previous period, because only comparisons with it use the correlation
 */
export async function readAutocorrelation(
  context: Context,
  filters: MetricFilters,
  { brandId, promptIds }: { brandId: string; promptIds: readonly string[] },
): Promise<number> {
  const periods = getPeriods(filters);
  if (!periods.previous || promptIds.length === 0) return 0;
  const source = {
    filters: { ...filters, promptIds: selectPrompts(promptIds) },
    periods,
    by: ['promptId', 'engine', 'country', 'day'],
  } as const;
  const { answered, mentioned } = await readCounts(context, {
    answered: { ...source, of: 'answers', counts: ['answers'] },
    mentioned: { ...source, of: 'brands', counts: ['mentioned'], where: { brandId } },
  });
  const getDayKey = (row: { day: string } & SegmentKey) => `${getSegmentKey(row)} ${row.day}`;
  const mentionedByDay = new Map(mentioned.map((row) => [getDayKey(row), row.mentioned]));
  const days = answered
    .filter(({ answers }) => answers > 0)
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  const series = Map.groupBy(days, (row) => `${getSegmentKey(row)} ${row.period}`);
  return estimateAutocorrelation(
    [...series.values()].map((rows) =>
      rows.map((row) => (mentionedByDay.get(getDayKey(row)) ?? 0) / row.answers),
    ),
  );
}

type SegmentKey = Parameters<typeof getSegmentKey>[0];

/** Returns the first prompts by ID that together have at most `maxSegments` segments, but at least one prompt. */
function selectPrompts(promptIds: readonly string[]): string[] {
  // Each prompt's list has one entry per segment.
  const repeatedIdsByPrompt = [...Map.groupBy(promptIds, (id) => id)].sort(([a], [b]) => (a < b ? -1 : 1));
  const selected: string[] = [];
  let segments = 0;
  for (const [id, repeatedIds] of repeatedIdsByPrompt) {
    segments += repeatedIds.length;
    if (segments > maxSegments && selected.length > 0) break;
    selected.push(id);
  }
  return selected;
}
