import { type Engine, engines } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { type Origins, originsOf, type Row } from '#lib/providers/origins';
import type { Provider } from '#lib/providers/provider';
import { unavailableProvider } from '#lib/providers/unavailable';
import { missingSettings, type VendorKeys, type VendorName, vendorOf } from '#lib/providers/vendor';

/** Who answers an engine, and with whose key. */
export interface Choice<E extends Engine> {
  provider: Provider<E>;
  /** Absent for the sandbox and for an engine that is not to be had. */
  vendor?: {
    name: VendorName;
    keys: readonly string[];
    /** Whether the keys are the organization's own. */
    own: boolean;
  };
}

/** The provider of every engine under one set of settings. */
export type Providers = { [E in Engine]: Provider<E> };

/**
 * Chooses who answers an engine: the one `ENGINE_PROVIDERS` names, else the first vendor the organization has
 * its own keys for, else the first one the instance has keys for, else the sandbox, else one that fails
 * `unavailable` and says why.
 * @param own the organization's own keys; they go before the instance's
 * @throws Error with one line when `ENGINE_PROVIDERS` names an engine or provider there is not
 */
export function chooseProvider<E extends Engine>(
  engine: E,
  settings: Settings,
  own: VendorKeys = {},
): Choice<E> {
  const { vendors, sandbox }: Origins<E> = originsOf(settings)[engine];
  const name = namedProviders(settings.ENGINE_PROVIDERS).get(engine);
  const named = vendors.find((row) => row.name === name);
  if (name !== undefined && name !== 'sandbox' && !named) {
    const known = [...vendors.map((row) => row.name), 'sandbox'];
    throw new Error(`Setting ENGINE_PROVIDERS: ${engine} has no provider "${name}". Use ${anyOf(known)}.`);
  }
  if (name === 'sandbox') {
    const why = `The sandbox does not play the engine ${engine}.`;
    return { provider: sandbox?.() ?? unavailableProvider(engine, why) };
  }
  const candidates = named ? [named] : vendors;
  const on = candidates.filter((row) => missingSettings(row.name, settings, own).length === 0);
  const row = on.find((one) => isOwn(one.name, own)) ?? on[0];
  if (row) return choiceOf(row, settings, own);
  if (!named && sandbox) return { provider: sandbox() };
  const missing = candidates[0] ? missingSettings(candidates[0].name, settings, own) : [];
  const lacking =
    missing.length === 1
      ? `needs ${missing[0]}, which is not set`
      : `needs ${missing.join(' and ')}, which are not set`;
  return { provider: unavailableProvider(engine, `The engine ${engine} ${lacking}.`) };
}

/**
 * The provider of every engine by the instance's own keys. Call it at start, to refuse wrong settings.
 * @throws as `chooseProvider` does
 */
export function chooseProviders(settings: Settings): Providers {
  const of = <E extends Engine>(engine: E): Provider<E> => chooseProvider(engine, settings).provider;
  return {
    chat: of('chat'),
    gen: of('gen'),
    social: of('social'),
    answer: of('answer'),
    office: of('office'),
    searchai: of('searchai'),
    overview: of('overview'),
    search: of('search'),
    'search/news': of('search/news'),
  };
}

const chosen = new WeakMap<Settings, Providers>();

/** The provider of one engine by the instance's own keys. @throws as `chooseProvider` does */
export function providerFor<E extends Engine>(engine: E, settings: Settings): Providers[E] {
  const providers = chosen.get(settings) ?? chooseProviders(settings);
  chosen.set(settings, providers);
  return providers[engine];
}

/**
 * The vendors that can answer an engine here, the preferred one first: those an organization can bring its own
 * keys for. None where `ENGINE_PROVIDERS` names the sandbox.
 */
export function vendorsOf(engine: Engine, settings: Settings): VendorName[] {
  const name = namedProviders(settings.ENGINE_PROVIDERS).get(engine);
  return originsOf(settings)
    [engine].vendors.map((row) => row.name)
    .filter((one) => name === undefined || one === name)
    .filter((one) => (vendorOf(one).besides ?? []).every((setting) => settings[setting] !== undefined));
}

function isOwn(name: VendorName, own: VendorKeys): boolean {
  return vendorOf(name).keys.every((key) => own[key] !== undefined);
}

function choiceOf<E extends Engine>(row: Row<E>, settings: Settings, own: VendorKeys): Choice<E> {
  const isTheirs = isOwn(row.name, own);
  const from: VendorKeys = isTheirs ? own : settings;
  const keys = vendorOf(row.name).keys.map((key) => from[key] ?? '');
  return { provider: row.provider(...keys), vendor: { name: row.name, keys, own: isTheirs } };
}

function anyOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1)}`;
}

function namedProviders(setting: string | undefined): Map<string, string> {
  const named = new Map<string, string>();
  for (const entry of setting?.split(',') ?? []) {
    const [engine = '', name = ''] = entry.split('=');
    if (!engines.some((known) => known === engine)) {
      throw new Error(
        `Setting ENGINE_PROVIDERS: there is no engine "${engine}". Use one of ${engines.join(', ')}.`,
      );
    }
    named.set(engine, name);
  }
  return named;
}
