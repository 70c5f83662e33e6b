import type { EngineProvider } from '#lib/contract/engines';
import { getEnv } from '#lib/core/env';
import { canUse, explainDenial } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { openService } from '#lib/service/instance/service';
import {
  type AvailableProvider,
  listAvailableProviders,
} from '#lib/service/provider-keys/available-providers';
import { dashboardUsesOwnProviders, listCurrentProviders } from '#lib/service/provider-keys/engine-providers';

/** The providers that serve the organization's engines, and those that a key can be added for. */
export interface AvailableProviders {
  /**
   * Null if unknown: the dashboard uses another service or a shared API key, or the member is not allowed to see
   * providers.
   */
  engines: readonly EngineProvider[] | null;
  /** The providers that organizations can add keys for; empty if `engines` is null. */
  keyProviders: readonly AvailableProvider[];
  /** Reason why the member can't add keys; null if they can. */
  keyDenial: string | null;
}

/** Loads the providers. Pages show them, so that nobody runs prompts on the sandbox unknowingly. */
export async function loadAvailableProviders(context: Context): Promise<AvailableProviders> {
  const keyDenial = explainDenial(context.actor, 'providers.manage');
  if (!dashboardUsesOwnProviders(getEnv()) || !canUse(context.actor, 'providers.read')) {
    return { engines: null, keyProviders: [], keyDenial };
  }
  const service = openService();
  return {
    engines: await listCurrentProviders(service, context),
    keyProviders: listAvailableProviders(service.settings),
    keyDenial,
  };
}
