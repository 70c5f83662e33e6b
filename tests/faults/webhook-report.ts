import { webhookHeaders } from '#lib/contract/tasks';
import type { ReceivedRequest } from '#tests/support/webhook-endpoint';

/** What a webhook endpoint received. */
export interface WebhookReport {
  /** IDs of the tasks whose webhook arrived. */
  taskIds: Set<string>;
  /** Webhooks that arrived again, because they were refused or a process died before it recorded the response. */
  repeated: number;
  /** Webhooks that an endpoint could not deduplicate: another body than the first one, or an ID without that of the task. */
  unrecognizable: number;
}

const idHeader = webhookHeaders.id.toLowerCase();

/** Summarizes the requests that an endpoint received. The ID of a delivery is that of its task with the number of the attempt. */
export function buildWebhookReport(received: readonly ReceivedRequest[]): WebhookReport {
  const bodies = new Map<string, string>();
  let unrecognizable = 0;
  for (const { body, headers } of received) {
    const taskId: string = JSON.parse(body).task.id;
    const first = bodies.get(taskId) ?? body;
    bodies.set(taskId, first);
    const [, idTask] = String(headers[idHeader]).match(/^(.+)-\d+$/) ?? [];
    if (first !== body || idTask !== taskId) unrecognizable += 1;
  }
  return { taskIds: new Set(bodies.keys()), repeated: received.length - bodies.size, unrecognizable };
}
