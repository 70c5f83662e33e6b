import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { getStartOfDay, toDay } from '#lib/core/days';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { addDays, countDays, listDays, type Period } from '#lib/core/time';
import { type Alert, getConditionNames, toAlert } from '#lib/dashboard/alerts/alerts';
import { carryOverAlert } from '#lib/dashboard/alerts/carry-over';
import {
  type AlertEvidence,
  describeCondition,
  getCategory,
} from '#lib/dashboard/alerts/conditions/condition';
import { type BoundWatcher, getWatcher } from '#lib/dashboard/alerts/conditions/get-watcher';
import { advanceState, type TimedState } from '#lib/dashboard/alerts/conditions/state';
import type { EvaluationData, WatchedCondition } from '#lib/dashboard/alerts/conditions/watcher';
import { queueNotice } from '#lib/dashboard/alerts/messages/queue-notice';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getProject } from '#lib/dashboard/projects/project';
import { type Context, createOperatorContext } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { alertEvents, alerts } from '#lib/db/schema/alerts';
import { organizations } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { definePeriodicJob } from '#lib/queue/jobs';

/** Evaluates the alerts that are due; runs every minute. */
export const evaluateAlertsJob = definePeriodicJob('alerts-evaluate', { expireSeconds: 600 });

/**
 * Hours after the end of a day at which it is evaluated: by then, the answers of runs that started before midnight have
 * usually arrived.
 */
const dailyHours = 2;
/** Minutes between two evaluations of a condition that is not daily. */
const liveMinutes = 5;
const retryMinutes = 10;
/** Maximum number of missed days that are evaluated after an interruption. */
const maxMissedDays = 14;
const minuteMs = 60_000;
const dailyDelayMs = dailyHours * 60 * minuteMs;

/**
 * Evaluates every alert that is due. State, history and messages of an alert change in one transaction, so that an
 * interrupted evaluation changes nothing and is repeated, and each day is evaluated once.
 * @returns the number of alerts raised
 */
export async function evaluateAlerts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<number> {
  let raised = 0;
  while (!signal.aborted) {
    const found: { due?: DueAlert } = {};
    try {
      const outcome = await transaction(db, async (tx) => {
        const due = await claimAlert({ db: tx, clock });
        if (!due) return null;
        found.due = due;
        return evaluateAlert({ ...createOperatorContext({ db, clock }, due.organizationId), db: tx }, due);
      });
      if (outcome === null) break;
      raised += outcome;
    } catch (error) {
      if (!found.due) throw error;
      const { organizationId, id } = found.due;
      // A failed evaluation must not block the other alerts.
      log.error({ organizationId, id, error: describeError(error) }, 'alert evaluation failed');
      const evaluateAt = new Date(clock.now().getTime() + retryMinutes * minuteMs);
      await db.update(alerts).set({ evaluateAt }).where(hasValues(alerts, { organizationId, id }));
    }
  }
  return raised;
}

type DueAlert = typeof alerts.$inferSelect;

/** Number of due alerts that are considered: more than there are workers, each of which locks one. */
const maxCandidates = 50;

