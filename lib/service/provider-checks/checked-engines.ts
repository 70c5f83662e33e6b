import { type Engine, engineSpecs } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import {
  createInstanceProvider,
  type InstanceProvider,
  type ProviderName,
  providerCatalog,
  selectProvider,
} from '#lib/providers/registry';
import { isProviderName, listServedEngines } from '#lib/service/provider-keys/available-providers';

/** A provider to check, and the engine to check it with. */
export interface CheckedProvider {
  name: ProviderName;
  engine: Engine;
  choice: InstanceProvider<Engine>;
}

/**
 * Lists the providers whose keys the instance has, each with its cheapest engine: of those that it serves for organizations
 * without their own keys, or else of those that it could serve.
 */
export function listCheckedProviders(settings: Env): CheckedProvider[] {
  return Object.keys(providerCatalog)
    .filter(isProviderName)
    .flatMap((name) => {
      const served = listServedEngines(name, settings);
      const used = served.filter((engine) => selectProvider<Engine>(engine, settings).provider.name === name);
      const [engine] = (used.length > 0 ? used : served).toSorted(
        (a, b) => engineSpecs[a].credits - engineSpecs[b].credits,
      );
      const choice = engine && createInstanceProvider<Engine>(name, engine, settings);
      return choice ? [{ name, engine, choice }] : [];
    });
}
