import { taskRecordSchema } from '#lib/contract/tasks';

/** The body of a delivery: the task record, with its response (interface.md, "Events"). */
export const webhookPayloadSchema = taskRecordSchema.required({ response: true });

/** The headers of a signed delivery. */
export const webhookHeaders = {
  timestamp: 'X-Svc-Timestamp',
  signature: 'X-Svc-Signature',
  id: 'X-Svc-Webhook-Id',
} as const;
