import { sql } from 'drizzle-orm';
import { toDay } from '#lib/core/days';
import { defineMessages } from '#lib/core/messages';
import { addDays, countDays, type Period } from '#lib/core/time';
import { normalizeUrl } from '#lib/core/urls/normalize-url';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';
import { formatAnswers, formatDay } from '#lib/dashboard/alerts/conditions/format-values';
import { readWatchedCounts } from '#lib/dashboard/alerts/conditions/read-daily-counts';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Evaluation,
  type EvaluationData,
  type EvaluationInput,
  type WatchedCondition,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import {
  buildFilterSql,
  isOwnedDomain,
  selectPublishedBrands,
  selectQuarterHour,
} from '#lib/dashboard/analytics/filters/filter-sql';
import { historyDays } from '#lib/dashboard/analytics/statistics/detect-shift';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import { type Columns, selectColumns, toRows } from '#lib/db/select-columns';

type PageCondition = Extract<AlertCondition, { kind: 'page-lost' }>;

const messages = defineMessages({
  expected:
    '{expected} at the earlier rate{clusters, select, none {} other {, which count as {independent} independent ones, because citations of this page cluster on the same days}}',
});

/** Days, up to the last citation of a page, from which its usual citation rate is computed. */
const rateDays = 56;
/** Maximum number of the brand's pages that are watched, the most cited first. */
const maxPages = 50;
/** Upper bound of the probability that an alert is raised falsely at least once a year. */
const maxFalseAlertProbability = 0.05;
const minCitingAnswers = 10;
const minCitingDays = 4;

interface PageDay {
  page: string;
  day: string;
  promptId: string;
  engine: string;
  country: string;
  cited: number;
}

/**
 * Watches whether answers stop citing a page of the brand: since its last citation, the segments in which it was cited
 * have so many answers without a citation that chance is unlikely to explain this. If several pages are lost, the one with
 * the most missing citations is reported first. The alert is cleared when the page is cited again, or after four weeks.
 */
export const pageWatcher: Watcher<PageCondition> = {
  durations: { raiseHours: 0, clearHours: 0 },
  isDaily: true,
  async prepare(context: Context, watched, period: Period) {
    // A rescoring reads the pages of stored URLs again, so that some are known under a new name and some not yet.
    if (await getRescoringProgress(context, watched))
      return ({ data }) => createUnknownEvaluation(data, 'All answers are being searched again.');
    const { days, rows } = await readWatchedCounts(context, watched, period);
    const answers = Map.groupBy(
      rows.filter((row) => row.withReportedCitations > 0),
      getSegmentKey,
    );
    const pages = Map.groupBy(await readPageDays(context, watched, days.period), ({ page }) => page);
    return (input) => evaluatePages(pages, answers, watched, input);
  },
};

/**
 * Reads how many answers of each day and segment cite each of the brand's pages, up to `maxPages` of them. A day can have
 * several rows.
 */
async function readPageDays(context: Context, watched: WatchedCondition, period: Period): Promise<PageDay[]> {
  const filters = { ...watched.filters, ...period, compare: 'none' as const };
  const { answers, organizationId, projectId } = buildFilterSql(context, filters);
  const [row] = await queryRows<{ days: Columns<Omit<PageDay, 'day'> & { at: number }> }>(
    context.db,
    sql`WITH own AS MATERIALIZED (
        SELECT domains FROM json_to_recordset(${selectPublishedBrands(organizationId, projectId)})
          AS brand (id uuid, domains text[]) WHERE id = ${watched.brandId}
      ), citing AS (
        SELECT page, ${selectQuarterHour('requested_at')} AS quarter_hour, prompt_id, engine, country
        FROM (SELECT requested_at, id, prompt_id, engine, country FROM answers WHERE ${answers} OFFSET 0) chosen
        CROSS JOIN LATERAL (
          SELECT DISTINCT normalized_url AS page FROM answer_sources
          WHERE organization_id = ${organizationId} AND requested_at = chosen.requested_at
            AND answer_id = chosen.id AND citations > 0
            AND ${isOwnedDomain(sql`domain`, sql`ARRAY(SELECT unnest(domains) FROM own)`)}
        ) cited
      ), top AS (SELECT page FROM citing GROUP BY page ORDER BY count(*) DESC, page LIMIT ${maxPages})
      SELECT ${selectColumns(
        {
          page: 'page',
          at: 'extract(epoch FROM quarter_hour)::float8',
          promptId: 'prompt_id',
          engine: 'engine',
          country: 'country',
          cited: 'count(*)::int',
        },
        sql`citing JOIN top USING (page) GROUP BY page, quarter_hour, prompt_id, engine, country`,
      )} AS days`,
  );
  return toRows(row?.days).map(({ at, ...counts }) => ({
    ...counts,
    day: toDay(new Date(at * 1_000), filters.timeZone),
  }));
}

/** The days of each segment with the number of answers whose citations are reported. */
type AnswersBySegment = ReadonlyMap<string, readonly { day: string; withReportedCitations: number }[]>;

