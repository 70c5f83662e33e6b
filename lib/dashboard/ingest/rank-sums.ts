// In rows that earlier releases wrote, every mentioned brand has a rank, which is the one among tracked brands.

/** The SQL of the sums of ranks in a row of `daily_brands` or `monthly_brands`; `rank_square_sum` is unknown, here 0, in rows of earlier releases. */
const rankSums = {
  ranked: (row: string) => `coalesce(${row}ranked, ${row}mentioned)`,
  rank_square_sum: (row: string) => `coalesce(${row}rank_square_sum, 0)`,
  tracked_rank_sum: (row: string) => `coalesce(${row}tracked_rank_sum, ${row}rank_sum)`,
};

/** The last rank of a histogram: it means this rank or a later one. */
export const maxRank = 10;

/** The columns of rollups with sums of ranks that earlier releases did not write. */
export const rankSumColumns = ['ranked', 'rank_square_sum', 'tracked_rank_sum'] as const;

/** Returns the SQL of a sum in a row of a rollup. */
export function getRankSumSql(column: (typeof rankSumColumns)[number]): string {
  return rankSums[column]('');
}

/** Returns the SQL that adds the sum of an excluded row to that of the stored one. */
export function addRankSumSql(column: (typeof rankSumColumns)[number]): string {
  return `${column} = ${rankSums[column]('stored.')} + ${rankSums[column]('excluded.')}`;
}
