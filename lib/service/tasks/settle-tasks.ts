import { type ServiceError, toErrorResponse } from '#lib/core/errors';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';
import type { Settlement } from '#lib/queue/dispatcher';
import { buildUsageInsert } from '#lib/service/credits/usage-insert';
import type { ProviderUsage } from '#lib/service/request-log/request-log';
import type { ClaimedTask } from '#lib/service/tasks/task-leases';
import { toTaskRecord } from '#lib/service/tasks/task-record';

/** The result of a completed task, or the error of a failed one. */
export type TaskOutcome =
  | { result: Record<string, unknown>; providerUsage?: ProviderUsage }
  | { error: ServiceError };

const settle = statement({
  name: 'settle-tasks',
  parameters: {
    items: [
      {
        organizationId: 'uuid',
        id: 'uuid',
        attempt: 'int4',
        status: 'text',
        creditsCharged: 'int4',
        response: 'jsonb',
        body: 'text?',
        provider: 'text?',
        amount: 'numeric?',
        currency: 'text?',
        tokens: 'int4?',
      },
    ],
    now: 'timestamptz',
  },
  row: { settled: 'int4', notifiedDeliveries: 'int8', notifiedTasks: 'int8' },
  isPrepared: false,
  text: `
    WITH settled AS (
      UPDATE tasks t
      SET status = items.status, credits_charged = items.credits_charged, response = items.response,
        completed_at = :now, leased_until = NULL, provider = items.provider, cost = items.amount,
        currency = items.currency, tokens = items.tokens
      FROM :items
      WHERE t.organization_id = items.organization_id AND t.id = items.id AND t.attempt = items.attempt
        AND ${unindexed('t.status')} = 'PROCESSING'
      RETURNING t.organization_id, t.id, t.credits_to_charge, t.credits_charged, t.webhook_url, items.body,
        t.engine, t.key_id, t.trace_parent
    ), sums AS (
      SELECT organization_id, count(*)::int AS tasks, sum(credits_to_charge) AS released,
        sum(credits_charged) AS charged
      FROM settled GROUP BY organization_id
    ), locked AS (
      SELECT organization_id FROM credit_balances
      WHERE organization_id IN (SELECT organization_id FROM sums)
      ORDER BY organization_id FOR UPDATE
    ), balances AS (
      UPDATE credit_balances b SET held = b.held - sums.released, balance = b.balance - sums.charged
      FROM sums JOIN locked USING (organization_id)
      WHERE b.organization_id = sums.organization_id
      RETURNING b.organization_id, sums.tasks
    ), queues AS (
      UPDATE task_queue_stats q SET processing = q.processing - balances.tasks
      FROM balances
      WHERE q.organization_id = balances.organization_id
      RETURNING q.queued
    ), ledger AS (
      INSERT INTO credit_ledger (organization_id, kind, amount, subject_id, engine, key_id, created_at)
      SELECT organization_id, 'charge', -credits_charged, id, engine, key_id, :now
      FROM settled WHERE credits_charged > 0
    ), used AS (${buildUsageInsert(`
      SELECT organization_id, (:now AT TIME ZONE 'UTC')::date, engine, key_id, sum(credits_charged), count(*)
      FROM settled JOIN balances USING (organization_id)
      WHERE credits_charged > 0 GROUP BY organization_id, engine, key_id`)}
    ), inserted AS (
      INSERT INTO deliveries (organization_id, task_id, url, body, due_at, created_at, trace_parent)
      SELECT organization_id, id, webhook_url, body, now(), :now, trace_parent FROM settled WHERE webhook_url IS NOT NULL
      RETURNING id
    ), notify_deliveries AS (
      SELECT pg_notify('deliveries', '') FROM inserted LIMIT 1
    ), notify_tasks AS (
      SELECT pg_notify('tasks', '') FROM queues WHERE queued > 0 LIMIT 1
    )
    -- The notifications are counted so that they are sent: PostgreSQL skips a SELECT that nothing reads.
    SELECT (SELECT count(*) FROM settled)::int AS settled,
      (SELECT count(*) FROM notify_deliveries) AS "notifiedDeliveries", (SELECT count(*) FROM notify_tasks) AS "notifiedTasks"`,
});

/**
 * Settles completed and failed tasks: stores the responses, charges or releases the held credits, frees slots of the
 * concurrency limit and enqueues the webhooks, all in one transaction. Skips tasks that the worker no longer owns. One
 * round trip.
 * @returns the number of settled tasks
 */
export async function settleTasks(
  db: Database,
  settlements: readonly Settlement<ClaimedTask, TaskOutcome>[],
  now: Date,
): Promise<number> {
  const items = settlements.map(({ item, outcome }) => toRow(item, outcome, now));
  const [totals] = await settle(db, { items, now });
  return totals?.settled ?? 0;
}

function toRow(task: ClaimedTask, outcome: TaskOutcome, now: Date) {
  const isCompleted = 'result' in outcome;
  const status = isCompleted ? ('COMPLETED' as const) : ('FAILED' as const);
  const creditsCharged = isCompleted ? task.creditsToCharge : 0;
  const response = isCompleted ? outcome.result : { error: toErrorResponse(outcome.error, now).error };
  const settled = { ...task, status, creditsCharged, response };
  return {
    ...settled,
    body: task.webhookUrl === null ? null : JSON.stringify(toTaskRecord(settled)),
    ...(isCompleted ? outcome.providerUsage : undefined),
  };
}
