import type { Source } from '#lib/queue/dispatcher';
import type { Service } from '#lib/service/instance/service';
import { deliverWebhook } from '#lib/service/webhooks/deliver-webhook';
import { createDeliveryConcurrency } from '#lib/service/webhooks/delivery-concurrency';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  releaseDeliveries,
  settleDeliveries,
} from '#lib/service/webhooks/delivery-leases';

/** Longer than an attempt may take, so that leases need no renewal. */
export const deliveryLeaseSeconds = 25;

/** A response within this time keeps an organization's concurrency up. */
const promptMs = 5_000;

/** The queue of webhook deliveries, for a dispatcher. */
export function createDeliverySource(service: Service): Source<ClaimedDelivery, DeliveryAttempt> {
  const { db, settings } = service;
  const concurrency = createDeliveryConcurrency();
  const retrySeconds = settings.WEBHOOK_RETRY_SECONDS.split(',').map(Number);
  return {
    name: 'deliveries',
    async claim(free) {
      const claimed = await claimDeliveries(db, {
        free,
        leaseSeconds: deliveryLeaseSeconds,
        defaultPlaces: concurrency.maxPlaces,
        places: concurrency.listFree(),
      });
      for (const { organizationId } of claimed) concurrency.start(organizationId);
      return claimed;
    },
    async run(delivery, signal) {
      let isPrompt = false;
      try {
        const attempt = await deliverWebhook(service, delivery, signal);
        isPrompt = attempt.durationMs < promptMs;
        return attempt;
      } finally {
        concurrency.end(delivery.organizationId, isPrompt);
      }
    },
    settle: (settlements) => settleDeliveries(db, settlements, retrySeconds),
    renew: async () => [],
    release: (deliveries) => releaseDeliveries(db, deliveries),
  };
}
