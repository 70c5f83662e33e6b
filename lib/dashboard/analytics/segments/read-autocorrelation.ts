import { type SQL, sql } from 'drizzle-orm';
import { buildFilterSql } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { estimateAutocorrelation } from '#lib/dashboard/analytics/statistics/run-shocks';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

/**
 * Maximum number of segments that the estimate uses, unless the first prompt alone has more. This many make it precise
 * enough to correct a variance.
 */
const maxSegments = 24;

/** One day of a segment; rows are in the order of days. */
interface DayRow {
  segment: string;
  day: string;
  isCurrent: boolean;
  count: number;
}

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
  if (!getPeriods(filters).previous) return 0;
  const { rollups, isCurrent } = buildFilterSql(context, filters);
  const isSelected = sql`${rollups} AND prompt_id = ANY (${sql.param(selectPrompts(promptIds))}::uuid[])`;
  const selectDays = (table: string, count: string, condition: SQL) =>
    selectColumns(
      { segment: "prompt_id || ' ' || engine || ' ' || country", day: 'day', isCurrent: 'is_current', count },
      sql`(SELECT *, ${isCurrent} AS is_current FROM ${sql.raw(table)} WHERE ${isSelected} AND ${condition}
        ORDER BY day) days`,
    );
  const [row] = await queryRows<{ answered: Columns<DayRow>; mentioned: Columns<DayRow> }>(
    context.db,
    sql`SELECT ${selectDays('daily_answers', 'answered', sql`answered > 0`)} AS answered,
      ${selectDays('daily_brands', 'mentioned', sql`brand_id = ${brandId}`)} AS mentioned`,
  );
  const mentioned = new Map(
    toRows(row?.mentioned).map(({ segment, day, count }) => [`${segment} ${day}`, count]),
  );
  const series = Map.groupBy(toRows(row?.answered), ({ segment, isCurrent }) => `${segment} ${isCurrent}`);
  return estimateAutocorrelation(
    [...series.values()].map((days) =>
      days.map(({ segment, day, count }) => (mentioned.get(`${segment} ${day}`) ?? 0) / count),
    ),
  );
}

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
