import { z } from 'zod';
import { toDay } from '#lib/core/days';
import { addDays, listDays } from '#lib/core/time';
import { alertFields, removeDates } from '#lib/dashboard/alerts/alerts';
import { describeCondition } from '#lib/dashboard/alerts/conditions/condition';
import { describeSensitivity } from '#lib/dashboard/alerts/conditions/describe-sensitivity';
import { getWatcher } from '#lib/dashboard/alerts/conditions/get-watcher';
import { readWatchedCondition, replayDays } from '#lib/dashboard/alerts/evaluate-alerts';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { defineOperation } from '#lib/operations/define-operation';

/** Number of days that a preview covers. */
const previewDays = 90;

/** The result of evaluating an alert for past days. */
const alertPreviewSchema = z.object({
  title: z.string().describe('The condition as a sentence.'),
  raised: z
    .number()
    .nullable()
    .describe(
      'The number of times it would have been raised; null if the watched values are not stored for past days.',
    ),
  events: z
    .array(z.object({ day: z.string(), summary: z.string() }))
    .describe('The days on which it would have been raised, with the reasons, newest first.'),
  unknownReason: z
    .string()
    .nullable()
    .describe('The reason why it could not be evaluated on the last day, as a sentence; null if it could.'),
  sensitivity: z
    .string()
    .nullable()
    .describe(
      'A sentence that says after how many days the alert finds a change that is planted in the stored answers; null without enough answers, or if it watches no metric.',
    ),
});
export type AlertPreview = z.output<typeof alertPreviewSchema>;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const previewAlert = defineOperation({
  name: 'alerts.preview',
  title: 'Preview an alert',
  description: `Evaluates an alert for each of the last ${previewDays} days, as if it had existed then. Creates nothing.`,
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: projectIdSchema, ...alertFields }),
  output: alertPreviewSchema,
  // The data may be a few seconds old (`runStaleRead`).
  isTransaction: false,
  run(context, { projectId, ...alert }) {
    const query = removeDates(context, { projectId, query: alert.query });
    return withMetricsTransaction(context, async (tx): Promise<AlertPreview> => {
      const watched = await readWatchedCondition(tx, { projectId, ...alert, query });
      const title = describeCondition(watched.condition, watched.names);
      // Past balances are not stored.
      if (watched.condition.kind === 'credits-low')
        return { title, raised: null, events: [], unknownReason: null, sensitivity: null };
      const { timeZone } = watched.filters;
      const to = addDays(toDay(tx.clock.now(), timeZone), -1);
      const from = addDays(to, 1 - previewDays);
      const watcher = getWatcher(watched);
      const evaluate = await watcher.prepare(tx, { from, to });
      const now = tx.clock.now();
      const { events, unknownReason } = replayDays(evaluate, {
        days: listDays(from, to),
        timeZone,
        now,
        start: { state: 'cleared', since: new Date(from), data: {} },
        // Each day is evaluated once, even for conditions that are otherwise evaluated several times a day.
        watcher: { ...watcher, isDaily: true },
      });
      const { condition } = watched;
      const sensitivity =
        condition.kind === 'metric' ? await describeSensitivity(tx, { ...watched, condition }, to) : null;
      const raised = events.filter(({ kind }) => kind === 'raised');
      return {
        title,
        raised: raised.length,
        unknownReason,
        sensitivity,
        events: raised
          .map(({ occurredAt, evidence }) => ({
            day: toDay(occurredAt, timeZone),
            summary: evidence.summary,
          }))
          .toReversed(),
      };
    });
  },
});