/** Locks the alert that has been due the longest and that no other worker has locked. */
async function claimAlert({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<DueAlert | undefined> {
  const isDue = lte(alerts.evaluateAt, clock.now());
  const candidates = await db
    .select({ organizationId: alerts.organizationId, id: alerts.id })
    .from(alerts)
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    // Organizations that are scheduled for deletion get no messages.
    .where(and(isDue, isNull(organizations.deletesAt)))
    .orderBy(asc(alerts.evaluateAt))
    .limit(maxCandidates);
  for (const key of candidates) {
    const [due] = await db
      .select()
      .from(alerts)
      .where(and(hasValues(alerts, key), isDue))
      .for('update', { skipLocked: true });
    if (due) return due;
  }
  return undefined;
}

/** Evaluates an alert. @returns 1 if it was raised and not cleared again, otherwise 0 */
function evaluateAlert(context: Context, row: DueAlert): Promise<number> {
  return withMetricsTransaction(context, async (tx) => {
    const { db, organizationId } = tx;
    const now = tx.clock.now();
    const stored = toAlert(row);
    const watched = await readWatchedCondition(tx, stored);
    const alert = await carryOverAlert(tx, stored, watched);
    const watcher = getWatcher(watched);
    const { timeZone } = watched.filters;
    const { state, since, data, unknownReason, evaluatedDay, events } = await evaluateDays(
      tx,
      alert,
      watcher,
      timeZone,
    );
    for (const { kind, evidence, occurredAt } of events) {
      await db.insert(alertEvents).values({
        organizationId,
        projectId: alert.projectId,
        alertId: alert.id,
        kind,
        condition: alert.condition,
        evidence,
        occurredAt,
      });
    }
    const last = events.at(-1);
    // After an interruption, an alert that was raised and cleared in the meantime is recorded but not sent.
    const isRaised = last?.kind === 'raised';
    if (isRaised) {
      const title = describeCondition(watched.condition, watched.names);
      const category = getCategory(alert.condition);
      const noticeFields = { title, category, alertId: alert.id, raisedAt: last.occurredAt.toISOString() };
      const { chart, ...evidence } = last.evidence;
      await queueNotice(tx, alert, { ...evidence, ...noticeFields });
    }
    const next = { evaluatedDay, evaluateAt: getNextEvaluation(now, timeZone, watcher) };
    await db
      .update(alerts)
      .set({ state, stateSince: since, evaluationData: data, unknownReason, ...next })
      .where(hasValues(alerts, { organizationId, id: alert.id }));
    return isRaised ? 1 : 0;
  });
}

/** Returns a condition with the names and filters that its watcher needs. */
export async function readWatchedCondition(
  context: Context,
  { projectId, condition, query }: Pick<Alert, 'projectId' | 'condition' | 'query'>,
): Promise<WatchedCondition> {
  const project = await getProject(context, { projectId });
  const { brandId, ...names } = getConditionNames(project, query);
  return {
    projectId,
    condition,
    query,
    names,
    brandId,
    competitorIds: Object.keys(names.competitors),
    filters: parseFilters(project, new URLSearchParams(query), context.clock),
  };
}

/** Returns when a day of a time zone is evaluated: two hours after its end. */
function getEvaluationTime(day: string, timeZone: string): Date {
  return new Date(getStartOfDay(addDays(day, 1), timeZone).getTime() + dailyDelayMs);
}

/** Returns the last day of a time zone that is due for evaluation. */
function getLastDueDay(now: Date, timeZone: string): string {
  return addDays(toDay(new Date(now.getTime() - dailyDelayMs), timeZone), -1);
}

function getNextEvaluation(now: Date, timeZone: string, { isDaily }: BoundWatcher): Date {
  if (!isDaily) return new Date(now.getTime() + liveMinutes * minuteMs);
  return getEvaluationTime(addDays(getLastDueDay(now, timeZone), 1), timeZone);
}

interface ReplayResult extends TimedState {
  data: EvaluationData;
  unknownReason: string | null;
  evaluatedDay: string;
  events: { kind: 'raised' | 'cleared'; evidence: AlertEvidence; occurredAt: Date }[];
}

async function evaluateDays(
  context: Context,
  alert: Alert,
  watcher: BoundWatcher,
  timeZone: string,
): Promise<ReplayResult> {
  const now = context.clock.now();
  const today = toDay(now, timeZone);
  const period = watcher.isDaily
    ? getMissedDays(alert.evaluatedDay, getLastDueDay(now, timeZone))
    : { from: today, to: today };
  const { state, stateSince: since, evaluationData: data, unknownReason, evaluatedDay } = alert;
  if (period.from > period.to) {
    return { state, since, data, unknownReason, evaluatedDay: evaluatedDay ?? period.to, events: [] };
  }
  const evaluate = await watcher.prepare(context, period);
  return replayDays(evaluate, {
    days: listDays(period.from, period.to),
    start: { state, since, data },
    watcher,
    timeZone,
    now,
  });
}

/**
 * Returns the days up to `to` that have not been evaluated, at most `maxMissedDays`; for a new alert, only the last one.
 * There are none if `to` has been evaluated, also before the project's time zone changed.
 */
function getMissedDays(evaluatedDay: string | null, to: string): Period {
  if (evaluatedDay === null) return { from: to, to };
  const missed = Math.min(maxMissedDays, countDays(evaluatedDay, to) - 1);
  return { from: addDays(to, 1 - missed), to };
}

/** Evaluates days in order. Events of daily conditions get the time of the regular evaluation, however late this runs. */
export function replayDays(
  evaluate: Awaited<ReturnType<BoundWatcher['prepare']>>,
  {
    days,
    start,
    watcher: { durations, isDaily },
    timeZone,
    now,
  }: {
    days: readonly string[];
    start: TimedState & { data: EvaluationData };
    watcher: Pick<BoundWatcher, 'durations' | 'isDaily'>;
    /** The time zone of the days. */
    timeZone: string;
    now: Date;
  },
): ReplayResult {
  const result: ReplayResult = { ...start, unknownReason: null, evaluatedDay: days.at(-1) ?? '', events: [] };
  for (const day of days) {
    const evaluatedAt = isDaily ? getEvaluationTime(day, timeZone) : now;
    const evaluation = evaluate({ day, state: result.state, data: result.data });
    const transition = advanceState(result, { isMet: evaluation.isMet, now: evaluatedAt }, durations);
    const { event } = transition;
    if (event === 'raised' && evaluation.evidence) {
      result.events.push({ kind: event, evidence: evaluation.evidence, occurredAt: evaluatedAt });
    }
    if (event === 'cleared') {
      result.events.push({
        kind: event,
        evidence: evaluation.evidence ?? clearedEvidence,
        occurredAt: evaluatedAt,
      });
    }
    const { from, reportedPages } = evaluation.data;
    const data = event === 'raised' ? { ...evaluation.data, raisedOn: day } : evaluation.data;
    result.data =
      event === 'cleared' ? { ...(from && { from }), ...(reportedPages && { reportedPages }) } : data;
    Object.assign(result, {
      state: transition.state,
      since: transition.since,
      unknownReason: evaluation.unknownReason,
    });
  }
  return result;
}

const clearedEvidence: AlertEvidence = {
  summary: 'The condition is no longer met.',
  details: [],
  numbers: null,
  view: { page: 'overview', query: '' },
};
