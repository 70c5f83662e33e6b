import { describeError } from '#lib/core/errors';
import { HttpError, requestSafely } from '#lib/core/http-client';
import { log } from '#lib/core/log';
import type { WorkSource } from '#lib/queue/dispatcher';
import type { Service } from '#lib/service/instance/service';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  releaseDeliveries,
  settleDeliveries,
} from '#lib/service/webhooks/delivery-leases';
import { decryptSigningSecret, signWebhook } from '#lib/service/webhooks/signing';

/** Longer than any attempt, so that leases need no renewal. */
export const deliveryLeaseSeconds = 25;

/** A response within this time keeps an organization's concurrency, or doubles it if it was reduced. */
const fastResponseMs = 5_000;

/** Creates the queue of webhook deliveries for a dispatcher. */
export function createDeliverySource(service: Service): WorkSource<ClaimedDelivery, DeliveryAttempt> {
  const { db, settings } = service;
  const concurrency = createDeliveryConcurrency();
  const retrySeconds = settings.WEBHOOK_RETRY_SECONDS.split(',').map(Number);
  return {
    name: 'deliveries',
    async claim(limit) {
      const freeSlots = concurrency.listFreeSlots();
      const options = { limit, leaseSeconds: deliveryLeaseSeconds, defaultSlots: maxSlots, freeSlots };
      const claimed = await claimDeliveries(db, options);
      for (const { organizationId } of claimed) concurrency.start(organizationId);
      return claimed;
    },
    async run(delivery, signal) {
      let isFast = false;
      try {
        const attempt = await deliverWebhook(service, delivery, signal);
        isFast = attempt.durationMs < fastResponseMs;
        return attempt;
      } finally {
        concurrency.end(delivery.organizationId, isFast);
      }
    },
    settle: (settlements) => settleDeliveries(db, settlements, retrySeconds),
    renew: async () => [],
    release: (deliveries) => releaseDeliveries(db, deliveries),
  };
}

/** Deliveries that one organization may have running in this worker. */
const maxSlots = 32;
const minSlots = 2;

/**
 * Creates the record of how many deliveries each organization may have running in this worker: many while its
 * endpoints respond, few when they time out, so that a dead endpoint blocks neither the worker nor others.
 */
function createDeliveryConcurrency() {
  const organizations = new Map<string, { slots: number; running: number }>();
  return {
    /** Returns the free slots of the listed organizations; all others have `maxSlots` free. */
    listFreeSlots: () => new Map([...organizations].map(([id, { slots, running }]) => [id, slots - running])),
    start(organizationId: string) {
      const { slots, running } = organizations.get(organizationId) ?? { slots: maxSlots, running: 0 };
      organizations.set(organizationId, { slots, running: running + 1 });
    },
    /** @param isFast whether the endpoint responded quickly, with any status */
    end(organizationId: string, isFast: boolean) {
      const { slots, running } = organizations.get(organizationId) ?? { slots: maxSlots, running: 1 };
      const nextSlots = isFast ? Math.min(maxSlots, slots * 2) : Math.max(minSlots, slots >> 1);
      if (running === 1 && nextSlots === maxSlots) organizations.delete(organizationId);
      else organizations.set(organizationId, { slots: nextSlots, running: running - 1 });
    },
  };
}

const timeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;

/**
 * Makes one attempt at a delivery: signed if signing is on, within 10 seconds, without following redirects. Any 2xx
 * acknowledges it. A delivery that cannot be signed is not sent and counts as failed.
 */
async function deliverWebhook(
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
