import type { Env } from '#lib/core/env';
import { dashboardUsesOwnProviders, getEngineAccess } from '#lib/service/provider-keys/engine-providers';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';

/** Lets pages state how engines are queried, unless it is unknown (see `dashboardUsesOwnProviders`). */
export function provideEngineAccess(service: { settings: Env; providers: ProviderResolver }): void {
  if (!dashboardUsesOwnProviders(service.settings)) return;
  // The pages are bundled apart from this process and share only its globals.
  globalThis.answerscopeEngineAccess = (organizationId) => getEngineAccess(service, organizationId);
}
