import type { Engine } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { type DataForSeoEngine, dataForSeoProvider } from '#lib/providers/dataforseo/provider';
import { geminiProvider } from '#lib/providers/gemini/provider';
import { openAiProvider } from '#lib/providers/openai/provider';
import { perplexityProvider } from '#lib/providers/perplexity/provider';
import type { Provider } from '#lib/providers/provider';
import { remoteProvider } from '#lib/providers/remote/provider';
import { sandboxProvider } from '#lib/providers/sandbox/provider';
import { type SerpApiEngine, serpApiProvider } from '#lib/providers/serpapi/provider';
import type { VendorName } from '#lib/providers/vendor';
import { xaiProvider } from '#lib/providers/xai/provider';

/** A vendor that can answer an engine. */
export interface Row<E extends Engine> {
  name: VendorName;
  /** Called with the vendor's keys, in the order `vendors` lists them. */
  provider: (...keys: string[]) => Provider<E>;
}

/** Where an engine's answers can come from: vendors, the obvious one first, and the sandbox. */
export interface Origins<E extends Engine> {
  vendors: readonly Row<E>[];
  /** Left out where the sandbox does not play this engine. */
  sandbox?: () => Provider<E>;
}

/** One entry an engine; the compiler names the one that was forgotten. */
export function originsOf(settings: Settings): { [E in Engine]: Origins<E> } {
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
