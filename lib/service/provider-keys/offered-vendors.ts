import { engineFacts, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { getProviderDetails, type ProviderName, providerCatalog } from '#lib/providers/provider-catalog';
import { listEngineProviders } from '#lib/providers/registry';
import { isProviderName } from '#lib/service/provider-keys/vendor-name';

/** A vendor an organization can bring its own keys for. */
export interface AvailableProvider {
  name: ProviderName;
  title: string;
  /** The engines it then answers, by their labels. */
  engines: string[];
  /** What to paste, by the setting each stands for. */
  keys: { setting: string; label: string }[];
}

const labels: readonly [RegExp, string][] = [
  [/_LOGIN$/, 'Login'],
  [/_PASSWORD$/, 'Password'],
  [/_API_KEY$/, 'API key'],
];

/** The vendors that this instance lets organizations bring keys for; those that `ENGINE_PROVIDERS` leaves a use for. */
export function listAvailableProviders(settings: Env): AvailableProvider[] {
  return Object.keys(providerCatalog)
    .filter(isProviderName)
    .map((name) => ({
      name,
      title: getProviderDetails(name).title,
      engines: engines
        .filter((engine) => listEngineProviders(engine, settings).includes(name))
        .map((engine) => engineFacts[engine].label),
      keys: getProviderDetails(name).credentialSettings.map((setting) => ({
        setting,
        label: labels.find(([ending]) => ending.test(setting))?.[1] ?? setting,
      })),
    }))
    .filter((vendor) => vendor.engines.length > 0);
}
