import { type SQL, sql } from 'drizzle-orm';
import type { AnyCountQuery } from '#lib/dashboard/counts/count-query';
import { selectCounts } from '#lib/dashboard/counts/select-counts';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** A query of daily counts. The day is a key of its rows, and its keys and counts are `by` and `counts`. */
export type DayCountQuery = AnyCountQuery;

/**
 * The counts of a key (such as a prompt × engine × country) by day: `days` are numbers of days since `firstDay`, in
 * any order, and each count is an array with one value for each of them.
 */
export type DayCounts<Query extends Pick<AnyCountQuery, 'by' | 'counts'>> = { days: number[] } & Record<
  Query['by'][number],
  string
> & {
    [Count in Query['counts'][number]]: (Count extends 'isBrandedPrompt' ? boolean : number)[];
  };

/**
 * Reads daily counts as one row for each key. Several queries are read in one round trip. A long list of days repeats no
 * key, which makes the result about a fifth of the size of that of `readCounts` by day.
 * @param firstDay the day (YYYY-MM-DD) that `days` are counted from
 */
export async function readDayCounts<const Queries extends Readonly<Record<string, DayCountQuery>>>(
  context: Pick<Context, 'db' | 'organizationId'>,
  firstDay: string,
  queries: Queries,
): Promise<{ [Name in keyof Queries]: DayCounts<Queries[Name]>[] }> {
  const columns = Object.entries(queries).map(
    ([name, query]) => sql`${selectDays(context, firstDay, query)} AS ${sql.identifier(name)}`,
  );
  type Result = { [Name in keyof Queries]: DayCounts<Queries[Name]>[] };
  const [row] = await queryRows<Result>(context.db, sql`SELECT ${sql.join(columns, sql`, `)}`);
  if (!row) throw new Error('A statement without FROM returns one row.');
  return row;
}

function selectDays(context: Pick<Context, 'organizationId'>, firstDay: string, query: DayCountQuery): SQL {
  const keys = sql.raw(query.by.map((key) => `"${key}"`).join(', '));
  const counts = sql.raw(query.counts.map((count) => `, array_agg("${count}") AS "${count}"`).join(''));
  const daily = selectCounts(context, { ...query, by: [...query.by, 'day'] } as AnyCountQuery);
  // Only the keys are sorted: sorting the days takes half of the time of a read of 50,000 rows.
  return sql`(SELECT coalesce(json_agg(read ORDER BY ${keys}), '[]') FROM (
    SELECT ${keys}, array_agg(day - ${firstDay}::date) AS days${counts}
    FROM ${daily} counts GROUP BY ${keys}) read)`;
}
