import type { Env } from '#lib/core/env';
import { getProviderDetails, providerCatalog } from '#lib/providers/registry';
import { describeRetirement } from '#lib/providers/shared/retirement';
import type { OpenCircuit } from '#lib/service/circuit-breaker/circuit-store';

/** Says what a provider retired and what to do; null for a circuit that is open for another reason. */
export function describeRetiredCircuit(
  { provider, reason }: Pick<OpenCircuit, 'provider' | 'reason'>,
  settings: Env,
): string | null {
  if (reason !== 'retired' && reason !== 'retired_model') return null;
  // Circuits stay stored when a version without their provider starts.
  if (!Object.hasOwn(providerCatalog, provider)) return null;
  const { title, modelSetting: setting } = getProviderDetails(provider);
  if (reason === 'retired') return describeRetirement(title, 'endpoint');
  return describeRetirement(title, 'model', setting && { name: settings[setting], setting });
}
