import type { Source } from '#lib/queue/dispatcher';
import type { Service } from '#lib/service/service';
import { type ClaimedDelivery, claimDeliveries } from '#lib/service/webhooks/claim-deliveries';
import { type DeliveryAttempt, deliverWebhook } from '#lib/service/webhooks/deliver';
import { createDeliveryLimits } from '#lib/service/webhooks/delivery-rooms';
import { releaseDeliveries } from '#lib/service/webhooks/give-back-deliveries';
import { settleDeliveries } from '#lib/service/webhooks/settle-deliveries';

/** Longer than an attempt may take, so that no lease has to be renewed. */
export const deliveryLeaseSeconds = 25;

/** An answer within this time keeps an organization's room open. */
const promptMs = 5_000;

/** The queue of webhook deliveries, for a dispatcher. */
export function deliverySource(service: Service): Source<ClaimedDelivery, DeliveryAttempt> {
  const { db, settings } = service;
  const rooms = createDeliveryLimits();
  const retrySeconds = settings.WEBHOOK_RETRY_SECONDS.split(',').map(Number);
  return {
    name: 'deliveries',
    async claim(free) {
      const leaseSeconds = deliveryLeaseSeconds;
      const room = rooms.most;
      const claimed = await claimDeliveries(db, { free, leaseSeconds, room, rooms: rooms.left() });
      for (const { organizationId } of claimed) rooms.enter(organizationId);
      return claimed;
    },
    async run(delivery, signal) {
      let prompt = false;
      try {
        const attempt = await deliverWebhook(service, delivery, signal);
        prompt = attempt.durationMs < promptMs;
        return attempt;
      } finally {
        rooms.leave(delivery.organizationId, prompt);
      }
    },
    settle: (ended) => settleDeliveries(db, ended, retrySeconds),
    renew: async () => [],
    giveBack: (deliveries) => releaseDeliveries(db, deliveries),
  };
}
