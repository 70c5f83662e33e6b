import { engines, getEngineName } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import {
  getProviderDetails,
  listEngineProviders,
  type ProviderName,
  providerCatalog,
} from '#lib/providers/registry';

/** A provider that an organization can bring its own keys for. */
export type AvailableProvider = ReturnType<typeof listAvailableProviders>[number];

const keyLabels: readonly [RegExp, string][] = [
  [/_LOGIN$/, 'Login'],
  [/_PASSWORD$/, 'Password'],
  [/_API_KEY$/, 'API key'],
];

/** Lists the providers that organizations can add keys for, except those that `ENGINE_PROVIDERS` excludes everywhere. */
export function listAvailableProviders(settings: Env) {
  return Object.keys(providerCatalog)
    .filter(isProviderName)
    .map((name) => ({
      name,
      title: getProviderDetails(name).title,
      /** Names of the engines that the provider would serve. */
      engines: engines
        .filter((engine) => listEngineProviders(engine, settings).includes(name))
        .map(getEngineName),
      /** The keys to enter, each with the setting that it replaces. */
      keys: getProviderDetails(name).credentialSettings.map((setting) => ({
        setting,
        label: keyLabels.find(([ending]) => ending.test(setting))?.[1] ?? setting,
      })),
    }))
    .filter((provider) => provider.engines.length > 0);
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providerCatalog, name);
}
