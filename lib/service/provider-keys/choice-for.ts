import type { Engine } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import type { ProviderCredentials } from '#lib/providers/provider-catalog';
import { type ProviderChoice, selectProvider } from '#lib/providers/registry';
import { ownKeys } from '#lib/service/provider-keys/own-keys';
import type { Service } from '#lib/service/service';

/** Choices already made, by what they follow from: settings, the keys read for an organization, the engine. */
const made = new WeakMap<Env, WeakMap<ProviderCredentials, { [E in Engine]?: ProviderChoice<E> }>>();
const noKeys: ProviderCredentials = {};

/** Who answers an engine for an organization, with its own keys or the instance's. */
export async function resolveProvider<E extends Engine>(
  { db, settings, providers }: Service,
  organizationId: string,
  engine: E,
): Promise<ProviderChoice<E>> {
  if (providers) return { provider: providers[engine] };
  const own = await ownKeys(db, organizationId);
  return chosen(engine, settings, Object.keys(own).length === 0 ? noKeys : own);
}

function chosen<E extends Engine>(engine: E, settings: Env, own: ProviderCredentials): ProviderChoice<E> {
  const byKeys =
    made.get(settings) ?? new WeakMap<ProviderCredentials, { [E in Engine]?: ProviderChoice<E> }>();
  made.set(settings, byKeys);
  const byEngine: { [K in Engine]?: ProviderChoice<K> } = byKeys.get(own) ?? {};
  byKeys.set(own, byEngine);
  const known = byEngine[engine];
  if (known) return known;
  const choice = selectProvider(engine, settings, own);
  Object.assign(byEngine, { [engine]: choice });
  return choice;
}
