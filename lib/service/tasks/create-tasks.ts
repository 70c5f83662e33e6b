import { randomUUID } from 'node:crypto';
import { limits, type Plan, plans } from '#lib/contract/plans';
import type { TaskRecord } from '#lib/contract/tasks';
import { ServiceError } from '#lib/core/errors';
import { getTraceParent } from '#lib/core/tracing';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { balanceParameters, currentBalance, getBillingMonth } from '#lib/service/credits/credit-balance';
import type { NewTask } from '#lib/service/tasks/parse-task';
import { getRetentionStart, toTaskRecord } from '#lib/service/tasks/task-record';

export interface TaskContext extends Context {
  plan: Plan;
  /** Hours after the completion of a task until its idempotency key can be reused. */
  retentionHours: number;
}

/** The result of creating one task of a batch. */
export type TaskCreation = { record: TaskRecord } | { error: ServiceError };

interface LockedQueue {
  /** Credits that are not held. */
  available: number;
  queued: number;
}

/** Locks the balance, then the queue. Every statement that locks both does so in this order. */
const lockBalanceAndQueue = statement({
  name: 'lock-balance-and-queue',
  parameters: balanceParameters,
  row: rowOf<LockedQueue>({ available: 'int8', queued: 'int4' }),
  text: `
    WITH ${currentBalance}, updated AS (
      UPDATE credit_balances b
      SET month = greatest(b.month, :month), balance = c.balance, held = c.held, in_flight = c.in_flight
      FROM current_balance c
      WHERE b.organization_id = :organizationId
      RETURNING b.balance - b.held AS available
    ), queue AS (
      SELECT q.queued, updated.available
      FROM updated, task_queue_stats q
      WHERE q.organization_id = :organizationId
      FOR UPDATE OF q
    )
    SELECT available, queued FROM queue`,
});

/** Frees the keys of tasks past their retention and finds the keys in use. */
const findKeys = statement({
  name: 'find-idempotency-keys',
  parameters: { organizationId: 'uuid', keys: 'text[]', retainedFrom: 'timestamptz' },
  row: { key: 'text', id: 'uuid' },
  isPrepared: false,
  text: `
    WITH freed AS (
      UPDATE tasks SET idempotency_key = NULL
      WHERE organization_id = :organizationId AND idempotency_key = ANY (:keys) AND completed_at <= :retainedFrom
    )
    SELECT idempotency_key AS key, id FROM tasks
    WHERE organization_id = :organizationId AND idempotency_key = ANY (:keys)
      AND (completed_at IS NULL OR completed_at > :retainedFrom)`,
});

const insertTasks = statement({
  name: 'insert-tasks',
  parameters: {
    organizationId: 'uuid',
    items: [
      {
        id: 'uuid',
        engine: 'text',
        request: 'jsonb',
        priority: 'int2',
        idempotencyKey: 'text?',
        webhookUrl: 'text?',
        credits: 'int4',
        maxWaitSeconds: 'int4',
        position: 'int4',
      },
    ],
    createdAt: 'timestamptz',
    keyId: 'uuid?',
    traceParent: 'text?',
  },
  row: { notified: 'void' },
  text: `
    WITH created AS (
      INSERT INTO tasks (organization_id, id, engine, request, priority, idempotency_key, webhook_url,
        credits_to_charge, max_wait_seconds, created_at, key_id, trace_parent)
      SELECT :organizationId, id, engine, request, priority, idempotency_key, webhook_url, credits, max_wait_seconds,
        :createdAt, :keyId, :traceParent
      FROM :items
      ORDER BY position
      RETURNING credits_to_charge
    ), total AS (
      SELECT count(*)::int AS tasks, coalesce(sum(credits_to_charge), 0) AS credits FROM created
    ), held AS (
      UPDATE credit_balances b SET held = b.held + total.credits FROM total WHERE b.organization_id = :organizationId
    ), queued AS (
      UPDATE task_queue_stats q SET queued = q.queued + total.tasks FROM total WHERE q.organization_id = :organizationId
    )
    SELECT pg_notify('tasks', '') AS notified FROM total`,
});

