import { addDays, countDays, type Period } from '#lib/core/time';
import { buildShiftChart } from '#lib/dashboard/alerts/conditions/build-shift-chart';
import type { AlertCondition, AlertEvidence, AlertNumbers } from '#lib/dashboard/alerts/conditions/condition';
import {
  formatDay,
  formatRange,
  formatValue,
  listDetails,
  roundValues,
} from '#lib/dashboard/alerts/conditions/format-values';
import {
  type DomainDay,
  readDomainDays,
  readWatchedCounts,
  type WatchedDays,
} from '#lib/dashboard/alerts/conditions/read-daily-counts';
import { toAlertNumbers, tooFewAnswers, toShiftData } from '#lib/dashboard/alerts/conditions/shift-series';
import { setPeriods } from '#lib/dashboard/alerts/conditions/watch-metric';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Evaluation,
  type EvaluationInput,
  type WatchedCondition,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import { type DailyCount, DailySeries } from '#lib/dashboard/analytics/statistics/daily-series';
import { findShift } from '#lib/dashboard/analytics/statistics/detect-shift';
import { getSegmentKey } from '#lib/dashboard/counts/segment-key';
import type { Context } from '#lib/db/context';

type DomainCondition = Extract<AlertCondition, { kind: 'new-domain' }>;

/** Number of days over which domains are ranked. */
const rankedDays = 28;
/** Days after an alert was raised until its domain is no longer new, which clears the alert. */
const maxNewDomainAgeDays = 14;
/** The domains that are ranked are the most cited ones of each block of 28 days, up to this number per block. */
const maxDomains = 50;

/**
 * Watches whether a domain that was not among the most cited is among them now, and the share of answers that cite it
 * rose beyond noise. The alert is cleared after two weeks, when the domain is no longer new.
 */
export const domainWatcher: Watcher<DomainCondition> = {
  durations: { raiseHours: 24, clearHours: 0 },
  isDaily: true,
  async prepare(context: Context, watched, period: Period) {
    const { days, rows: answers } = await readWatchedCounts(context, watched, period);
    const options = { period: days.period, limit: maxDomains };
    const domainDays = await readDomainDays(context, watched.filters, options);
    const byDomain = Map.groupBy(domainDays, ({ domain }) => domain);
    const allSeries = new Map<string, DailySeries>();
    const getSeries = (domain: string) => {
      const existing = allSeries.get(domain);
      if (existing) return existing;
      const cited = new Map(
        (byDomain.get(domain) ?? []).map((row) => [`${row.day} ${getSegmentKey(row)}`, row.cited]),
      );
      const counts = answers.flatMap((row): DailyCount[] => {
        const denominator = row.withReportedCitations;
        if (denominator === 0) return [];
        const numerator = cited.get(`${row.day} ${getSegmentKey(row)}`) ?? 0;
        const day = days.getIndex(row.day);
        return [{ segment: getSegmentKey(row), day, numerator, denominator, squares: numerator }];
      });
      const series = new DailySeries(days.dayCount, counts);
      allSeries.set(domain, series);
      return series;
    };
    const rank = (to: string) => rankDomains(byDomain, { from: addDays(to, 1 - rankedDays), to });
    return (input) => evaluateDomains({ rank, getSeries, domainCount: byDomain.size, days, watched, input });
  },
};

/** Lists the domains of a period, the most cited first. */
function rankDomains(byDomain: ReadonlyMap<string, readonly DomainDay[]>, { from, to }: Period): string[] {
  return [...byDomain]
    .map(([domain, rows]) => ({
      domain,
      cited: rows.reduce((sum, row) => (row.day >= from && row.day <= to ? sum + row.cited : sum), 0),
    }))
    .filter(({ cited }) => cited > 0)
    .sort((a, b) => b.cited - a.cited || (a.domain < b.domain ? -1 : 1))
    .map(({ domain }) => domain);
}

interface DomainEvaluationInput {
  rank: (to: string) => string[];
  getSeries: (domain: string) => DailySeries;
  domainCount: number;
  days: WatchedDays;
  watched: WatchedCondition<DomainCondition>;
  input: EvaluationInput;
}

function evaluateDomains({
  rank,
  getSeries,
  domainCount,
  days,
  watched,
  input,
}: DomainEvaluationInput): Evaluation {
  const { day, state, data } = input;
  const { top } = watched.condition;
  if (state === 'alerting' && data.shift) {
    const isOver = countDays(data.raisedOn ?? day, day) > maxNewDomainAgeDays;
    return isOver
      ? createNotMetEvaluation({ ...data, from: data.shift.day })
      : { isMet: true, unknownReason: null, evidence: null, data };
  }
  const from = data.from === undefined ? 0 : days.getIndex(data.from);
  const topDomains = rank(day).slice(0, top);
  let isEvaluated = false;
  for (const [position, domain] of topDomains.entries()) {
    const options = { kind: 'rate' as const, day: days.getIndex(day), from, comparisons: domainCount };
    const series = getSeries(domain);
    const shift = findShift(series, options);
    if (!shift) continue;
    isEvaluated = true;
    if (shift.interval.low <= 0) continue;
    const before = rank(days.getDay(shift.day - 1)).indexOf(domain);
    if (before >= 0 && before < top) continue;
    const numbers = toAlertNumbers(shift, days);
    const evidence = describeDomain({ domain, position: position + 1, before, numbers, watched, day });
    evidence.chart = buildShiftChart(series, shift, { days, options, minChange: 0, unit: 'share' });
    return {
      isMet: true,
      unknownReason: null,
      evidence,
      data: { ...data, shift: toShiftData(numbers), subject: domain },
    };
  }
  return isEvaluated ? createNotMetEvaluation(data) : createUnknownEvaluation(data, tooFewAnswers);
}

/** Describes in words that a domain is among the most cited ones now. */
export function describeDomain(found: {
  domain: string;
  /** Rank now, from 1. */
  position: number;
  /** Index in the ranking before the change; −1 if the domain was not cited. */
  before: number;
  numbers: AlertNumbers;
  watched: WatchedCondition<DomainCondition>;
  day: string;
}): AlertEvidence {
  const { domain, position, before, numbers, watched, day } = found;
  const rounded = roundValues(numbers, 'share');
  const past =
    before < 0
      ? 'was not cited in the four weeks before the change'
      : `was number ${before + 1} before the change`;
  return {
    summary: `${domain} is now number ${position} among the most cited domains and ${past}: ${formatValue(rounded.after, 'share')} of answers have cited it since ${formatDay(numbers.changedOn)}, compared with ${formatValue(rounded.before, 'share')} from ${formatDay(numbers.baselineFrom)} until the change (confidence interval of the difference: ${formatRange(numbers, 'share')} points).`,
    details: [
      { label: 'Domain', value: domain },
      { label: 'Rank', value: before < 0 ? `${position} (new)` : `${position} (was ${before + 1})` },
      ...listDetails(numbers, 'share'),
    ],
    numbers,
    view: { page: `sources/${encodeURIComponent(domain)}`, query: setPeriods(watched.query, numbers, day) },
  };
}
