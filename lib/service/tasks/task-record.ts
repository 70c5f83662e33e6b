import { toTaskType } from '#lib/contract/engines';
import type { TaskRecord } from '#lib/contract/tasks';
import { tasks } from '#lib/db/schema/tasks';

/** The columns of a task's record. */
export const recordColumns = {
  id: tasks.id,
  engine: tasks.engine,
  status: tasks.status,
  priority: tasks.priority,
  createdAt: tasks.createdAt,
  idempotencyKey: tasks.idempotencyKey,
  creditsToCharge: tasks.creditsToCharge,
  creditsCharged: tasks.creditsCharged,
  response: tasks.response,
};

export type TaskRow = Pick<typeof tasks.$inferSelect, keyof typeof recordColumns>;

/** Builds the record that GET /v1/async/task/{id} returns and webhooks deliver. */
export function toTaskRecord(row: TaskRow): TaskRecord {
  return {
    task: {
      id: row.id,
      taskType: toTaskType(row.engine),
      status: row.status,
      priority: row.priority,
      createdAt: row.createdAt.toISOString(),
      ...(row.idempotencyKey === null ? {} : { idempotencyKey: row.idempotencyKey }),
    },
    credits: { creditsToCharge: row.creditsToCharge, creditsCharged: row.creditsCharged },
    ...(row.response === null ? {} : { response: row.response }),
  };
}

/** Returns the instant before which completed tasks no longer exist for clients, whether deleted yet or not. */
export function getRetentionStart(now: Date, retentionHours: number): Date {
  return new Date(now.getTime() - retentionHours * 3_600_000);
}