function evaluatePages(
  pages: ReadonlyMap<string, readonly PageDay[]>,
  answers: AnswersBySegment,
  { names, query }: WatchedCondition<PageCondition>,
  { day, state, data }: EvaluationInput,
): Evaluation {
  if (state === 'alerting' && data.subject !== undefined && data.raisedOn !== undefined) {
    const subject = toCurrentPage(data.subject);
    const lastCitedOn = getReportedDay(data, subject);
    const isCited = (pages.get(subject) ?? []).some((row) => row.day > lastCitedOn && row.day <= day);
    const isOver = isCited || countDays(data.raisedOn, day) > 28;
    return isOver ? createNotMetEvaluation(data) : { isMet: true, unknownReason: null, evidence: null, data };
  }
  if (pages.size === 0)
    return createUnknownEvaluation(
      data,
      `No answer of the last ${historyDays} days has cited a page of ${names.brand}.`,
    );
  // Bounds the probability of a false alert, for all pages on all days of a year.
  const minExpected = Math.log((pages.size * 365) / maxFalseAlertProbability);
  const lost = [...pages].flatMap(([page, rows]) => {
    const pastRows = rows.filter((row) => row.day <= day);
    const found = measureMissingCitations(pastRows, answers, day);
    const isNew = found !== null && found.lastDay > getReportedDay(data, page);
    return isNew && found.expected >= minExpected ? [{ page, ...found }] : [];
  });
  const [found] = lost.sort((a, b) => b.expected - a.expected);
  if (!found) return createNotMetEvaluation(data);
  const { page, lastDay, citing, expected, dispersion, answersSince } = found;
  const view = {
    page: 'sources',
    query: setDays(query, { from: addDays(lastDay, 1 - rateDays), to: day }),
  };
  const evidence = {
    summary: `No answer has cited ${page} since ${formatDay(lastDay)}. In the ${rateDays} days up to then, ${formatAnswers(citing)} cited it.`,
    details: [
      { label: 'Page', value: page },
      { label: 'Last cited on', value: formatDay(lastDay) },
      {
        label: 'Answers since',
        value: `${formatAnswers(answersSince)} to the same prompts on the same engines, without a citation`,
      },
      {
        label: 'Expected citations',
        value: messages.expected({
          expected: (expected * dispersion).toFixed(1),
          clusters: dispersion > 1 ? 'other' : 'none',
          independent: expected.toFixed(1),
        }),
      },
    ],
    numbers: null,
    view,
  };
  const reportedPages = { ...data.reportedPages, [page]: lastDay };
  return { isMet: true, unknownReason: null, evidence, data: { ...data, subject: page, reportedPages } };
}

/** Returns the day of a page's last citation when its loss was reported; empty if no loss was reported. */
function getReportedDay({ reportedPages = {} }: EvaluationData, page: string): string {
  const days = Object.entries(reportedPages).flatMap(([key, day]) =>
    toCurrentPage(key) === page ? [day] : [],
  );
  return days.sort().at(-1) ?? '';
}

/** Returns the name of a page that was stored by an earlier version, whose rules may have been different. */
function toCurrentPage(page: string): string {
  return normalizeUrl(`https://${page}`);
}

/**
 * Counts the answers since the last citation of a page. `expected` is the number of citations expected in them at the
 * earlier rate, divided by the dispersion of daily citations.
 * @returns null if the page was cited on `day`, or with too little data
 */
function measureMissingCitations(rows: readonly PageDay[], answers: AnswersBySegment, day: string) {
  const lastDay =
    rows
      .map((row) => row.day)
      .sort()
      .at(-1) ?? '';
  if (lastDay === '' || lastDay >= day) return null;
  const from = addDays(lastDay, 1 - rateDays);
  const recent = rows.filter((row) => row.day >= from);
  const citing = recent.reduce((sum, { cited }) => sum + cited, 0);
  const byDay = Map.groupBy(recent, (row) => row.day);
  if (citing < minCitingAnswers || byDay.size < minCitingDays) return null;
  let [expected, answersSince] = [0, 0];
  const daysWithAnswers = new Set<string>();
  for (const [segment, segmentRows] of Map.groupBy(recent, getSegmentKey)) {
    const segmentDays = answers.get(segment) ?? [];
    const sum = (first: string, last: string) =>
      segmentDays.reduce(
        (total, row) => (row.day >= first && row.day <= last ? total + row.withReportedCitations : total),
        0,
      );
    const before = sum(from, lastDay);
    const after = sum(addDays(lastDay, 1), day);
    for (const row of segmentDays) if (row.day >= from && row.day <= lastDay) daysWithAnswers.add(row.day);
    answersSince += after;
    expected +=
      before > 0 ? (after * segmentRows.reduce((total, { cited }) => total + cited, 0)) / before : 0;
  }
  // Citations on one day are correlated: their counts vary more than independent ones, by the factor `dispersion`.
  const mean = citing / Math.max(1, daysWithAnswers.size);
  const squares = [...daysWithAnswers].reduce((total, each) => {
    const count = (byDay.get(each) ?? []).reduce((sum, { cited }) => sum + cited, 0);
    return total + (count - mean) ** 2;
  }, 0);
  const dispersion = Math.max(1, squares / Math.max(1, daysWithAnswers.size - 1) / mean);
  return { lastDay, citing, answersSince, expected: expected / dispersion, dispersion };
}

function setDays(query: string, { from, to }: Period): string {
  const parameters = new URLSearchParams(query);
  parameters.set('from', from);
  parameters.set('to', to);
  return parameters.toString();
}
