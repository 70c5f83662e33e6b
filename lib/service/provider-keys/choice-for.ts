import type { Engine } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { type Choice, chooseProvider } from '#lib/providers/registry';
import type { VendorKeys } from '#lib/providers/vendor';
import { ownKeys } from '#lib/service/provider-keys/own-keys';
import type { Service } from '#lib/service/service';

/** Choices already made, by what they follow from: settings, the keys read for an organization, the engine. */
const made = new WeakMap<Settings, WeakMap<VendorKeys, { [E in Engine]?: Choice<E> }>>();
const noKeys: VendorKeys = {};

/** Who answers an engine for an organization, with its own keys or the instance's. */
export async function choiceFor<E extends Engine>(
  { db, settings, providers }: Service,
  organizationId: string,
  engine: E,
): Promise<Choice<E>> {
  if (providers) return { provider: providers[engine] };
  const own = await ownKeys(db, organizationId);
  return chosen(engine, settings, Object.keys(own).length === 0 ? noKeys : own);
}

function chosen<E extends Engine>(engine: E, settings: Settings, own: VendorKeys): Choice<E> {
  const byKeys = made.get(settings) ?? new WeakMap<VendorKeys, { [E in Engine]?: Choice<E> }>();
  made.set(settings, byKeys);
  const byEngine: { [K in Engine]?: Choice<K> } = byKeys.get(own) ?? {};
  byKeys.set(own, byEngine);
  const known = byEngine[engine];
  if (known) return known;
  const choice = chooseProvider(engine, settings, own);
  Object.assign(byEngine, { [engine]: choice });
  return choice;
}
