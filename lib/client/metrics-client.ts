import { type Client, type ClientOptions, createRouteClient } from '#lib/client/client';
import { routes } from '#lib/contract/routes';

/** Creates a client of all endpoints of /v1, with the metrics of the instance that stores the answers. */
export function createMetricsClient(options: ClientOptions): Client<typeof routes> {
  return createRouteClient(routes, options);
}
