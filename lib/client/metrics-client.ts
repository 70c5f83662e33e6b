import { type Client, type ClientOptions, createRouteClient } from '#lib/client/client';
import { routes } from '#lib/contract/routes';

/**
 * Creates a client of all endpoints of /v1, including /v1/metrics, which only the instance that stores the answers serves.
 */
export function createMetricsClient(options: ClientOptions): Client<typeof routes> {
  return createRouteClient(routes, options);
}
