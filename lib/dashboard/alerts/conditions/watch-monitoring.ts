import { sql } from 'drizzle-orm';
import { getEngineName } from '#lib/contract/engines';
import { getSpan, toDay } from '#lib/core/days';
import { pauseReasonLabels } from '#lib/core/errors';
import { formatClauses, formatItems, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { addDays, type Period } from '#lib/core/time';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';
import { readModelChanges } from '#lib/dashboard/alerts/conditions/model-changes';
import {
  createNotMetEvaluation,
  createUnknownEvaluation,
  type Watcher,
} from '#lib/dashboard/alerts/conditions/watcher';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';
import type { PauseReason } from '#lib/db/schema/runs';

type Condition<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>;

const messages = defineMessages({
  modelChanged: '{engine} switched from {before} to {now}',
  modelsChanged:
    '{changes}. Until both compared periods use the same model, comparisons leave out {engines, plural, one {this engine} other {these engines}}. If no other engine remains, they show “Model changed”.',
  runFailed:
    '{missing, number} of {items, number} answers of a run {missing, plural, one {is} other {are}} missing ({share}): {reasons}.',
  missing: '{missing, number} of {items, number} ({share})',
  credits:
    '{balance, plural, one {# credit is} other {# credits are}} left this month, fewer than {minCredits, number}.',
});

/** Watches whether an engine begins to serve other models. A change counts on the day whose answers make it certain. */
export const modelWatcher: Watcher<Condition<'model-changed'>> = {
  durations: { raiseHours: 0, clearHours: 0 },
  isDaily: true,
  async prepare(context: Context, { filters, query }, period: Period) {
    const { changes } = await readModelChanges(context, filters, period);
    return ({ day, data }) => {
      const found = changes.filter(({ foundOn }) => foundOn === day);
      if (found.length === 0) return createNotMetEvaluation(data);
      const engines = new Set(found.map(({ engine }) => engine));
      const changed = found.map(({ engine, before, now }) =>
        messages.modelChanged({ engine: getEngineName(engine), before, now }),
      );
      const evidence = {
        summary: messages.modelsChanged({ changes: formatClauses(changed), engines: engines.size }),
        details: found.map(({ engine, before, now }) => ({
          label: getEngineName(engine),
          value: `${before} → ${now}`,
        })),
        numbers: null,
        view: { page: 'overview', query },
      };
      return { isMet: true, unknownReason: null, evidence, data };
    };
  },
};

interface RunRow extends Record<string, unknown> {
  id: string;
  completedAt: Date;
  items: number;
  /** Failed or unreadable. */
  failed: number;
  notSent: number;
  pauseReason: PauseReason | null;
  error: string | null;
}

/** Days before a period in which its latest completed run is searched. */
const searchedDays = 35;

/**
 * Watches whether the latest completed run lacks answers because items failed, were unreadable or were not sent.
 * Backfills are ignored.
 */
export const runWatcher: Watcher<Condition<'run-failed'>> = {
  durations: { raiseHours: 0, clearHours: 0 },
  isDaily: false,
  async prepare(context: Context, { projectId, condition, filters }, period: Period) {
    const { organizationId, db } = context;
    const { timeZone } = filters;
    const { start, end } = getSpan({ from: addDays(period.from, -searchedDays), to: period.to }, timeZone);
    const runs = await queryRows<RunRow>(
      db,
      sql`SELECT runs.id, completed_at AS "completedAt", error,
          pause_reason AS "pauseReason", counts.items, counts.failed, counts.not_sent AS "notSent"
        FROM runs CROSS JOIN LATERAL (
          SELECT count(*)::int AS items,
            (count(*) FILTER (WHERE run_items.status IN ('failed', 'unreadable')))::int AS failed,
            (count(*) FILTER (WHERE run_items.status = 'not_sent'))::int AS not_sent
          FROM run_items WHERE run_items.organization_id = ${organizationId} AND run_items.run_id = runs.id
        ) counts
        WHERE runs.organization_id = ${organizationId} AND project_id = ${projectId} AND kind <> 'backfill'
          AND runs.status = 'completed' AND counts.items > 0 AND completed_at >= ${start}::timestamptz
          AND completed_at < ${end}::timestamptz
        ORDER BY completed_at`,
    );
    const completed = runs.map((run) => ({ ...run, completedDay: toDay(run.completedAt, timeZone) }));
    return ({ day, data }) => {
      const run = completed.findLast(({ completedDay }) => completedDay <= day);
      if (!run) return createUnknownEvaluation(data, 'No run was completed in the last five weeks.');
      const { id, items, error } = run;
      const missing = run.failed + run.notSent;
      if ((100 * missing) / items < condition.minMissing) return createNotMetEvaluation(data);
      const share = `${Math.round((100 * missing) / items)}%`;
      const causes = listCauses(run);
      const reasons = causes.map(({ label, value }) => `${value} ${label.toLowerCase()}`);
      const evidence = {
        summary: joinSentences([
          messages.runFailed({ missing, items, share, reasons: formatItems(reasons) }),
          error,
        ]),
        details: [
          { label: 'Missing', value: messages.missing({ missing, items, share }) },
          ...causes,
          { label: 'Threshold', value: `${condition.minMissing}%` },
        ],
        numbers: null,
        view: { page: `runs/${id}`, query: '' },
      };
      return { isMet: true, unknownReason: null, evidence, data };
    };
  },
};

/** Lists why answers of a run are missing: "2 failed", "26 not sent (out of credits)". */
function listCauses({ failed, notSent, pauseReason }: RunRow): { label: string; value: string }[] {
  const reason = pauseReason === null ? '' : ` (${pauseReasonLabels[pauseReason]})`;
  return [
    { label: 'Failed', count: failed },
    { label: `Not sent${reason}`, count: notSent },
  ].flatMap(({ label, count }) => (count > 0 ? [{ label, value: count.toLocaleString('en') }] : []));
}

/** Watches whether the credits left this month fall below a threshold. */
export const creditsWatcher: Watcher<Condition<'credits-low'>> = {
  durations: { raiseHours: 0, clearHours: 0 },
  isDaily: false,
  async prepare(context: Context, { condition }) {
    const balance = await getCreditBalance(context);
    return ({ data }) => {
      if (typeof balance !== 'number') {
        return createUnknownEvaluation(data, 'The credit balance can’t be read at the moment.');
      }
      if (balance >= condition.minCredits) return createNotMetEvaluation(data);
      const evidence = {
        summary: messages.credits({ balance, minCredits: condition.minCredits }),
        details: [
          { label: 'Credits left', value: balance.toLocaleString('en') },
          { label: 'Threshold', value: condition.minCredits.toLocaleString('en') },
        ],
        numbers: null,
        view: { page: 'schedule', query: '' },
      };
      return { isMet: true, unknownReason: null, evidence, data };
    };
  },
};
