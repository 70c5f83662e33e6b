import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { addDays, toUtcDay } from '#lib/core/time';
import { fictionalAnswersSql } from '#lib/dashboard/projects/domains';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, createOperatorContext, withOrganization } from '#lib/db/client';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Sums the months that are due; runs every minute. */
export const sumMonthsJob = definePeriodicJob('sum-months', { expireSeconds: 10 * 60 });

interface DueMonth {
  organizationId: string;
  projectId: string;
  scoringVersion: number;
  /** The first day of the month. */
  month: string;
}

const selectDueSql = `
  SELECT organization_id AS "organizationId", project_id AS "projectId", scoring_version AS "scoringVersion",
    month::text AS month
  FROM rollup_months WHERE due_at <= $1
    AND NOT EXISTS (SELECT FROM organizations WHERE id = rollup_months.organization_id AND deletes_at IS NOT NULL)
  ORDER BY due_at LIMIT 100`;

const retryMs = 3_600_000;

/**
 * Sums the daily rollups of the months that are due into the monthly rollups, from which long periods are read. A month
 * is summed after its 7th, 14th, 21st and last day. A change of a summed day invalidates the sums: they are not read
 * until the month is summed again, an hour later (`writeRollup`).
 * @returns the number of months that were summed
 */
export async function sumMonths(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  let summed = 0;
  for (;;) {
    const { rows: due } = await db.$client.query<DueMonth>(selectDueSql, [clock.now()]);
    if (due.length === 0) return summed;
    for (const month of due) {
      if (signal?.aborted) return summed;
      const context = createOperatorContext({ db, clock }, month.organizationId);
      try {
        summed += (await sumMonth(context, month)) ? 1 : 0;
      } catch (error) {
        // The other months do not wait for this one.
        log.error({ ...month, error: describeError(error) }, 'monthly rollup failed');
        await postpone(context, month);
      }
    }
  }
}

const isMonth = 'organization_id = $1 AND project_id = $2 AND scoring_version = $3 AND month = $4::date';

function toValues({ organizationId, projectId, scoringVersion, month }: DueMonth): unknown[] {
  return [organizationId, projectId, scoringVersion, month];
}

async function postpone(context: Context, month: DueMonth): Promise<void> {
  await withOrganization(context, ({ db, clock }) =>
    db.$client.query(`UPDATE rollup_months SET due_at = $5 WHERE ${isMonth}`, [
      ...toValues(month),
      new Date(clock.now().getTime() + retryMs),
    ]),
  );
}

/**
 * Sums a month while its project is locked, so that no answers are ingested at the same time. Months of an unpublished scoring
 * version are postponed, because a rescoring changes them without this lock.
 * @returns whether the month was summed
 */
function sumMonth(context: Context, due: DueMonth): Promise<boolean> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, due.projectId);
    const values = toValues(due);
    const { rows } = await db.$client.query<{ isPublished: boolean }>(
      `SELECT scoring_version = (SELECT projects.scoring_version FROM projects
         WHERE projects.organization_id = $1 AND projects.id = $2) AS "isPublished"
       FROM rollup_months WHERE ${isMonth} AND due_at <= $5 FOR UPDATE`,
      [...values, clock.now()],
    );
    const [state] = rows;
    if (!state) return false;
    if (!state.isPublished) {
      await postpone(tx, due);
      return false;
    }
    const { summedTo, dueAt } = planSums(due.month, toUtcDay(clock.now()));
    for (const table of ['monthly_answers', 'monthly_brands', 'monthly_domains']) {
      await db.$client.query(`DELETE FROM ${table} WHERE ${isMonth}`, values);
    }
    if (summedTo !== null) {
      for (const insert of [sumAnswersSql, sumBrandsSql, sumDomainsSql]) {
        await db.$client.query(insert, [...values, summedTo]);
      }
    }
    await db.$client.query(`UPDATE rollup_months SET summed_to = $5, due_at = $6 WHERE ${isMonth}`, [
      ...values,
      summedTo,
      dueAt,
    ]);
    return summedTo !== null;
  });
}

/**
 * Returns the last day to sum: the latest past day among the 7th, 14th, 21st and last day of the month, or null if none
 * of them is past. Also returns when the month is due again; null if all of it is summed.
 */
function planSums(month: string, today: string): { summedTo: string | null; dueAt: Date | null } {
  const nextMonth = `${addDays(month, 31).slice(0, 7)}-01`;
  const ends = [...[6, 13, 20].map((days) => addDays(month, days)), addDays(nextMonth, -1)];
  const next = ends.find((end) => end >= today);
  return {
    summedTo: ends.findLast((end) => end < today) ?? null,
    dueAt: next === undefined ? null : new Date(`${addDays(next, 1)}T01:00:00Z`),
  };
}

const segment = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const sumKey =
  'organization_id, project_id, scoring_version, month, prompt_id, engine, country, day, is_branded_prompt';
const selectKey =
  'organization_id, project_id, scoring_version, $4::date, prompt_id, engine, country, day, is_branded_prompt';
const groupKey = 'organization_id, project_id, scoring_version, engine, is_branded_prompt';
const inMonth =
  'organization_id = $1 AND project_id = $2 AND scoring_version = $3 AND day BETWEEN $4::date AND $5::date';
const selectSums = (columns: readonly string[]) => columns.map((column) => `sum(${column})`).join(', ');

// A monthly rollup has its sums in several forms, of which a query reads one: by prompt and country (`day` is null) and by
// day (`prompt_id` and `country` are null). `monthly_domains` also has the total of each engine (all three are null).
const sumAnswersSql = `
  INSERT INTO monthly_answers (${sumKey}, answered, no_answer, citations, fictional_answers, fictional)
  SELECT ${selectKey}, ${selectSums(['answered', 'no_answer', 'citations', fictionalAnswersSql])}, bool_and(fictional) FILTER (WHERE answered > 0)
  FROM daily_answers WHERE ${inMonth}
  GROUP BY ${groupKey}, GROUPING SETS ((prompt_id, country), (day))
  ON CONFLICT DO NOTHING`;

/** Selects the rows of a rollup in the month with `is_branded_prompt`, which only `daily_answers` has. */
const selectDays = (table: string) => `
  (SELECT * FROM ${table} WHERE ${inMonth}) days
  JOIN (SELECT ${segment}, is_branded_prompt FROM daily_answers WHERE ${inMonth}) answers USING (${segment})`;

const brandSums = [
  'mentioned',
  'rank_sum',
  'rank_first_count',
  'cited',
  'citations',
  'positive',
  'neutral',
  'negative',
];
const sumBrandsSql = `
  INSERT INTO monthly_brands (${sumKey}, brand_id, ${brandSums.join(', ')})
  SELECT ${selectKey}, brand_id, ${selectSums(brandSums)}
  FROM ${selectDays('daily_brands')}
  GROUP BY ${groupKey}, brand_id, GROUPING SETS ((prompt_id, country), (day))
  ON CONFLICT DO NOTHING`;

const domainSums = ['listed', 'cited', 'citations', 'mentioned', 'gap'];
const sumDomainsSql = `
  INSERT INTO monthly_domains (${sumKey}, domain, ${domainSums.join(', ')})
  SELECT ${selectKey}, domain, ${selectSums(domainSums)}
  FROM ${selectDays('daily_domains')}
  GROUP BY ${groupKey}, domain, GROUPING SETS ((prompt_id, country), (day), ())
  ON CONFLICT DO NOTHING`;
