import { webhookHeaders } from '#lib/contract/tasks';
import type { ReceivedRequest } from '#tests/support/webhook-endpoint';

/** Summary of the webhooks that an endpoint received. */
export interface WebhookReport {
  /** IDs of the tasks whose webhook arrived. */
  taskIds: Set<string>;
  /** Number of repeated webhooks: the first was refused, or a process died before it recorded the response. */
  repeated: number;
  /**
   * Number of webhooks that cannot be deduplicated: their body differs from that of the task's first webhook, or their
   * ID does not contain the ID of the task.
   */
  unrecognizable: number;
}

const idHeader = webhookHeaders.id.toLowerCase();

/** Summarizes the requests that an endpoint received. The ID of a webhook is the ID of its task and the number of the attempt. */
export function buildWebhookReport(received: readonly ReceivedRequest[]): WebhookReport {
  const bodies = new Map<string, string>();
  let unrecognizable = 0;
  for (const { body, headers } of received) {
    const taskId: string = JSON.parse(body).task.id;
    const first = bodies.get(taskId) ?? body;
    bodies.set(taskId, first);
    const [, taskIdInHeader] = String(headers[idHeader]).match(/^(.+)-\d+$/) ?? [];
    if (first !== body || taskIdInHeader !== taskId) unrecognizable += 1;
  }
  return { taskIds: new Set(bodies.keys()), repeated: received.length - bodies.size, unrecognizable };
}
