import { getRequestCredits } from '#lib/contract/credits';
import { type Engine, getEngineOfTaskType } from '#lib/contract/engines';
import { type MonitorRequest, requestSchemas } from '#lib/contract/requests';
import { taskInputSchema } from '#lib/contract/tasks';
import type { Env } from '#lib/core/env';
import { hasNonPublicHost, isAllowedHost } from '#lib/core/http-client';
import { isStorableText } from '#lib/core/text';
import { toFieldErrors, validationError } from '#lib/core/validation';

/** A valid task that is not stored yet. */
export interface NewTask {
  engine: Engine;
  request: MonitorRequest;
  priority: number;
  idempotencyKey: string | undefined;
  webhookUrl: string | undefined;
  /** Credits that the task costs if it succeeds. */
  credits: number;
}

/**
 * Parses the body of one task: its own fields, then the payload by the schema of its engine.
 * @throws ServiceError VALIDATION_ERROR with the invalid fields. The payload (`payload.<field>`) and the webhook URL are
 *   checked only if the task's own fields match their schema.
 */
export function parseTask(body: unknown, settings: Env): NewTask {
  const parsed = taskInputSchema.safeParse(body);
  const errors = toFieldErrors(parsed.error);
  if (!parsed.success) throw validationError(errors);
  const { taskType, payload, webhook, priority, idempotencyKey } = parsed.data;
  const engine = getEngineOfTaskType(taskType);
  if (!engine) throw validationError([{ field: 'taskType', message: 'Unknown task type' }]);
  const url = webhook && parseWebhookUrl(webhook.url, settings.WEBHOOK_ALLOWED_HOSTS);
  if (url?.ok === false) errors.push({ field: 'webhook.url', message: url.message });
  const request = requestSchemas[engine].safeParse(payload);
  errors.unshift(...toFieldErrors(request.error, 'payload'));
  if (!request.success || errors.length > 0) throw validationError(errors);
  return {
    engine,
    request: request.data,
    priority,
    idempotencyKey,
    webhookUrl: url?.ok ? url.url : undefined,
    credits: getRequestCredits(engine, request.data),
  };
}

const maxLength = 2048;

/**
 * Does not match URLs that `URL` would correct silently: those without exactly two slashes after the scheme, and those with
 * white space or control characters.
 */
const wellFormedUrl = /^https?:\/\/[^/\\?#\s][^\s\p{Cc}]*$/iu;

/**
 * Validates a webhook URL. The IP addresses of its host are checked at every delivery.
 * @returns the normalized URL, or why it is invalid
 */
export function parseWebhookUrl(
  text: string,
  allowedHosts: string,
): { ok: true; url: string } | { ok: false; message: string } {
  const reject = (message: string) => ({ ok: false, message }) as const;
  if ([...text].length > maxLength) return reject(`Expected at most ${maxLength} characters`);
  const url = URL.parse(text);
  if (!url || !isStorableText(text)) return reject('Expected a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return reject('Expected an http or https URL');
  if (url.username !== '' || url.password !== '')
    return reject('The URL must not contain a user name or password');
  if (!wellFormedUrl.test(text)) return reject('Expected a URL');
  if (hasNonPublicHost(url) && !isAllowedHost(url, allowedHosts)) {
    return reject('The host of the URL must be public');
  }
  return { ok: true, url: url.href };
}
