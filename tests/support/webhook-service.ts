import type { Context } from '#lib/db/context';
import { createDeliverySource } from '#lib/service/webhooks/delivery-source';
import { startService, type TestService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';

/** A service without a worker process, whose webhooks a test delivers by calling `deliverDue`. */
export interface WebhookService {
  testService: TestService;
  createContext(): Promise<Context>;
  /** Waits until an attempt is due, and makes all that are due. @returns the number of attempts */
  deliverDue(): Promise<number>;
  /** Makes the next attempts of the organization's waiting deliveries due immediately. */
  skipWaits(context: Context): Promise<void>;
}

/**
 * Starts a service for tests of webhooks.
 * @param hosts comma-separated, as WEBHOOK_ALLOWED_HOSTS
 * @param responses as WEBHOOK_INTERNAL_RESPONSES
 */
export async function startWebhookService(hosts: string, responses = 'full'): Promise<WebhookService> {
  const testService = await startService({
    WEBHOOK_ALLOWED_HOSTS: hosts,
    WEBHOOK_INTERNAL_RESPONSES: responses,
  });
  const source = createDeliverySource(testService.service);
  return {
    testService,
    async createContext() {
      const { id } = await testService.createTenant();
      return { ...testService.service, organizationId: id, actor: { kind: 'operator' } };
    },
    async deliverDue() {
      const claimed = await waitFor('an attempt is due', async () => {
        const items = await source.claim(100);
        return items.length > 0 ? items : undefined;
      });
      const run = async (item: (typeof claimed)[number]) => ({
        item,
        outcome: await source.run(item, AbortSignal.timeout(30_000)),
      });
      await source.settle(await Promise.all(claimed.map(run)));
      return claimed.length;
    },
    async skipWaits({ db, organizationId }) {
      await db.$client.query('UPDATE deliveries SET due_at = now() WHERE organization_id = $1', [
        organizationId,
      ]);
    },
  };
}
