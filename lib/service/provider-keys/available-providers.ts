import { type Engine, engines, getEngineName } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import {
  getProviderDetails,
  listEngineProviders,
  type ProviderName,
  providerCatalog,
} from '#lib/providers/registry';

/** A provider that an organization can add its own keys for. */
export type AvailableProvider = ReturnType<typeof listAvailableProviders>[number];

const keyLabels: readonly [RegExp, string][] = [
  [/_LOGIN$/, 'Login'],
  [/_PASSWORD$/, 'Password'],
  [/_API_KEY$/, 'API key'],
];

/**
 * Lists the providers that organizations can add keys for. Leaves out those that `ENGINE_PROVIDERS` excludes for all
 * engines, and another Answerscope instance unless `REMOTE_BASE_URL` is set.
 */
export function listAvailableProviders(settings: Env) {
  return Object.keys(providerCatalog)
    .filter(isProviderName)
    .map((name) => ({
      name,
      title: getProviderDetails(name).title,
      /** The page where keys are created; undefined if the provider has none. */
      keysUrl: getProviderDetails(name).keysUrl,
      /** The engines that the provider can serve with its keys. */
      engines: listServedEngines(name, settings),
      engineNames: listServedEngines(name, settings).map(getEngineName),
      /** The keys to enter, each with the setting that it replaces. */
      keys: getProviderDetails(name).credentialSettings.map((setting) => ({
        setting,
        label: keyLabels.find(([ending]) => ending.test(setting))?.[1] ?? setting,
      })),
    }))
    .filter(({ engines: served }) => served.length > 0);
}

/** Lists the engines that a provider can serve, if it has keys, according to the settings. */
export function listServedEngines(name: ProviderName, settings: Env): Engine[] {
  return engines.filter((engine) => listEngineProviders(engine, settings).includes(name));
}

export function isProviderName(name: string): name is ProviderName {
  return typeof name === 'string' && Object.hasOwn(providerCatalog, name);
}
