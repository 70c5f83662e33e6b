import { getStartOfDay, toDay } from '#lib/core/days';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { addDays } from '#lib/core/time';
import { getRankSumSql, rankSumColumns } from '#lib/dashboard/ingest/rank-sums';
import {
  listedWithReportedCitationsSql,
  withReportedCitationsSql,
} from '#lib/dashboard/ingest/reported-values';
import { lockProject } from '#lib/dashboard/projects/project';
import { type Context, createOperatorContext } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { monthlyAnswers, monthlyBrands, monthlyDomains, rollupMonths } from '#lib/db/schema/monthly-rollups';
import { rowOf, statement } from '#lib/db/statement';
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

const listDueMonths = statement({
  name: 'list-due-months',
  parameters: { now: 'timestamptz' },
  row: rowOf<DueMonth>({ organizationId: 'uuid', projectId: 'uuid', scoringVersion: 'int4', month: 'text' }),
  isPrepared: false,
  text: `
    SELECT organization_id AS "organizationId", project_id AS "projectId", scoring_version AS "scoringVersion",
      month::text AS month
    FROM rollup_months WHERE due_at <= :now
      AND NOT EXISTS (SELECT FROM organizations WHERE id = rollup_months.organization_id AND deletes_at IS NOT NULL)
    ORDER BY due_at LIMIT 100`,
});

const retryMs = 3_600_000;
/** How long after the end of a day it is summed. */
const sumDelayMs = 3_600_000;

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
    const due = await listDueMonths(db, { now: clock.now() });
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

async function postpone(context: Context, month: DueMonth): Promise<void> {
  await withOrganization(context, ({ db, clock }) =>
    db
      .update(rollupMonths)
      .set({ dueAt: new Date(clock.now().getTime() + retryMs) })
      .where(hasValues(rollupMonths, { ...month })),
  );
}

const lockDueMonth = statement({
  name: 'lock-due-month',
  parameters: {
    organizationId: 'uuid',
    projectId: 'uuid',
    scoringVersion: 'int4',
    month: 'date',
    now: 'timestamptz',
  },
  row: { isPublished: 'bool', timeZone: 'text' },
  isPrepared: false,
  text: `
    SELECT rollup_months.scoring_version = project.scoring_version AS "isPublished", project.time_zone AS "timeZone"
    FROM rollup_months, (
      SELECT scoring_version, time_zone FROM projects
      WHERE projects.organization_id = :organizationId AND projects.id = :projectId
    ) project
    WHERE organization_id = :organizationId AND project_id = :projectId
      AND rollup_months.scoring_version = :scoringVersion AND month = :month AND due_at <= :now
    FOR UPDATE OF rollup_months`,
});

/**
 * Sums a month while its project is locked, so that no answers are ingested at the same time. Months of an unpublished scoring
 * version are postponed, because a rescoring changes them without this lock.
 * @returns whether the month was summed
 */
function sumMonth(context: Context, due: DueMonth): Promise<boolean> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, due.projectId);
    const [state] = await lockDueMonth(db, { ...due, now: clock.now() });
    if (!state) return false;
    if (!state.isPublished) {
      await postpone(tx, due);
      return false;
    }
    const { summedTo, dueAt } = planSums(due.month, clock.now(), state.timeZone);
    for (const table of [monthlyAnswers, monthlyBrands, monthlyDomains]) {
      await db.delete(table).where(hasValues(table, { ...due }));
    }
    if (summedTo !== null) {
      for (const sum of [sumAnswers, sumBrands, sumDomains]) await sum(db, { ...due, summedTo });
    }
    await db
      .update(rollupMonths)
      .set({ summedTo, dueAt })
      .where(hasValues(rollupMonths, { ...due }));
    return summedTo !== null;
  });
}

/**
 * Returns the last day to sum: the latest past day among the 7th, 14th, 21st and last day of the month, or null if none
 * of them is past. Also returns when the month is due again; null if all of it is summed.
 */
function planSums(
  month: string,
  now: Date,
  timeZone: string,
): { summedTo: string | null; dueAt: Date | null } {
  const today = toDay(now, timeZone);
  const nextMonth = `${addDays(month, 31).slice(0, 7)}-01`;
  const ends = [...[6, 13, 20].map((days) => addDays(month, days)), addDays(nextMonth, -1)];
  const next = ends.find((end) => end >= today);
  return {
    summedTo: ends.findLast((end) => end < today) ?? null,
    dueAt:
      next === undefined ? null : new Date(getStartOfDay(addDays(next, 1), timeZone).getTime() + sumDelayMs),
  };
}

const segment = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const sumKey =
  'organization_id, project_id, scoring_version, month, prompt_id, engine, country, day, is_branded_prompt';
const selectKey =
  'organization_id, project_id, scoring_version, :month, prompt_id, engine, country, day, is_branded_prompt';
const groupKey = 'organization_id, project_id, scoring_version, engine, is_branded_prompt';
const sumParameters = {
  organizationId: 'uuid',
  projectId: 'uuid',
  scoringVersion: 'int4',
  month: 'date',
  summedTo: 'date',
} as const;
const inMonth = `organization_id = :organizationId AND project_id = :projectId
    AND scoring_version = :scoringVersion AND day BETWEEN :month AND :summedTo`;
const selectSums = (columns: readonly string[]) => columns.map((column) => `sum(${column})`).join(', ');

// A monthly rollup has its sums in several forms, of which a query reads one: by prompt and country (`day` is null) and by
// day (`prompt_id` and `country` are null). `monthly_domains` also has the total of each engine (all three are null).
const sumAnswers = statement({
  name: 'sum-monthly-answers',
  parameters: sumParameters,
  isPrepared: false,
  text: `
    INSERT INTO monthly_answers (${sumKey}, answered, no_answer, citations, fictional_answers,
      without_reported_citations, without_structure)
    SELECT ${selectKey}, ${selectSums(['answered', 'no_answer', 'citations', 'fictional_answers'])},
      sum(answered - ${withReportedCitationsSql}),
      CASE WHEN bool_and(without_structure IS NOT NULL) THEN sum(without_structure) END
    FROM daily_answers WHERE ${inMonth}
    GROUP BY ${groupKey}, GROUPING SETS ((prompt_id, country), (day))
    ON CONFLICT DO NOTHING`,
});

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
const sumBrands = statement({
  name: 'sum-monthly-brands',
  parameters: sumParameters,
  isPrepared: false,
  text: `
    INSERT INTO monthly_brands (${sumKey}, brand_id, ${[...brandSums, ...rankSumColumns].join(', ')})
    SELECT ${selectKey}, brand_id, ${selectSums([...brandSums, ...rankSumColumns.map(getRankSumSql)])}
    FROM ${selectDays('daily_brands')}
    GROUP BY ${groupKey}, brand_id, GROUPING SETS ((prompt_id, country), (day))
    ON CONFLICT DO NOTHING`,
});

const domainSums = ['listed', 'cited', 'citations', 'mentioned', 'gap'];
const sumDomains = statement({
  name: 'sum-monthly-domains',
  parameters: sumParameters,
  isPrepared: false,
  text: `
    INSERT INTO monthly_domains (${sumKey}, domain, ${domainSums.join(', ')}, listed_without_reported_citations)
    SELECT ${selectKey}, domain, ${selectSums(domainSums)}, sum(listed - ${listedWithReportedCitationsSql})
    FROM ${selectDays('daily_domains')}
    GROUP BY ${groupKey}, domain, GROUPING SETS ((prompt_id, country), (day), ())
    ON CONFLICT DO NOTHING`,
});
