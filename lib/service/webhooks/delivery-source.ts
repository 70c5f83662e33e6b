import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { deliveryAttemptSeconds } from '#lib/core/process-metrics';
import { traceWork } from '#lib/core/tracing';
import type { WorkSource } from '#lib/queue/dispatcher';
import type { Service } from '#lib/service/instance/service';
import { deliverWebhook } from '#lib/service/webhooks/deliver-webhook';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseDeliveries,
} from '#lib/service/webhooks/delivery-leases';
import { disableFailingEndpoint } from '#lib/service/webhooks/disable-endpoint';
import { ResponseStorage } from '#lib/service/webhooks/response-storage';
import { type DeliveryOutcome, settleDeliveries } from '#lib/service/webhooks/settle-deliveries';

/** Longer than any attempt takes, so that leases need no renewal. */
export const deliveryLeaseSeconds = 25;

/**
 * After an attempt that ended within this time, an organization keeps its concurrency, or gets twice as much if it was
 * reduced.
 */
const fastResponseMs = 5_000;

/** Creates the source from which a dispatcher takes webhook deliveries. */
export function createDeliverySource(service: Service): WorkSource<ClaimedDelivery, DeliveryOutcome> {
  const { db, settings } = service;
  const concurrency = createDeliveryConcurrency();
  const responses = new ResponseStorage(db);
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
        const shouldSend = delivery.isTest || !delivery.isEndpointDisabled;
        const { id, taskId, attempts, traceParent: parent } = delivery;
        const attributes = {
          'answerscope.delivery.id': id,
          'answerscope.task.id': taskId,
          attempt: attempts + 1,
        };
        const attempt = shouldSend
          ? await traceWork('webhook', { kind: 'producer', parent, attributes }, () =>
              deliverWebhook(service, delivery, signal),
            )
          : null;
        isFast = attempt === null || attempt.durationMs < fastResponseMs;
        const outcome = attempt?.error === null ? 'acknowledged' : 'failed';
        if (attempt) deliveryAttemptSeconds.observe({ outcome }, attempt.durationMs / 1000);
        return attempt;
      } finally {
        concurrency.end(delivery.organizationId, isFast);
      }
    },
    async settle(settlements) {
      for (const endpoint of await settleDeliveries(db, settlements, retrySeconds)) {
        // Not awaited, so that it does not delay settling the outcomes of other organizations.
        void disableFailingEndpoint(service, endpoint).catch((error) =>
          log.warn({ ...endpoint, error: describeError(error) }, 'disabling a webhook endpoint failed'),
        );
      }
      for (const [organizationId, settled] of Map.groupBy(settlements, ({ item }) => item.organizationId)) {
        const outcomes = settled.flatMap(({ outcome }) => outcome ?? []);
        if (!responses.count(organizationId, outcomes)) continue;
        void responses
          .dropExcess(organizationId)
          .catch((error) =>
            log.warn({ organizationId, error: describeError(error) }, 'dropping old responses failed'),
          );
      }
    },
    renew: async () => [],
    release: (deliveries) => releaseDeliveries(db, deliveries),
    describe: ({ id, taskId }) => ({ deliveryId: id, taskId }),
  };
}

/** Maximum number of concurrent deliveries of one organization in this worker. It is not reduced below `minSlots`. */
const maxSlots = 32;
const minSlots = 2;

/**
 * Creates a tracker of the concurrent deliveries of each organization in this worker. It allows many while the
 * organization's endpoints respond and few when they time out, so that an unresponsive endpoint blocks neither the
 * worker nor other organizations.
 */
function createDeliveryConcurrency() {
  const organizations = new Map<string, { slots: number; running: number }>();
  return {
    /** Returns the free slots by organization; organizations that are not included have `maxSlots` free. */
    listFreeSlots: () => new Map([...organizations].map(([id, { slots, running }]) => [id, slots - running])),
    start(organizationId: string) {
      const { slots, running } = organizations.get(organizationId) ?? { slots: maxSlots, running: 0 };
      organizations.set(organizationId, { slots, running: running + 1 });
    },
    /** Records the end of an attempt. @param isFast whether it ended quickly, with success or without */
    end(organizationId: string, isFast: boolean) {
      const { slots, running } = organizations.get(organizationId) ?? { slots: maxSlots, running: 1 };
      const nextSlots = isFast ? Math.min(maxSlots, slots * 2) : Math.max(minSlots, slots >> 1);
      if (running === 1 && nextSlots === maxSlots) organizations.delete(organizationId);
      else organizations.set(organizationId, { slots: nextSlots, running: running - 1 });
    },
  };
}
