import { type SQL, sql } from 'drizzle-orm';
import {
  isInSegments,
  isPublished,
  isSubject,
  joinConditions,
  selectBrandedPrompts,
  selectNeededColumns,
} from '#lib/dashboard/counts/conditions';
import {
  type AnyCountQuery,
  type CountPlan,
  type CountSet,
  listCounts,
  planCounts,
  selectKeys,
  selectSums,
  selectValues,
} from '#lib/dashboard/counts/count-query';
import { isKeyOfRows, keyColumns } from '#lib/dashboard/counts/rollups';
import {
  findMonthlyForm,
  hasMonthlyCounts,
  type MonthlySet,
  selectMonths,
} from '#lib/dashboard/counts/select-months';
import { type DayPart, listPeriods, splitPeriods } from '#lib/dashboard/counts/split-periods';
import { isClassified, noSentiment } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';

type Reader = Pick<Context, 'organizationId'>;

/**
 * Selects counts as a table expression, for statements that go on computing in SQL: its columns are the keys and counts of
 * the query, and `period`. Its days are read from the daily rollups, unless the query knows the summed months.
 */
export function selectCounts(context: Reader, query: AnyCountQuery): SQL {
  return sql`(${selectSets(context, planCounts(query, [query]))})`;
}

/**
 * Selects the results of a plan, told apart by `set_index`. Most of a long period is read from the monthly rollups, if they
 * have its counts, and the other days from the daily ones.
 */
export function selectSets(context: Reader, plan: CountPlan): SQL {
  const { source, sets } = plan;
  const parts = hasMonthlyCounts(plan) ? splitPeriods(source.periods, source.summedMonths ?? []) : null;
  const monthlySets = sets.flatMap((set): MonthlySet[] => {
    const form = parts && findMonthlyForm(plan, set.by);
    return form ? [{ ...set, form }] : [];
  });
  const dailySets = sets.filter(({ index }) => !monthlySets.some((set) => set.index === index));
  const allDays = listPeriods(source.periods);
  if (!parts || monthlySets.length === 0) return sumDays(context, plan, { sets, days: allDays });
  const selects = [
    ...selectMonths(context, plan, { sets: monthlySets, months: parts.months }),
    ...(parts.days.length > 0 ? [sumDays(context, plan, { sets: monthlySets, days: parts.days })] : []),
    ...(dailySets.length > 0 ? [sumDays(context, plan, { sets: dailySets, days: allDays })] : []),
  ];
  const keys = sql.raw(['set_index', 'period', ...plan.keys.map((key) => `"${key}"`)].join(', '));
  return sql`SELECT ${keys}${selectSums(plan, (name) => `"${name}"`)}
    FROM (${sql.join(selects, sql` UNION ALL `)}) parts GROUP BY ${keys}`;
}

/** Sums days of the daily rollup for some results of a plan. */
function sumDays(
  context: Reader,
  plan: CountPlan,
  { sets, days }: { sets: readonly CountSet[]; days: readonly DayPart[] },
): SQL {
  const used = plan.keys.filter((key) => sets.some(({ by }) => by.includes(key)));
  const columns = used.map((key) => keyColumns[key].column);
  const keys = sql`${sql.raw(selectIndex(sets, plan))} AS set_index, period${selectKeys(
    plan,
    (key, column) => (used.includes(key) ? column : null),
  )}`;
  const rows = sql`(${sql.join(
    days.map((part) => selectRows(context, plan, part)),
    sql` UNION ALL `,
  )}) ${sql.raw(`daily_${plan.source.of}`)}`;
  if (sets.length === 1 && isKeyOfRows(plan.source.of, used)) {
    return sql`SELECT ${keys}${selectValues(plan)} FROM ${rows}`;
  }
  const groups = sets.map(
    ({ by }) => `(${['period', ...by.map((key) => keyColumns[key].column)].join(', ')})`,
  );
  return sql`SELECT ${keys}${selectSums(plan, (_, { row }) => row)}
    FROM ${rows}
    GROUP BY ${sql.raw(groups.length === 1 ? ['period', ...columns].join(', ') : `GROUPING SETS (${groups.join(', ')})`)}`;
}

/** Returns the SQL of the index of the result that a row with grouping sets belongs to. */
function selectIndex(sets: readonly CountSet[], { keys }: CountPlan): string {
  const [first] = sets;
  if (first && sets.length === 1) return String(first.index);
  const used = keys.filter((key) => sets.some(({ by }) => by.includes(key)));
  const cases = sets.map(({ index, by }) => {
    // A bit of `grouping` is set for each column that is not a key of the result.
    const mask = used.reduce((bits, key) => 2 * bits + (by.includes(key) ? 0 : 1), 0);
    return `WHEN ${mask} THEN ${index}`;
  });
  const columns = used.map((key) => keyColumns[key].column);
  return `CASE grouping(${columns.join(', ')}) ${cases.join(' ')} END`;
}

function selectRows(context: Reader, plan: CountPlan, { name, from, to }: DayPart): SQL {
  const { of, filters, where = {}, sentiment = noSentiment, periods } = plan.source;
  const { organizationId } = context;
  const needs = new Set(listCounts(plan).map(([, count]) => count.needs));
  const branded = sql`(false OR prompt_id IN (${selectBrandedPrompts(context, filters.projectId, listPeriods(periods))}))`;
  const isMatching = joinConditions([
    isPublished(organizationId, filters.projectId),
    sql`day BETWEEN ${from}::date AND ${to}::date`,
    isInSegments(organizationId, filters),
    filters.branded === 'only' && branded,
    where.isUnbranded && sql`NOT ${branded}`,
    isSubject(where, { isMonthly: false }),
    of === 'aspects' && isClassified(context, sentiment),
  ]);
  const isBranded = filters.branded === 'without' ? branded : sql`false`;
  return sql`SELECT *, ${name}::text AS period${selectNeededColumns(context, needs, { sentiment, isBranded })}
    FROM ${sql.raw(`daily_${of}`)} WHERE ${isMatching}`;
}
