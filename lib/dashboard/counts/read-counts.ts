import { sql } from 'drizzle-orm';
import type { Period } from '#lib/core/time';
import { type AnyCountQuery, type CountPlan, findSet, planCounts } from '#lib/dashboard/counts/count-query';
import { selectSets } from '#lib/dashboard/counts/select-counts';
import { findMonthlyForm, hasMonthlyCounts } from '#lib/dashboard/counts/select-months';
import { isLong } from '#lib/dashboard/counts/split-periods';
import { readSummedMonths } from '#lib/dashboard/counts/summed-months';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

/** The counts whose values are not numbers. */
interface CountValues {
  isBrandedPrompt: boolean;
  answersByRank: number[];
}

/** A row of a query: its keys and counts, and the name of the period that it belongs to. */
export type CountRow<Query extends Pick<AnyCountQuery, 'by' | 'counts' | 'periods'>> = {
  period: keyof Query['periods'] & string;
} & Record<Query['by'][number], string> & {
    [Count in Query['counts'][number]]: Count extends keyof CountValues ? CountValues[Count] : number;
  };

/**
 * Reads counts: each query sums those of a rollup by some of its keys. Several queries are read in one round trip, and
 * those of the same rows in one scan. The size of a result does not depend on the number of answers. Rows are in no
 * particular order; a key has a row only if it has counts. A caller that runs several readings, or combines them with other
 * statements, does so in a transaction with a snapshot (`withMetricsTransaction`), so that they never mix two scoring versions.
 */
export async function readCounts<const Queries extends Readonly<Record<string, AnyCountQuery>>>(
  context: Pick<Context, 'db' | 'organizationId'>,
  queries: Queries,
): Promise<{ [Name in keyof Queries]: CountRow<Queries[Name]>[] }> {
  const plans = planQueries(await addSummedMonths(context, queries));
  const tables = plans.map(
    ({ plan }, index) => sql`${sql.raw(`counts_${index}`)} AS (${selectSets(context, plan)})`,
  );
  const results = plans.flatMap(({ plan, queries }, index) =>
    queries.map(({ name, query }) => {
      const columns = ['period', ...query.by, ...query.counts].map((column) => [column, `"${column}"`]);
      const source = sql.raw(`counts_${index} WHERE set_index = ${findSet(plan, query.by)}`);
      return sql`${selectColumns(Object.fromEntries(columns), source)} AS ${sql.identifier(name)}`;
    }),
  );
  type Rows = { [Name in keyof Queries]: CountRow<Queries[Name]>[] };
  const [row] = await queryRows<{ [Name in keyof Queries]: Columns<CountRow<Queries[Name]>> }>(
    context.db,
    sql`WITH ${sql.join(tables, sql`, `)} SELECT ${sql.join(results, sql`, `)}`,
  );
  return Object.fromEntries(Object.keys(queries).map((name) => [name, toRows(row?.[name])])) as Rows;
}

/** Adds the summed months to queries that do not know them and would read monthly rollups. */
async function addSummedMonths(
  context: Pick<Context, 'db' | 'organizationId'>,
  queries: Readonly<Record<string, AnyCountQuery>>,
): Promise<NamedQuery[]> {
  const known = new Map<string, Period[]>();
  const named: NamedQuery[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { filters, periods, by, summedMonths } = query;
    const { projectId } = filters;
    const isUseful =
      isLong(periods) &&
      hasMonthlyCounts({ source: query, counts: query.counts }) &&
      findMonthlyForm({ source: query }, by) !== null;
    if (summedMonths || !isUseful) named.push({ name, query });
    else {
      const months = known.get(projectId) ?? (await readSummedMonths(context, projectId));
      known.set(projectId, months);
      named.push({ name, query: { ...query, summedMonths: months } });
    }
  }
  return named;
}

interface NamedQuery {
  name: string;
  query: AnyCountQuery;
}

/** Groups queries of the same rows, each group with a plan to read it in one scan. */
function planQueries(queries: readonly NamedQuery[]): { plan: CountPlan; queries: NamedQuery[] }[] {
  const groups = Map.groupBy(queries, ({ query: { by: _, counts, ...source } }) =>
    JSON.stringify({ ...source, isMonthly: hasMonthlyCounts({ source, counts }) }),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [
          {
            plan: planCounts(
              first.query,
              group.map(({ query }) => query),
            ),
            queries: group,
          },
        ]
      : [];
  });
}
