import { type Engine, engines } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { geminiProvider } from '#lib/engines/gemini/provider';
import { openAiProvider } from '#lib/engines/openai/provider';
import { perplexityProvider } from '#lib/engines/perplexity/provider';
import type { Provider } from '#lib/engines/provider';
import { sandboxProvider } from '#lib/engines/sandbox/provider';
import { unavailableProvider } from '#lib/engines/unavailable';
import { xaiProvider } from '#lib/engines/xai/provider';

/** Where an engine's answers can come from: one vendor, turned on by its key, and the sandbox. */
interface Origins<E extends Engine> {
  vendor: {
    name: string;
    /** The setting that holds its key, for the sentence that asks for it. */
    key: string;
    apiKey: string | undefined;
    /** Left out while there is no provider for this vendor yet. */
    provider?: (apiKey: string) => Provider<E>;
  };
  /** Left out where the sandbox does not play this engine. */
  sandbox?: () => Provider<E>;
}

/** One row an engine; the compiler names the one that was forgotten. */
function originsOf(settings: Settings): { [E in Engine]: Origins<E> } {
  const serpApi = { name: 'serpapi', key: 'SERPAPI_API_KEY', apiKey: settings.SERPAPI_API_KEY };
  return {
    chat: {
      vendor: {
        name: 'openai',
        key: 'OPENAI_API_KEY',
        apiKey: settings.OPENAI_API_KEY,
        provider: (apiKey) =>
          openAiProvider({ apiKey, baseUrl: settings.OPENAI_BASE_URL, model: settings.OPENAI_MODEL }),
      },
      sandbox: () => sandboxProvider('chat'),
    },
    gen: {
      vendor: {
        name: 'gemini',
        key: 'GEMINI_API_KEY',
        apiKey: settings.GEMINI_API_KEY,
        provider: (apiKey) =>
          geminiProvider({ apiKey, baseUrl: settings.GEMINI_BASE_URL, model: settings.GEMINI_MODEL }),
      },
      sandbox: () => sandboxProvider('gen'),
    },
    // The engine shut out anonymous access, so the sandbox does not pretend to have it either.
    social: {
      vendor: {
        name: 'xai',
        key: 'XAI_API_KEY',
        apiKey: settings.XAI_API_KEY,
        provider: (apiKey) =>
          xaiProvider({ apiKey, baseUrl: settings.XAI_BASE_URL, model: settings.XAI_MODEL }),
      },
    },
    answer: {
      vendor: {
        name: 'perplexity',
        key: 'PERPLEXITY_API_KEY',
        apiKey: settings.PERPLEXITY_API_KEY,
        provider: (apiKey) =>
          perplexityProvider({
            apiKey,
            baseUrl: settings.PERPLEXITY_BASE_URL,
            model: settings.PERPLEXITY_MODEL,
          }),
      },
      sandbox: () => sandboxProvider('answer'),
    },
    office: { vendor: serpApi, sandbox: () => sandboxProvider('office') },
    searchai: { vendor: serpApi, sandbox: () => sandboxProvider('searchai') },
    overview: { vendor: serpApi, sandbox: () => sandboxProvider('overview') },
    search: { vendor: serpApi, sandbox: () => sandboxProvider('search') },
    'search/news': { vendor: serpApi, sandbox: () => sandboxProvider('search/news') },
  };
}

/** The provider of every engine under one set of settings. */
export type Providers = { [E in Engine]: Provider<E> };

/**
 * Chooses every engine's provider: the one `ENGINE_PROVIDERS` names, else the vendor whose key is set, else the
 * sandbox, else one that fails `unavailable` and says why.
 * @throws Error with one line when `ENGINE_PROVIDERS` names an engine or provider there is not; call it at start
 */
export function chooseProviders(settings: Settings): Providers {
  const origins = originsOf(settings);
  const named = namedProviders(settings.ENGINE_PROVIDERS);
  const of = <E extends Engine>(engine: E): Provider<E> => choose(engine, origins[engine], named.get(engine));
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

/** The provider of one engine. @throws as `chooseProviders` does */
export function providerFor<E extends Engine>(engine: E, settings: Settings): Providers[E] {
  const providers = chosen.get(settings) ?? chooseProviders(settings);
  chosen.set(settings, providers);
  return providers[engine];
}

function choose<E extends Engine>(
  engine: E,
  { vendor, sandbox }: Origins<E>,
  name: string | undefined,
): Provider<E> {
  if (name !== undefined && name !== vendor.name && name !== 'sandbox') {
    throw new Error(
      `Setting ENGINE_PROVIDERS: ${engine} has no provider "${name}". Use ${vendor.name} or sandbox.`,
    );
  }
  if (name === 'sandbox' || (name === undefined && vendor.apiKey === undefined && sandbox)) {
    return sandbox?.() ?? unavailableProvider(engine, `The sandbox does not play the engine ${engine}.`);
  }
  if (!vendor.provider) {
    return unavailableProvider(engine, `The engine ${engine} is not available here: it has no provider yet.`);
  }
  if (vendor.apiKey === undefined) {
    return unavailableProvider(engine, `The engine ${engine} needs ${vendor.key}, which is not set.`);
  }
  return vendor.provider(vendor.apiKey);
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
