import { toErrorResponse } from '#lib/core/error-response';
import type { ServiceError } from '#lib/core/errors';
import type { Database } from '#lib/db/client';
import type { ProviderUsage } from '#lib/service/requests/ask-provider';
import type { ClaimedTask } from '#lib/service/tasks/claim-tasks';
import { toTaskRecord } from '#lib/service/tasks/task-record';

/** How a task ended: with a result, or with the error that its record tells. */
export type TaskOutcome = { result: Record<string, unknown>; cost?: ProviderUsage } | { error: ServiceError };

export interface EndedTask {
  job: ClaimedTask;
  outcome: TaskOutcome;
}

const statement = `
  WITH ours AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::int[], $6::text[], $7::text[],
      $9::text[], $10::numeric[], $11::text[], $12::int[])
      AS ended (organization_id, id, attempt, status, charged, response, body, provider, cost, currency, tokens)
  ), ended AS (
    UPDATE tasks t
    SET status = ours.status, credits_charged = ours.charged, response = ours.response::jsonb,
      completed_at = $8, leased_until = NULL, provider = ours.provider, cost = ours.cost, currency = ours.currency,
      tokens = ours.tokens
    FROM ours
    WHERE t.organization_id = ours.organization_id AND t.id = ours.id AND t.attempt = ours.attempt
      AND t.status = 'PROCESSING'
    RETURNING t.organization_id, t.id, t.credits_to_charge, t.credits_charged, t.webhook_url, ours.body
  ), sums AS (
    SELECT organization_id, count(*)::int AS tasks, sum(credits_to_charge) AS released, sum(credits_charged) AS charged
    FROM ended GROUP BY organization_id
  ), locked AS (
    SELECT organization_id FROM credit_balances
    WHERE organization_id IN (SELECT organization_id FROM sums)
    ORDER BY organization_id FOR UPDATE
  ), accounts AS (
    UPDATE credit_balances a SET held = a.held - sums.released, balance = a.balance - sums.charged
    FROM sums JOIN locked USING (organization_id)
    WHERE a.organization_id = sums.organization_id
    RETURNING a.organization_id, sums.tasks
  ), queues AS (
    UPDATE task_queue_stats q SET processing = q.processing - accounts.tasks
    FROM accounts
    WHERE q.organization_id = accounts.organization_id
    RETURNING q.queued
  ), ledger AS (
    INSERT INTO credit_ledger (organization_id, kind, amount, subject_id)
    SELECT organization_id, 'charge', -credits_charged, id FROM ended WHERE credits_charged > 0
  ), sent AS (
    INSERT INTO deliveries (organization_id, task_id, url, body, due_at, created_at)
    SELECT organization_id, id, webhook_url, body, now(), $8 FROM ended WHERE webhook_url IS NOT NULL
    RETURNING id
  ), woken AS (
    SELECT pg_notify('deliveries', '') FROM sent LIMIT 1
  ), freed AS (
    SELECT pg_notify('tasks', '') FROM queues WHERE queued > 0 LIMIT 1
  )
  SELECT (SELECT count(*) FROM ended)::int AS ended, (SELECT count(*) FROM woken) AS woken,
    (SELECT count(*) FROM freed) AS freed`;

/**
 * Ends tasks: stores the response, charges or releases the held credits, frees the organization's places and
 * puts the deliveries into their queue. One statement and so one transaction for all of them; a task that is no
 * longer its worker's is passed over. One round trip.
 * @returns how many ended
 */
export async function settleTasks(db: Database, ended: readonly EndedTask[], now: Date): Promise<number> {
  const rows = ended.map(({ job, outcome }) => rowOf(job, outcome, now));
  const { rows: answer } = await db.$client.query<{ ended: number }>({
    text: statement,
    values: [
      rows.map(({ organizationId }) => organizationId),
      rows.map(({ id }) => id),
      rows.map(({ attempt }) => attempt),
      rows.map(({ status }) => status),
      rows.map(({ charged }) => charged),
      rows.map(({ response }) => response),
      rows.map(({ body }) => body),
      now,
      rows.map(({ cost }) => cost?.provider ?? null),
      rows.map(({ cost }) => cost?.amount ?? null),
      rows.map(({ cost }) => cost?.currency ?? null),
      rows.map(({ cost }) => cost?.tokens ?? null),
    ],
  });
  return answer[0]?.ended ?? 0;
}

function rowOf(job: ClaimedTask, outcome: TaskOutcome, now: Date) {
  const completed = 'result' in outcome;
  const status = completed ? ('COMPLETED' as const) : ('FAILED' as const);
  const charged = completed ? job.creditsToCharge : 0;
  const response = completed ? outcome.result : { error: toErrorResponse(outcome.error, now).error };
  const record = toTaskRecord({ ...job, status, creditsCharged: charged, response });
  return {
    organizationId: job.organizationId,
    id: job.id,
    attempt: job.attempt,
    status,
    charged,
    response: JSON.stringify(response),
    body: job.webhookUrl === null ? null : JSON.stringify(record),
    cost: completed ? outcome.cost : undefined,
  };
}
