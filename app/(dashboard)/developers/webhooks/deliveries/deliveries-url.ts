import { getPageUrl } from '#lib/core/urls/page-url';
import type { DeliveryFilters } from '#lib/service/webhooks/list-deliveries';

/** Builds the URL of the delivery log with these filters. */
export function buildDeliveriesUrl(filters: DeliveryFilters): string {
  return getPageUrl('/developers/webhooks/deliveries', filters);
}
