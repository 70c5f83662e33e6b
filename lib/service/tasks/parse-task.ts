import { getRequestCredits } from '#lib/contract/credits';
import { type Engine, getEngineOfTaskType } from '#lib/contract/engines';
import { type MonitorRequest, requestSchemas } from '#lib/contract/requests';
import { taskInputSchema } from '#lib/contract/tasks';
import type { Env } from '#lib/core/env';
import { isStorableText } from '#lib/core/text';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { getWebhookTarget, type WebhookSettings } from '#lib/core/webhook-target';
import type { Provider } from '#lib/providers/shared/provider';
import { listUnsupportedTargeting } from '#lib/service/requests/check-targeting';

/** A valid task that is not stored yet. */
export interface NewTask {
  engine: Engine;
  request: MonitorRequest;
  priority: number;
  idempotencyKey: string | undefined;
  webhookUrl: string | undefined;
  /** How long the task waits while the engine's provider is down. */
  maxWaitSeconds: number;
  /** Credits that the task costs if it succeeds. */
  credits: number;
}

/**
 * Parses the body of one task: its own fields, the webhook URL, and the payload by the schema of its engine.
 * @param getProvider returns the organization's provider of an engine
 * @throws ServiceError VALIDATION_ERROR with every invalid field. Fields of the payload are `payload.<field>`; they are
 *   checked if the task type is valid
 */
export function parseTask(
  body: unknown,
  settings: Env,
  getProvider: (engine: Engine) => Provider<Engine>,
): NewTask {
  const parsed = taskInputSchema.safeParse(body);
  const given: Record<string, unknown> = body !== null && typeof body === 'object' ? { ...body } : {};
  const engine = typeof given.taskType === 'string' ? getEngineOfTaskType(given.taskType) : undefined;
  const payload =
    engine && isRecord(given.payload) ? parsePayload(getProvider(engine), given.payload) : undefined;
  const { url } = isRecord(given.webhook) ? given.webhook : {};
  const webhookUrl = typeof url === 'string' ? parseWebhookUrl(url, settings) : undefined;
  const errors = [
    ...toFieldErrors(parsed.error),
    ...(payload?.errors ?? []),
    ...(webhookUrl?.ok === false ? [{ field: 'webhook.url', message: webhookUrl.message }] : []),
  ];
  const request = payload?.request;
  if (!parsed.success || !engine || !request || errors.length > 0) throw validationError(errors);
  const { priority, idempotencyKey, maxWaitSeconds } = parsed.data;
  return {
    engine,
    request,
    priority,
    idempotencyKey,
    maxWaitSeconds,
    webhookUrl: webhookUrl?.ok ? webhookUrl.url : undefined,
    credits: getRequestCredits(engine, request),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsePayload(provider: Provider<Engine>, payload: Record<string, unknown>) {
  const { data: request, error } = requestSchemas[provider.engine].safeParse(payload);
  const unsupported = listUnsupportedTargeting(provider, payload, request);
  const errors = [
    ...toFieldErrors(error, 'payload'),
    ...unsupported.map(({ field, message }) => ({ field: `payload.${field}`, message })),
  ];
  return { request, errors };
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
  settings: WebhookSettings,
): { ok: true; url: string } | { ok: false; message: string } {
  const reject = (message: string) => ({ ok: false, message }) as const;
  if ([...text].length > maxLength) return reject(`Expected at most ${maxLength} characters`);
  const url = URL.parse(text);
  if (!url || !isStorableText(text)) return reject('Expected a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return reject('Expected an http or https URL');
  if (url.username !== '' || url.password !== '')
    return reject('The URL must not contain a user name or password');
  if (!wellFormedUrl.test(text)) return reject('Expected a URL');
  const target = getWebhookTarget(url, settings);
  if (target === 'internal') return reject('The host of the URL must be public');
  if (target === 'own-host') return reject('The host of the URL must not be the instance itself');
  return { ok: true, url: url.href };
}
