import type { Env } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import {
  dashboardUsesOwnProviders,
  getEngineAccess,
  getKeyOwners,
} from '#lib/service/provider-keys/engine-providers';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';

/** Lets pages state how engines are queried, and with whose keys, unless it is unknown (see `dashboardUsesOwnProviders`). */
export function provideEngineAccess(service: {
  settings: Env;
  providers: Pick<ProviderResolver, 'resolve'>;
}): void {
  if (!dashboardUsesOwnProviders(service.settings)) return;
  processState.getEngineAccess = (organizationId) => getEngineAccess(service, organizationId);
  processState.getKeyOwners = (organizationId) => getKeyOwners(service, organizationId);
}
