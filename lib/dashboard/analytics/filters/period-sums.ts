import { type SQL, sql } from 'drizzle-orm';
import { addDays, countDays, type Period } from '#lib/core/time';
import {
  buildFilterSql,
  isInSegments,
  joinConditions,
  selectPeriods,
  selectScoringVersion,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getRankSumSql } from '#lib/dashboard/ingest/rank-sums';
import {
  listedWithReportedCitationsSql,
  withReportedCitationsSql,
} from '#lib/dashboard/ingest/reported-values';
import {
  hasOffLanguages,
  isClassified,
  noSentiment,
  type SentimentAvailability,
} from '#lib/dashboard/sentiment/availability';
import type { Context } from '#lib/db/context';

/** The counts of sentences, of which only those that may be shown are summed, as `classified_positive` and so on. */
const sentences = ['positive', 'neutral', 'negative'];

/**
 * For each rollup: the column that identifies the brand or domain of its rows, if any, and the SQL that sums its counts.
 * `computed` has the SQL of counts that are not a column of the rollup itself.
 */
const rollups = {
  answers: {
    subject: null,
    sums: {
      is_branded_prompt: 'bool_or(is_branded_prompt)',
      fictional_answers: 'coalesce(sum(fictional_answers), 0)::int',
      ...sumColumns('answered', 'no_answer', 'citations', 'with_reported_citations'),
    },
    computed: { with_reported_citations: withReportedCitationsSql },
  },
  brands: {
    subject: 'brand_id',
    sums: {
      ...sumColumns('mentioned', 'counted', 'rank_sum', 'rank_first_count', 'cited', 'citations'),
      ...sumColumns(...sentences.map((name) => `classified_${name}`)),
      ...sumColumns('ranked_answers', 'rank_squares'),
    },
    computed: { ranked_answers: getRankSumSql('ranked'), rank_squares: getRankSumSql('rank_square_sum') },
  },
  domains: {
    subject: 'domain',
    sums: sumColumns('listed', 'listed_with_reported_citations', 'cited', 'citations', 'mentioned', 'gap'),
    computed: { listed_with_reported_citations: listedWithReportedCitationsSql },
  },
} satisfies Record<
  string,
  { subject: string | null; sums: Record<string, string>; computed: Record<string, string> }
>;
type Rollup = keyof typeof rollups;

function sumColumns(...columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, `sum(${column})::int`]));
}

/** The grouping of counts: by segment (prompt × engine × country), by engine and day, or by engine. */
type Group = 'segment' | 'day' | 'engine';

/** The condition for the sums of each group in a monthly rollup. Only domains have sums by engine. */
const monthlyRows: Record<Group, string> = {
  segment: 'prompt_id IS NOT NULL',
  day: 'day IS NOT NULL',
  engine: 'prompt_id IS NULL AND day IS NULL',
};

/** The input of all sums of a page. */
export interface SumInput {
  context: Context;
  filters: MetricFilters;
  /** The months that have monthly rollups, each from its first day to the last day that its rollup includes. */
  summedMonths: readonly Period[];
}

interface SumOptions {
  /** The groups; each has its own rows in the result. */
  by: readonly Group[];
  /** A condition on the rows, such as on their domain, and the same condition in the form that uses monthly indexes. */
  condition?: SQL;
  monthlyCondition?: SQL;
  /** Whether sentences count; by default, none do. */
  sentiment?: SentimentAvailability;
}

/**
 * Selects the sums of a rollup over both periods, with `is_current`, the subject and the engine. `prompt_id` and
 * `country` are null unless a row is the sum of a segment; `day` is null unless it is the sum of a day. Most of a long
 * period is read from the monthly rollups, and its other days from the daily ones.
 */
