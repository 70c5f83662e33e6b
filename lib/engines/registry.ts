import { type Engine, engines } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { type DataForSeoEngine, dataForSeoProvider } from '#lib/engines/dataforseo/provider';
import { geminiProvider } from '#lib/engines/gemini/provider';
import { openAiProvider } from '#lib/engines/openai/provider';
import { perplexityProvider } from '#lib/engines/perplexity/provider';
import type { Provider } from '#lib/engines/provider';
import { remoteProvider } from '#lib/engines/remote/provider';
import { sandboxProvider } from '#lib/engines/sandbox/provider';
import { type SerpApiEngine, serpApiProvider } from '#lib/engines/serpapi/provider';
import { unavailableProvider } from '#lib/engines/unavailable';
import { missingSettings, type VendorKeys, type VendorName, vendorOf } from '#lib/engines/vendor';
import { xaiProvider } from '#lib/engines/xai/provider';

/** A vendor that can answer an engine. */
interface Row<E extends Engine> {
  name: VendorName;
  /** Called with the vendor's keys, in the order `vendors` lists them. */
  provider: (...keys: string[]) => Provider<E>;
}

/** Where an engine's answers can come from: vendors, the obvious one first, and the sandbox. */
interface Origins<E extends Engine> {
  vendors: readonly Row<E>[];
  /** Left out where the sandbox does not play this engine. */
  sandbox?: () => Provider<E>;
}

/** One entry an engine; the compiler names the one that was forgotten. */
function originsOf(settings: Settings): { [E in Engine]: Origins<E> } {
  const dataForSeo = <E extends DataForSeoEngine>(engine: E): Row<E> => ({
    name: 'dataforseo',
    provider: (login = '', password = '') =>
      dataForSeoProvider(engine, { login, password, baseUrl: settings.DATAFORSEO_BASE_URL }),
  });
  const remote = <E extends Engine>(engine: E): Row<E> => ({
    name: 'remote',
    provider: (apiKey = '') => remoteProvider(engine, { apiKey, baseUrl: settings.REMOTE_BASE_URL ?? '' }),
  });
  const serpApi = <E extends SerpApiEngine>(engine: E): Row<E> => ({
    name: 'serpapi',
    provider: (apiKey = '') => serpApiProvider(engine, { apiKey, baseUrl: settings.SERPAPI_BASE_URL }),
  });
  return {
    chat: {
      vendors: [
        {
          name: 'openai',
          provider: (apiKey: string) =>
            openAiProvider({ apiKey, baseUrl: settings.OPENAI_BASE_URL, model: settings.OPENAI_MODEL }),
        },
        dataForSeo('chat'),
        remote('chat'),
      ],
      sandbox: () => sandboxProvider('chat'),
    },
    gen: {
      vendors: [
        {
          name: 'gemini',
          provider: (apiKey: string) =>
            geminiProvider({ apiKey, baseUrl: settings.GEMINI_BASE_URL, model: settings.GEMINI_MODEL }),
        },
        dataForSeo('gen'),
        remote('gen'),
      ],
      sandbox: () => sandboxProvider('gen'),
    },
    // The engine shut out anonymous access, so the sandbox does not pretend to have it either.
    social: {
      vendors: [
        {
          name: 'xai',
          provider: (apiKey: string) =>
            xaiProvider({ apiKey, baseUrl: settings.XAI_BASE_URL, model: settings.XAI_MODEL }),
        },
        remote('social'),
      ],
    },
    answer: {
      vendors: [
        {
          name: 'perplexity',
          provider: (apiKey: string) =>
            perplexityProvider({
              apiKey,
              baseUrl: settings.PERPLEXITY_BASE_URL,
              model: settings.PERPLEXITY_MODEL,
            }),
        },
        remote('answer'),
      ],
      sandbox: () => sandboxProvider('answer'),
    },
    office: { vendors: [serpApi('office'), remote('office')], sandbox: () => sandboxProvider('office') },
    searchai: {
      vendors: [serpApi('searchai'), dataForSeo('searchai'), remote('searchai')],
      sandbox: () => sandboxProvider('searchai'),
    },
    overview: {
      vendors: [serpApi('overview'), dataForSeo('overview'), remote('overview')],
      sandbox: () => sandboxProvider('overview'),
    },
    search: {
      vendors: [serpApi('search'), dataForSeo('search'), remote('search')],
      sandbox: () => sandboxProvider('search'),
    },
    'search/news': {
      vendors: [serpApi('search/news'), dataForSeo('search/news'), remote('search/news')],
      sandbox: () => sandboxProvider('search/news'),
    },
  };
}

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
