import {
  type Engine,
  type EngineAccess,
  type EngineProvider,
  engines,
  type KeyOwners,
} from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { requirePermission } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { getPromptLimit, reportsQueries } from '#lib/providers/capabilities';
import { getProviderDetails, type ProviderChoice } from '#lib/providers/registry';
import type { ProviderResolver } from '#lib/service/provider-keys/provider-resolver';

/**
 * Lists the provider that currently serves each engine for the organization.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listCurrentProviders(
  { settings, providers }: { settings: Env; providers: ProviderResolver },
  { actor, organizationId }: Context,
): Promise<EngineProvider[]> {
  requirePermission(actor, 'providers.read');
  // Forms show a key as soon as it is saved.
  await providers.refresh(organizationId);
  return resolveProviders({ settings, providers }, organizationId);
}

/**
 * Returns whether the dashboard's requests are answered by the providers that this instance chooses for the requesting
 * organization. False if the dashboard uses another service (`API_BASE_URL`), or a shared `API_KEY`, because requests then
 * use the provider keys of that key's organization.
 */
export function dashboardUsesOwnProviders({ API_BASE_URL, API_KEY, PORT }: Env): boolean {
  return API_BASE_URL === `http://127.0.0.1:${PORT}` && API_KEY === undefined;
}

/**
 * Returns how the organization's engines are queried now. Needs no permission, because shared reports state it. See
 * `EngineAccess` for the engines that are absent.
 */
export async function getEngineAccess(
  service: { settings: Env; providers: Pick<ProviderResolver, 'resolve'> },
  organizationId: string,
): Promise<EngineAccess> {
  const access: EngineAccess = {};
  for (const provider of await resolveProviders(service, organizationId)) {
    if (provider.access === 'api' || provider.access === 'page') access[provider.engine] = provider.access;
  }
  return access;
}

/**
 * Returns whose provider keys are used for the organization’s engines now. Needs no permission, because shared reports state
 * it. Engines without keys, such as those that the sandbox serves, are absent.
 */
export async function getKeyOwners(
  { providers }: { providers: Pick<ProviderResolver, 'resolve'> },
  organizationId: string,
): Promise<KeyOwners> {
  const owners: KeyOwners = {};
  for (const engine of engines) {
    const { credentials } = await providers.resolve<Engine>(organizationId, engine);
    if (credentials) owners[engine] = credentials.isOwn ? 'organization' : 'instance';
  }
  return owners;
}

function resolveProviders(
  { settings, providers }: { settings: Env; providers: Pick<ProviderResolver, 'resolve'> },
  organizationId: string,
): Promise<EngineProvider[]> {
  return Promise.all(
    engines.map(async (engine) => {
      const choice = await providers.resolve<Engine>(organizationId, engine);
      const { name } = choice.provider;
      return {
        engine,
        ...describeProvider(choice, settings),
        maxPromptLength: getPromptLimit(name, engine)?.maxLength,
        reportsQueries: reportsQueries(name, engine),
      };
    }),
  );
}

/** Describes the provider of a choice, and the model that is requested from it. */
export function describeProvider(
  { provider, credentials }: ProviderChoice<Engine>,
  settings: Env,
): Omit<EngineProvider, 'engine'> {
  if (!credentials) {
    return { access: provider.name === 'sandbox' ? 'sandbox' : 'none', title: null, model: null };
  }
  const { title, access, modelSetting } = getProviderDetails(credentials.provider);
  return { access, title, model: modelSetting ? settings[modelSetting] : null };
}