export function selectSums(
  rollup: Rollup,
  sumInput: SumInput,
  { by, condition = sql`true`, monthlyCondition = condition, sentiment = noSentiment }: SumOptions,
): SQL {
  const { context, filters, summedMonths } = sumInput;
  const selectAll = (groups: readonly Group[]) => {
    const filterSql = buildFilterSql(context, filters);
    const columns = addCounts({ context, rollup, filters, sentiment }, sql`NOT ${filterSql.isUnbranded}`);
    return sumDays(rollup, selectPeriods(`daily_${rollup}`, filterSql, { condition, columns }), groups);
  };
  const parts = splitPeriods(filters, summedMonths);
  if (!parts) return sql`(${selectAll(by)}) sums`;
  // In the monthly rollups, only segments have a prompt and a country. With filters on these, sums by day are read from the
  // daily rollups alone, and sums by engine are added up from segments.
  const { promptIds, topics, tags, countries } = filters;
  const hasSegmentFilters =
    hasOffLanguages(sentiment) || [promptIds, topics, tags, countries].some(({ length }) => length > 0);
  const splitGroups = hasSegmentFilters ? by.filter((group) => group !== 'day') : by;
  const monthlyGroups = splitGroups.map((group) => (hasSegmentFilters ? 'segment' : group));
  const selects = [
    ...(splitGroups.length > 0
      ? [
          selectMonths(rollup, sumInput, {
            parts,
            splitGroups,
            monthlyGroups,
            sentiment,
            condition: monthlyCondition,
          }),
        ]
      : []),
    ...(splitGroups.length > 0 && parts.days.length > 0
      ? [sumDays(rollup, selectRemainingDays(rollup, sumInput, { parts, sentiment, condition }), splitGroups)]
      : []),
    ...(splitGroups.length < by.length ? [selectAll(['day'])] : []),
  ];
  const { subject, sums } = rollups[rollup];
  const key = sql.raw(`prompt_id, country, day, engine, is_current${subject ? `, ${subject}` : ''}`);
  return sql`(SELECT ${key}, ${listSums(sums)} FROM (${sql.join(selects, sql` UNION ALL `)}) parts GROUP BY ${key}) sums`;
}

/** Both periods, split into the months read from the monthly rollups and the days read from the daily ones. */
interface PeriodParts {
  /** The first days of the months. */
  months: { isCurrent: boolean; months: string[] }[];
  days: (Period & { isCurrent: boolean })[];
}

/** Below this number of days in monthly rollups, a split is not worthwhile. */
const minSummedDays = 28;

/** Splits both periods; null if they have too few summed days. */
function splitPeriods(filters: MetricFilters, summedMonths: readonly Period[]): PeriodParts | null {
  const { current, previous } = getPeriods(filters);
  const parts: PeriodParts = { months: [], days: [] };
  let summedDays = 0;
  for (const [period, isCurrent] of [[current, true] as const, [previous, false] as const]) {
    if (!period) continue;
    const summed = summedMonths
      .filter(({ from, to }) => from >= period.from && to <= period.to)
      .sort((a, b) => (a.from < b.from ? -1 : 1));
    if (summed.length > 0) parts.months.push({ isCurrent, months: summed.map(({ from }) => from) });
    let next = period.from;
    for (const { from, to } of [...summed, { from: addDays(period.to, 1), to: period.to }]) {
      if (next < from) parts.days.push({ from: next, to: addDays(from, -1), isCurrent });
      next = addDays(to, 1);
    }
    summedDays += summed.reduce((sum, { from, to }) => sum + countDays(from, to), 0);
  }
  return summedDays < minSummedDays ? null : parts;
}

function selectMonths(
  rollup: Rollup,
  { context, filters }: SumInput,
  {
    parts,
    splitGroups,
    monthlyGroups,
    sentiment,
    condition,
  }: {
    parts: PeriodParts;
    splitGroups: readonly Group[];
    monthlyGroups: readonly Group[];
    sentiment: SentimentAvailability;
    condition: SQL;
  },
): SQL {
  const { organizationId } = context;
  const { projectId, branded } = filters;
  const isMatching = joinConditions([
    sql`organization_id = ${organizationId} AND project_id = ${projectId}
      AND scoring_version = ${selectScoringVersion(organizationId, projectId)}`,
    sql.raw(`(${monthlyGroups.map((group) => monthlyRows[group]).join(' OR ')})`),
    isInSegments(organizationId, filters),
    branded === 'only' && sql`is_branded_prompt`,
    condition,
  ]);
  const columns = addColumns(addCounts({ context, rollup, filters, sentiment }, sql`is_branded_prompt`));
  const selects = parts.months.map(
    ({ isCurrent, months }) => sql`
      SELECT *, ${sql.raw(String(isCurrent))} AS is_current${columns} FROM ${sql.raw(`monthly_${rollup}`)}
      WHERE ${isMatching} AND month = ANY (${sql.param(months)}::date[])`,
  );
  const { sums, computed } = rollups[rollup];
  const counts = Object.entries({ ...sums, ...computed }).map(([name, value]) =>
    name in computed ? `${value} AS ${name}` : name,
  );
  return sql`SELECT ${listKeyColumns(rollup, splitGroups)}, ${sql.raw(counts.join(', '))}
    FROM (${sql.join(selects, sql` UNION ALL `)}) months`;
}

