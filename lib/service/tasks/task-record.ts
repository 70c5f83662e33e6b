import { type Engine, taskTypeOf } from '#lib/contract/engines';
import type { TaskRecord, TaskStatus } from '#lib/contract/tasks';

/** The columns of a task that its record shows. */
export interface TaskRow {
  id: string;
  engine: Engine;
  status: TaskStatus;
  priority: number;
  createdAt: Date;
  idempotencyKey: string | null;
  creditsToCharge: number;
  creditsCharged: number | null;
  response: Record<string, unknown> | null;
}

/** The selection that reads a `TaskRow`, but for `response`. */
export const taskColumns = `id, engine, status, priority, created_at AS "createdAt",
  idempotency_key AS "idempotencyKey", credits_to_charge AS "creditsToCharge", credits_charged AS "creditsCharged"`;

/** The record that GET /v1/async/task/{id} answers and a webhook delivers. */
export function toTaskRecord(row: TaskRow): TaskRecord {
  return {
    task: {
      id: row.id,
      taskType: taskTypeOf(row.engine),
      status: row.status,
      priority: row.priority,
      createdAt: row.createdAt.toISOString(),
      ...(row.idempotencyKey === null ? {} : { idempotencyKey: row.idempotencyKey }),
    },
    credits: { creditsToCharge: row.creditsToCharge, creditsCharged: row.creditsCharged },
    ...(row.response === null ? {} : { response: row.response }),
  };
}
