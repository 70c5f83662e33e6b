import { signWebhook } from '#lib/contract/sign-webhook';
import { webhookHeaders } from '#lib/contract/tasks';
import { describeError } from '#lib/core/errors';
import { HttpError, type OutboundResponse, requestSafely } from '#lib/core/http-client';
import { log } from '#lib/core/log';
import { sanitizeText } from '#lib/core/text';
import { getTraceHeaders } from '#lib/core/tracing';
import { getAllowedHosts, getWebhookTarget } from '#lib/core/webhook-target';
import type { Service } from '#lib/service/instance/service';
import type { ClaimedDelivery } from '#lib/service/webhooks/delivery-leases';
import type { DeliveryAttempt } from '#lib/service/webhooks/settle-deliveries';
import { decryptSigningSecret } from '#lib/service/webhooks/signing';

const timeoutMs = 10_000;

/** Maximum number of bytes of a response that are read and stored. */
const maxResponseBytes = 64 * 1024;

/**
 * Makes one attempt at a delivery, signed if signing is enabled, with a timeout of 10 seconds and without following
 * redirects. Any 2xx response acknowledges the delivery. An attempt that cannot be signed is not sent and counts as
 * failed.
 */
export async function deliverWebhook(
  { clock, settings }: Pick<Service, 'clock' | 'settings'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const startedAt = clock.now();
  const startMs = performance.now();
  const getTiming = () => ({ startedAt, durationMs: Math.round(performance.now() - startMs) });
  const signature = createSignature(delivery, startedAt);
  if (!signature) {
    const error = 'The signing secret could not be decrypted. Rotate it.';
    return { ...getTiming(), ...withoutResponse, requestHeaders: null, error };
  }
  const url = new URL(delivery.url);
  const allowedHosts = getAllowedHosts(url, settings);
  if (allowedHosts === undefined) {
    const error = `${url.host} is not a public host, or it is the instance itself.`;
    return { ...getTiming(), ...withoutResponse, requestHeaders: null, error };
  }
  const requestHeaders = {
    'Content-Type': 'application/json',
    'User-Agent': 'Answerscope-Webhooks/1.0',
    ...(delivery.isTest ? { [webhookHeaders.test]: '1' } : {}),
    ...signature,
    ...getTraceHeaders(),
  };
  try {
    const response = await requestSafely(url, {
      method: 'POST',
      headers: requestHeaders,
      body: delivery.body,
      timeoutMs,
      maxBytes: maxResponseBytes,
      allowedHosts,
      signal,
    });
    const isShown = settings.WEBHOOK_INTERNAL_RESPONSES === 'full' || isPublicTarget(url, settings);
    return { ...getTiming(), requestHeaders, ...readResponse(response, { isShown }) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const sentHeaders = error.kind === 'forbidden-address' ? null : requestHeaders;
    return { ...getTiming(), ...withoutResponse, requestHeaders: sentHeaders, error: error.message };
  }
}

const withoutResponse = {
  statusCode: null,
  responseHeaders: null,
  responseBody: null,
  responseTruncated: false,
};

/** Returns whether members can read the responses of a URL; those of internal ones need WEBHOOK_INTERNAL_RESPONSES=full. */
function isPublicTarget(url: URL, settings: Service['settings']): boolean {
  return getWebhookTarget(url, settings) === 'public';
}

/**
 * Returns the response as it is stored.
 * @param options.isShown whether to store headers and body; if false, only the status and the size are stored
 */
function readResponse(
  { status, headers, body, truncated }: OutboundResponse,
  { isShown }: { isShown: boolean },
) {
  const isAcknowledged = status >= 200 && status < 300;
  const error = isAcknowledged ? null : `The endpoint responded with ${status}.`;
  if (!isShown) {
    const responseHeaders = { 'content-length': `${truncated ? 'over ' : ''}${body.length}` };
    return { statusCode: status, error, responseHeaders, responseBody: null, responseTruncated: false };
  }
  // PostgreSQL stores neither NUL nor invalid UTF-8. Streaming drops a character that the limit cuts in two.
  const text = sanitizeText(new TextDecoder().decode(body, { stream: truncated }));
  return {
    statusCode: status,
    error,
    responseHeaders: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[sanitizeText(name), typeof value === 'string' ? sanitizeText(value) : value.map(sanitizeText)]],
      ),
    ),
    responseBody: text,
    responseTruncated: truncated,
  };
}

/**
 * Returns the signature's headers; none while signing is disabled. Returns undefined if the current or the previous secret
 * cannot be decrypted, for example because ENCRYPTION_KEY has changed.
 */
function createSignature(delivery: ClaimedDelivery, now: Date): Record<string, string> | undefined {
  const { organizationId, taskId, attempts, body, signingSecretEncrypted } = delivery;
  const { previousSecretEncrypted, previousSecretExpiresAt } = delivery;
  if (signingSecretEncrypted === null) return {};
  const isOverlap = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  try {
    const current = decryptSigningSecret(organizationId, signingSecretEncrypted);
    const previous =
      isOverlap && previousSecretEncrypted !== null
        ? decryptSigningSecret(organizationId, previousSecretEncrypted)
        : null;
    return signWebhook({ id: taskId, attempt: attempts + 1, body }, { current, previous }, now);
  } catch (error) {
    log.error({ organizationId, taskId, error: describeError(error) }, 'failed to decrypt a signing secret');
    return undefined;
  }
}
