import { type Engine, engineOfTaskType } from '#lib/contract/engines';
import { creditsFor } from '#lib/contract/pricing';
import type { MonitorRequest } from '#lib/contract/requests';
import { taskInputSchema } from '#lib/contract/tasks';
import type { Env } from '#lib/core/env';
import { type FieldError, ServiceError } from '#lib/core/errors';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { parseMonitorRequest } from '#lib/service/requests/read-request';
import { checkWebhookUrl } from '#lib/service/webhooks/check-url';

/** A task as validated, ready to be created. */
export interface NewTask {
  engine: Engine;
  request: MonitorRequest;
  priority: number;
  idempotencyKey: string | undefined;
  webhookUrl: string | undefined;
  credits: number;
}

/**
 * Reads the body of one task: its own fields, then the payload as its engine takes it.
 * @throws ServiceError VALIDATION_ERROR with every wrong field, those of the payload as `payload.<field>`
 */
export function parseTask(body: unknown, settings: Env): NewTask {
  const parsed = taskInputSchema.safeParse(body);
  const wrong = toFieldErrors(parsed.error);
  if (!parsed.success) throw validationError(wrong);
  const { taskType, payload, webhook, priority, idempotencyKey } = parsed.data;
  const engine = engineOfTaskType(taskType);
  if (!engine) throw validationError([{ field: 'taskType', message: 'Unknown task type' }]);
  const checked = webhook && checkWebhookUrl(webhook.url, settings.WEBHOOK_ALLOWED_HOSTS);
  if (checked?.ok === false) wrong.push({ field: 'webhook.url', message: checked.message });
  const request = readPayload(engine, payload, wrong);
  if (!request || wrong.length > 0) throw validationError(wrong);
  return {
    engine,
    request,
    priority,
    idempotencyKey,
    webhookUrl: checked?.ok ? checked.url : undefined,
    credits: creditsFor(engine, request),
  };
}

function readPayload(engine: Engine, payload: unknown, wrong: FieldError[]) {
  try {
    return parseMonitorRequest(engine, payload, 'payload');
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.fields) throw error;
    wrong.unshift(...error.fields);
    return undefined;
  }
}