/**
 * Creates tasks of one organization, holds their credits and wakes the workers. If the idempotency key of a task is
 * already in use, or there are not enough credits for it, only that task fails. Takes one transaction and at most five
 * round trips, for any number of tasks.
 * @returns one result per task, in order
 * @throws ServiceError QUEUE_LIMIT_EXCEEDED, without creating any task, if they do not all fit in the queue
 */
export async function createTasks(context: TaskContext, tasks: readonly NewTask[]): Promise<TaskCreation[]> {
  if (tasks.length === 0) return [];
  const { organizationId, plan, actor } = context;
  const createdAt = context.clock.now();
  return transaction(context.db, async (tx) => {
    const [queue] = await lockBalanceAndQueue(tx, {
      organizationId,
      month: getBillingMonth(createdAt),
      monthlyCredits: plans[plan].monthlyCredits,
    });
    if (!queue) throw new Error(`The organization ${organizationId} has no balance or no task queue.`);
    const retainedFrom = getRetentionStart(createdAt, context.retentionHours);
    const usedKeys = await findUsedKeys(tx, organizationId, tasks, retainedFrom);
    const { creations, accepted } = decideCreations(tasks, usedKeys, queue, createdAt);
    if (accepted.length > 0) {
      await insertTasks(tx, {
        organizationId,
        items: accepted,
        createdAt,
        keyId: actor.kind === 'key' ? actor.keyId : null,
        traceParent: getTraceParent(),
      });
    }
    return creations;
  });
}

/**
 * Creates one task and holds its credits.
 * @throws ServiceError RESOURCE_ALREADY_EXISTS with `details.taskId`, QUEUE_LIMIT_EXCEEDED, INSUFFICIENT_CREDITS
 */
export async function createTask(context: TaskContext, task: NewTask): Promise<TaskRecord> {
  const [creation] = await createTasks(context, [task]);
  if (!creation) throw new Error('The task was neither created nor rejected.');
  if ('error' in creation) throw creation.error;
  return creation.record;
}

/** Returns the task IDs of the keys in use. No other request can add one, because the balance is locked. */
async function findUsedKeys(
  db: Database,
  organizationId: string,
  tasks: readonly NewTask[],
  retainedFrom: Date,
): Promise<Map<string, string>> {
  const keys = tasks.flatMap(({ idempotencyKey }) => (idempotencyKey === undefined ? [] : [idempotencyKey]));
  if (keys.length === 0) return new Map();
  const rows = await findKeys(db, { organizationId, keys, retainedFrom });
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Accepts or rejects the tasks, in order, by idempotency key (409), queue limit (429, for all of them) and credits (403). */
function decideCreations(
  tasks: readonly NewTask[],
  usedKeys: ReadonlyMap<string, string>,
  queue: LockedQueue,
  createdAt: Date,
) {
  /** The ID of the task by key; undefined if that task was rejected for missing credits. */
  const idsByKey = new Map<string, string | undefined>(usedKeys);
  const accepted: (NewTask & { id: string; position: number })[] = [];
  let { available, queued } = queue;
  const creations = tasks.map((task): TaskCreation => {
    const { idempotencyKey: key, credits } = task;
    if (key !== undefined && idsByKey.has(key)) {
      const taskId = idsByKey.get(key);
      const message =
        taskId === undefined
          ? 'Another task of this batch has the same idempotency key.'
          : 'A task with this idempotency key already exists.';
      return {
        error: new ServiceError('RESOURCE_ALREADY_EXISTS', {
          message,
          ...(taskId && { details: { taskId } }),
        }),
      };
    }
    queued += 1;
    const isAffordable = credits <= available;
    const id = randomUUID();
    if (key !== undefined) idsByKey.set(key, isAffordable ? id : undefined);
    if (!isAffordable) {
      const details = { required: credits, available };
      return { error: new ServiceError('INSUFFICIENT_CREDITS', { details }) };
    }
    available -= credits;
    accepted.push({ ...task, id, position: accepted.length });
    const state = {
      status: 'QUEUED',
      creditsToCharge: credits,
      creditsCharged: null,
      response: null,
      waitingSince: null,
    } as const;
    return { record: toTaskRecord({ ...task, ...state, id, createdAt, idempotencyKey: key ?? null }) };
  });
  if (queued > limits.queuedTasks) {
    throw new ServiceError('QUEUE_LIMIT_EXCEEDED', { details: { limit: limits.queuedTasks } });
  }
  return { creations, accepted };
}
