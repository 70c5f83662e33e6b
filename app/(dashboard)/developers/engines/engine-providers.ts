import type { EngineProvider } from '#lib/contract/engines';
import { getEnv } from '#lib/core/env';
import { canUse } from '#lib/core/permissions';
import type { Context } from '#lib/db/client';
import { openService } from '#lib/service/instance/service';
import {
  type AvailableProvider,
  listAvailableProviders,
} from '#lib/service/provider-keys/available-providers';
import { listEngineProviders } from '#lib/service/provider-keys/engine-providers';

/** The providers that serve the organization's engines, and those the member can add a key for. */
export interface AvailableProviders {
  /** Null if it is unknown: the dashboard uses another service, or the member is not allowed to see providers. */
  engines: readonly EngineProvider[] | null;
  /** Empty if the member is not allowed to add keys. */
  keyProviders: readonly AvailableProvider[];
}

/** Loads the providers. Pages show them, so that nobody runs prompts on the sandbox unknowingly. */
export async function loadAvailableProviders(context: Context): Promise<AvailableProviders> {
  const { API_BASE_URL, PORT } = getEnv();
  if (API_BASE_URL !== `http://127.0.0.1:${PORT}` || !canUse(context.actor, 'providers.read')) {
    return { engines: null, keyProviders: [] };
  }
  const service = openService();
  return {
    engines: await listEngineProviders(service, context),
    keyProviders: canUse(context.actor, 'providers.manage') ? listAvailableProviders(service.settings) : [],
  };
}
