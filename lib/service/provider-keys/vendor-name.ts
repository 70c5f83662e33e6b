import { type ProviderName, providerCatalog } from '#lib/providers/provider-catalog';

/** Whether a word names a vendor there is a provider for. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providerCatalog, name);
}
