import { describeError } from '#lib/core/errors';
import { HttpError, requestSafely } from '#lib/core/http-client';
import { log } from '#lib/core/log';
import type { Service } from '#lib/service/instance/service';
import type { ClaimedDelivery, DeliveryAttempt } from '#lib/service/webhooks/delivery-leases';
import { decryptSigningSecret, signWebhook } from '#lib/service/webhooks/signing';

const timeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;

/**
 * Makes one attempt at a delivery: signed if signing is on, within 10 seconds, without following redirects. Any 2xx
 * acknowledges it. A delivery that cannot be signed is not sent and counts as failed.
 */
export async function deliverWebhook(
  { clock, settings }: Service,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const startedAt = clock.now();
  const startMs = performance.now();
  const toAttempt = (statusCode: number | null, error: string | null) => ({
    startedAt,
    durationMs: Math.round(performance.now() - startMs),
    statusCode,
    error,
  });
  const signature = createSignature(delivery, startedAt);
  if (!signature) return toAttempt(null, 'The signing secret could not be decrypted. Rotate it.');
  try {
    const { status } = await requestSafely(delivery.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Answerscope-Webhooks/1.0',
        ...signature,
      },
      body: delivery.body,
      timeoutMs,
      maxBytes: maxResponseBytes,
      allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
      signal,
    });
    const isAcknowledged = status >= 200 && status < 300;
    return toAttempt(status, isAcknowledged ? null : `The endpoint responded with ${status}.`);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return toAttempt(null, error.message);
  }
}

/** Returns the signature's headers; undefined if the secret was encrypted with another key than the current one. */
function createSignature(delivery: ClaimedDelivery, now: Date): Record<string, string> | undefined {
  const { organizationId, taskId, attempts, body, signingSecretEncrypted } = delivery;
  if (signingSecretEncrypted === null) return {};
  try {
    const secret = decryptSigningSecret(organizationId, signingSecretEncrypted);
    return signWebhook({ taskId, attempt: attempts + 1, body }, secret, now);
  } catch (error) {
    log.error({ organizationId, error: describeError(error) }, 'failed to decrypt a signing secret');
    return undefined;
  }
}
