import type { DeliveryFilters } from '#lib/service/webhooks/list-deliveries';

/** Builds the URL of the delivery log with these filters. */
export function buildDeliveriesUrl(filters: DeliveryFilters): string {
  const entries = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const path = '/developers/webhooks/deliveries';
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}
