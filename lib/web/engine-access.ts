import type { Env } from '#lib/core/env';
import { getEngineAccess } from '#lib/service/provider-keys/engine-providers';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';

/**
 * Lets pages state how engines are queried. It stays unknown if the dashboard uses another service, or a shared API key,
 * whose organization can have other provider keys.
 */
export function provideEngineAccess(service: { settings: Env; providers: ProviderResolver }): void {
  const { API_BASE_URL, API_KEY, PORT } = service.settings;
  if (API_BASE_URL !== `http://127.0.0.1:${PORT}` || API_KEY !== undefined) return;
  // The pages are bundled apart from this process and share only its globals.
  globalThis.answerscopeEngineAccess = (organizationId) => getEngineAccess(service, organizationId);
}
