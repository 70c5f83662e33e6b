import { type SQL, sql } from 'drizzle-orm';
import {
  isInSegments,
  isPublished,
  isSubject,
  joinConditions,
  selectNeededColumns,
} from '#lib/dashboard/counts/conditions';
import { type CountPlan, type CountSet, listCounts, selectKeys } from '#lib/dashboard/counts/count-query';
import {
  type CountKey,
  getCount,
  isMonthly,
  type MonthlyForm,
  monthlyForms,
  segmentKeys,
} from '#lib/dashboard/counts/rollups';
import type { PeriodParts } from '#lib/dashboard/counts/split-periods';
import { hasOffLanguages, noSentiment } from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';

/** A result whose months are read from the rows of a monthly rollup that have this form. */
export interface MonthlySet extends CountSet {
  form: MonthlyForm;
}

/** Returns whether the monthly rollup has the counts of a plan. */
export function hasMonthlyCounts({ source: { of }, counts }: Pick<CountPlan, 'source' | 'counts'>): boolean {
  return isMonthly(of) && counts.every((name) => getCount(of, name).isMonthly);
}

/**
 * Returns the rows of the monthly rollup that sum a result; null if only the daily ones do. Only segments have a prompt and
 * a country, so filters on these exclude sums by day, and sums by engine are added up from segments.
 */
export function findMonthlyForm(
  { source: { of, filters, sentiment = noSentiment } }: Pick<CountPlan, 'source'>,
  by: readonly CountKey[],
): MonthlyForm | null {
  const { promptIds, topics, tags, countries } = filters;
  const needsSegments =
    by.includes('promptId') ||
    by.includes('country') ||
    hasOffLanguages(sentiment) ||
    [promptIds, topics, tags, countries].some(({ length }) => length > 0);
  if (by.includes('day')) return needsSegments ? null : 'day';
  if (needsSegments) return 'segment';
  return of === 'domains' ? 'engine' : 'day';
}

/** Selects the rows of the monthly rollup for some results of a plan, not yet summed. Each scan reads one form once. */
export function selectMonths(
  context: Pick<Context, 'organizationId'>,
  plan: CountPlan,
  { sets, months }: { sets: readonly MonthlySet[]; months: PeriodParts['months'] },
): SQL[] {
  const scans: MonthlySet[][] = [];
  for (const set of sets) {
    const free = scans.find((scan) => scan.every(({ form }) => form !== set.form));
    if (free) free.push(set);
    else scans.push([set]);
  }
  return scans.map((scan) => selectScan(context, plan, { scan, months }));
}

function selectScan(
  context: Pick<Context, 'organizationId'>,
  plan: CountPlan,
  { scan, months }: { scan: readonly MonthlySet[]; months: PeriodParts['months'] },
): SQL {
  const { source } = plan;
  const isInForm = scan.map(({ form }) => monthlyForms[form].condition).join(' OR ');
  const index = scan.map(({ form, index }) => `WHEN ${monthlyForms[form].condition} THEN ${index}`);
  const counts = listCounts(plan).map(([name, { row }]) => `, ${row} AS "${name}"`);
  return sql`SELECT CASE ${sql.raw(index.join(' '))} END AS set_index, period${selectKeys(
    plan,
    (key, column) => selectKey(scan, key, column),
  )}${sql.raw(counts.join(''))}
    FROM (${sql.join(
      months.map((part) => selectRows(context, plan, { ...part, isInForm: sql.raw(`(${isInForm})`) })),
      sql` UNION ALL `,
    )}) ${sql.raw(`monthly_${source.of}`)}`;
}

/** Returns the column of a key, which must be null in the rows of results without it. */
function selectKey(scan: readonly MonthlySet[], key: CountKey, column: string): string | null {
  const having = scan.filter(({ by }) => by.includes(key));
  if (having.length === 0) return null;
  const isFilled = ({ form }: MonthlySet) =>
    monthlyForms[form].keys.includes(key) || !segmentKeys.includes(key);
  if (scan.every((set) => set.by.includes(key) || !isFilled(set))) return column;
  return `CASE WHEN ${having.map(({ form }) => monthlyForms[form].condition).join(' OR ')} THEN ${column} END`;
}

function selectRows(
  context: Pick<Context, 'organizationId'>,
  plan: CountPlan,
  { name, months, isInForm }: PeriodParts['months'][number] & { isInForm: SQL },
): SQL {
  const { of, filters, where = {}, sentiment = noSentiment } = plan.source;
  const { organizationId } = context;
  const needs = new Set(listCounts(plan).map(([, count]) => count.needs));
  const isBranded = filters.branded === 'without' ? sql`is_branded_prompt` : sql`false`;
  const isMatching = joinConditions([
    isPublished(organizationId, filters.projectId),
    sql`month = ANY (${sql.param(months)}::date[])`,
    isInForm,
    isInSegments(organizationId, filters),
    filters.branded === 'only' && sql`is_branded_prompt`,
    where.isUnbranded && sql`NOT is_branded_prompt`,
    isSubject(where, { isMonthly: true }),
  ]);
  return sql`SELECT *, ${name}::text AS period${selectNeededColumns(context, needs, { sentiment, isBranded })}
    FROM ${sql.raw(`monthly_${of}`)} WHERE ${isMatching}`;
}
