import { describeError } from '#lib/core/errors';
import { HttpError, requestSafely } from '#lib/core/http-client';
import { log } from '#lib/core/log';
import type { Service } from '#lib/service/service';
import type { ClaimedDelivery } from '#lib/service/webhooks/claim-deliveries';
import { signWebhook } from '#lib/service/webhooks/sign';
import { decryptSigningSecret } from '#lib/service/webhooks/signing-secret';

/** What came of one attempt. */
export interface DeliveryAttempt {
  startedAt: Date;
  durationMs: number;
  /** What the receiver answered with; null when there was no answer. */
  statusCode: number | null;
  /** Why it counts as failed; null on success. */
  error: string | null;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;

/**
 * Sends a delivery once: signed while signing is on, 10 seconds in all, redirects not followed. Any 2xx is an
 * acknowledgement. One that cannot be signed is not sent, and counts as failed.
 */
export async function deliverWebhook(
  { clock, settings }: Service,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const startedAt = clock.now();
  const begun = performance.now();
  const ended = (statusCode: number | null, error: string | null) => ({
    startedAt,
    durationMs: Math.round(performance.now() - begun),
    statusCode,
    error,
  });
  const signature = signatureOf(delivery, startedAt);
  if (!signature) return ended(null, 'The signing secret could not be opened. Rotate it.');
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
      maxBytes: maxAnswerBytes,
      allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS,
      signal,
    });
    const acknowledged = status >= 200 && status < 300;
    return ended(status, acknowledged ? null : `The receiver answered ${status}.`);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return ended(null, error.message);
  }
}

/** The headers of the signature; undefined where the secret was sealed by another key than the instance has now. */
function signatureOf(delivery: ClaimedDelivery, now: Date): Record<string, string> | undefined {
  const { organizationId, taskId, attempts, body, signingSecret } = delivery;
  if (signingSecret === null) return {};
  try {
    const secret = decryptSigningSecret(organizationId, signingSecret);
    return signWebhook({ taskId, attempt: attempts + 1, body }, secret, now);
  } catch (error) {
    log.error({ organizationId, error: describeError(error) }, 'a signing secret could not be opened');
    return undefined;
  }
}