function selectRemainingDays(
  rollup: Rollup,
  { context, filters }: SumInput,
  { parts, sentiment, condition }: { parts: PeriodParts; sentiment: SentimentAvailability; condition: SQL },
): SQL {
  const selects = parts.days.map(({ isCurrent, from, to }) => {
    const range = buildFilterSql(context, { ...filters, from, to, compare: 'none' });
    const columns = addColumns(
      addCounts({ context, rollup, filters, sentiment }, sql`NOT ${range.isUnbranded}`),
    );
    return sql`SELECT *, ${sql.raw(String(isCurrent))} AS is_current${columns} FROM ${sql.raw(`daily_${rollup}`)}
      WHERE ${range.rollups} AND ${condition}`;
  });
  return sql`(${sql.join(selects, sql` UNION ALL `)}) days`;
}

/**
 * Returns columns that only the rollup of brands has: `counted`, the answers that mention the brand and count for share of
 * voice (by default, answers to branded prompts do not), and the counts of sentences that may be shown.
 */
function addCounts(
  {
    context,
    rollup,
    filters,
    sentiment,
  }: Pick<SumInput, 'context' | 'filters'> & { rollup: Rollup; sentiment: SentimentAvailability },
  isBranded: SQL,
): Record<string, SQL> {
  if (rollup !== 'brands') return {};
  const counted =
    filters.branded === 'without' ? sql`CASE WHEN ${isBranded} THEN 0 ELSE mentioned END` : sql`mentioned`;
  const classified = sentences.map((name) => [
    `classified_${name}`,
    sql`CASE WHEN ${isClassified(context, sentiment)} THEN ${sql.identifier(name)} ELSE 0 END`,
  ]);
  return { counted, ...Object.fromEntries(classified) };
}

function addColumns(columns: Record<string, SQL>): SQL {
  return sql.join(Object.entries(columns).map(([name, value]) => sql`, ${value} AS ${sql.identifier(name)}`));
}

function sumDays(rollup: Rollup, days: SQL, by: readonly Group[]): SQL {
  const { subject, sums, computed } = rollups[rollup];
  const sets = { segment: '(prompt_id, country)', day: '(day)', engine: '()' };
  const daily = Object.fromEntries(
    Object.entries(computed).map(([name, count]) => [name, `sum(${count})::int`]),
  );
  return sql`SELECT ${listKeyColumns(rollup, by)}, ${listSums({ ...sums, ...daily })} FROM ${days}
    GROUP BY engine, is_current${sql.raw(subject ? `, ${subject}` : '')},
      GROUPING SETS (${sql.raw(by.map((group) => sets[group]).join(', '))})`;
}

function listKeyColumns(rollup: Rollup, by: readonly Group[]): SQL {
  const { subject } = rollups[rollup];
  const columns = [
    by.includes('segment') ? 'prompt_id, country' : 'NULL::uuid AS prompt_id, NULL::text AS country',
    by.includes('day') ? 'day' : 'NULL::date AS day',
    'engine, is_current',
    ...(subject ? [subject] : []),
  ];
  return sql.raw(columns.join(', '));
}

function listSums(sums: Record<string, string>): SQL {
  return sql.raw(
    Object.entries(sums)
      .map(([name, sum]) => `${sum} AS ${name}`)
      .join(', '),
  );
}
