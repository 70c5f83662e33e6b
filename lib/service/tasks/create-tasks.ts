import { randomUUID } from 'node:crypto';
import { limits, type Plan, plans } from '#lib/contract/plans';
import type { TaskRecord } from '#lib/contract/tasks';
import { ServiceError } from '#lib/core/errors';
import { type Database, transaction } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { getBillingMonth } from '#lib/service/credits/billing-month';
import { currentBalance } from '#lib/service/credits/present-account';
import type { NewTask } from '#lib/service/tasks/read-task';
import { type TaskRow, toTaskRecord } from '#lib/service/tasks/task-record';

/** What became of one task of a batch. */
export type TaskCreation = { record: TaskRecord } | { error: ServiceError };

interface Standing {
  available: number;
  queued: number;
}

/** Locks account and queue in this order, as everything that locks both does. */
const lockStatement = `
  WITH ${currentBalance}, changed AS (
    UPDATE credit_balances a
    SET month = greatest(a.month, $2), balance = account.balance, held = account.held, in_flight = account.in_flight
    FROM account
    WHERE a.organization_id = $1
    RETURNING a.balance - a.held AS available
  ), queue AS (
    SELECT q.queued, changed.available
    FROM changed, task_queue_stats q
    WHERE q.organization_id = $1
    FOR UPDATE OF q
  )
  SELECT available, queued FROM queue`;

const takenStatement = `
  SELECT idempotency_key AS key, id FROM tasks
  WHERE organization_id = $1 AND idempotency_key = ANY ($2::text[])`;

const insertStatement = `
  WITH created AS (
    INSERT INTO tasks (organization_id, id, engine, request, priority, idempotency_key, webhook_url,
      credits_to_charge, created_at)
    SELECT $1, t.id, t.engine, t.request::jsonb, t.priority, t.key, t.url, t.credits, $9
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::int[])
      WITH ORDINALITY AS t (id, engine, request, priority, key, url, credits, place)
    ORDER BY t.place
    RETURNING credits_to_charge
  ), total AS (
    SELECT count(*)::int AS tasks, coalesce(sum(credits_to_charge), 0) AS credits FROM created
  ), held AS (
    UPDATE credit_balances a SET held = a.held + total.credits FROM total WHERE a.organization_id = $1
  ), queued AS (
    UPDATE task_queue_stats q SET queued = q.queued + total.tasks FROM total WHERE q.organization_id = $1
  )
  SELECT pg_notify('tasks', '') FROM total`;

/**
 * Creates tasks of one organization, each by itself: a taken idempotency key or missing credits fail that task
 * alone. Holds their credits and wakes the workers. One transaction, five round trips for any number.
 * @returns one entry a task, in order
 * @throws ServiceError QUEUE_LIMIT_EXCEEDED when they would not all fit in the queue; then none is created
 */
export async function createTasks(
  context: Context & { plan: Plan },
  tasks: readonly NewTask[],
): Promise<TaskCreation[]> {
  if (tasks.length === 0) return [];
  const { organizationId, clock } = context;
  const now = clock.now();
  return transaction(context.db, async (client) => {
    const { rows } = await client.$client.query<Standing>({
      name: 'lock-account-and-queue',
      text: lockStatement,
      values: [organizationId, getBillingMonth(now), plans[context.plan].monthlyCredits],
    });
    const standing = rows[0];
    if (!standing) throw new Error(`The organization ${organizationId} has no account or no task queue.`);
    const taken = await takenKeys(client, organizationId, tasks);
    const { creations, rows: created } = decide(tasks, taken, standing, now);
    if (created.length > 0) {
      await client.$client.query({
        name: 'insert-tasks',
        text: insertStatement,
        values: [
          organizationId,
          created.map(({ id }) => id),
          created.map(({ task }) => task.engine),
          created.map(({ task }) => JSON.stringify(task.request)),
          created.map(({ task }) => task.priority),
          created.map(({ task }) => task.idempotencyKey ?? null),
          created.map(({ task }) => task.webhookUrl ?? null),
          created.map(({ task }) => task.credits),
          now,
        ],
      });
    }
    return creations;
  });
}

/** Keys in use, with the task that each is bound to. Exact, since the account's lock admits one creator at a time. */
async function takenKeys(client: Database, organizationId: string, tasks: readonly NewTask[]) {
  const keys = tasks.flatMap(({ idempotencyKey }) => (idempotencyKey === undefined ? [] : [idempotencyKey]));
  if (keys.length === 0) return new Map<string, string>();
  const { rows } = await client.$client.query<{ key: string; id: string }>({
    text: takenStatement,
    values: [organizationId, keys],
  });
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Goes through the tasks in order: key (409), then the queue's limit (429, for all), then credits (403). */
function decide(tasks: readonly NewTask[], taken: Map<string, string>, standing: Standing, createdAt: Date) {
  const rows: { id: string; task: NewTask }[] = [];
  const creations: TaskCreation[] = [];
  const fresh = freshTasks(tasks, taken);
  if (standing.queued + fresh.size > limits.queuedTasks) {
    throw new ServiceError('QUEUE_LIMIT_EXCEEDED', { details: { limit: limits.queuedTasks } });
  }
  let { available } = standing;
  const bound = new Map(taken);
  for (const task of tasks) {
    const { idempotencyKey: key, credits } = task;
    if (!fresh.has(task)) {
      const taskId = key === undefined ? undefined : bound.get(key);
      creations.push({ error: alreadyExists(taskId) });
    } else if (credits > available) {
      const details = { required: credits, available };
      creations.push({ error: new ServiceError('INSUFFICIENT_CREDITS', { details }) });
    } else {
      available -= credits;
      const id = randomUUID();
      if (key !== undefined) bound.set(key, id);
      rows.push({ id, task });
      creations.push({ record: toTaskRecord(queuedRow(id, task, createdAt)) });
    }
  }
  return { creations, rows };
}

/** The tasks whose key is not in use and does not come earlier in the same batch. */
function freshTasks(tasks: readonly NewTask[], taken: Map<string, string>): Set<NewTask> {
  const seen = new Set(taken.keys());
  return new Set(
    tasks.filter(({ idempotencyKey: key }) => {
      if (key === undefined) return true;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  );
}

function alreadyExists(taskId: string | undefined): ServiceError {
  return new ServiceError('RESOURCE_ALREADY_EXISTS', {
    message: 'A task with this idempotency key already exists.',
    ...(taskId === undefined ? {} : { details: { taskId } }),
  });
}

function queuedRow(id: string, task: NewTask, createdAt: Date): TaskRow {
  return {
    id,
    engine: task.engine,
    status: 'QUEUED',
    priority: task.priority,
    createdAt,
    idempotencyKey: task.idempotencyKey ?? null,
    creditsToCharge: task.credits,
    creditsCharged: null,
    response: null,
  };
}
