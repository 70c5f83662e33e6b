import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { type DataForSeoEngine, dataForSeoProvider } from '#lib/providers/dataforseo/provider';
import { geminiProvider } from '#lib/providers/gemini/provider';
import { openAiProvider } from '#lib/providers/openai/provider';
import { perplexityProvider } from '#lib/providers/perplexity/provider';
import {
  getProviderDetails,
  listMissingSettings,
  type ProviderCredentials,
  type ProviderName,
} from '#lib/providers/provider-catalog';
import { remoteProvider } from '#lib/providers/remote/provider';
import { sandboxProvider } from '#lib/providers/sandbox/provider';
import { type SerpApiEngine, serpApiProvider } from '#lib/providers/serpapi/provider';
import { type Provider, ProviderError } from '#lib/providers/shared/provider';
import { xaiProvider } from '#lib/providers/xai/provider';

interface Candidate<E extends Engine> {
  name: ProviderName;
  /** @param credentials in the order of the provider's `credentialSettings` */
  create(settings: Env, ...credentials: string[]): Provider<E>;
}

interface EngineCandidates<E extends Engine> {
  /** The preferred provider first. */
  providers: readonly Candidate<E>[];
  /** Absent if the sandbox does not simulate the engine. */
  sandbox?: () => Provider<E>;
}

const openAi: Candidate<'chat'> = {
  name: 'openai',
  create: ({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model }, apiKey = '') =>
    openAiProvider({ apiKey, baseUrl, model }),
};
const gemini: Candidate<'gen'> = {
  name: 'gemini',
  create: ({ GEMINI_BASE_URL: baseUrl, GEMINI_MODEL: model }, apiKey = '') =>
    geminiProvider({ apiKey, baseUrl, model }),
};
const xai: Candidate<'social'> = {
  name: 'xai',
  create: ({ XAI_BASE_URL: baseUrl, XAI_MODEL: model }, apiKey = '') =>
    xaiProvider({ apiKey, baseUrl, model }),
};
const perplexity: Candidate<'answer'> = {
  name: 'perplexity',
  create: ({ PERPLEXITY_BASE_URL: baseUrl, PERPLEXITY_MODEL: model }, apiKey = '') =>
    perplexityProvider({ apiKey, baseUrl, model }),
};
const serpApi = <E extends SerpApiEngine>(engine: E): Candidate<E> => ({
  name: 'serpapi',
  create: ({ SERPAPI_BASE_URL: baseUrl }, apiKey = '') => serpApiProvider(engine, { apiKey, baseUrl }),
});
const dataForSeo = <E extends DataForSeoEngine>(engine: E): Candidate<E> => ({
  name: 'dataforseo',
  create: ({ DATAFORSEO_BASE_URL: baseUrl }, login = '', password = '') =>
    dataForSeoProvider(engine, { login, password, baseUrl }),
});
const remote = <E extends Engine>(engine: E): Candidate<E> => ({
  name: 'remote',
  create: ({ REMOTE_BASE_URL: baseUrl = '' }, apiKey = '') => remoteProvider(engine, { apiKey, baseUrl }),
});

const candidates: { [E in Engine]: EngineCandidates<E> } = {
  chat: { providers: [openAi, dataForSeo('chat'), remote('chat')], sandbox: () => sandboxProvider('chat') },
  gen: { providers: [gemini, dataForSeo('gen'), remote('gen')], sandbox: () => sandboxProvider('gen') },
  // The real engine has no anonymous access, so the sandbox does not simulate it.
  social: { providers: [xai, remote('social')] },
  answer: { providers: [perplexity, remote('answer')], sandbox: () => sandboxProvider('answer') },
  office: { providers: [serpApi('office'), remote('office')], sandbox: () => sandboxProvider('office') },
  searchai: {
    providers: [serpApi('searchai'), dataForSeo('searchai'), remote('searchai')],
    sandbox: () => sandboxProvider('searchai'),
  },
  overview: {
    providers: [serpApi('overview'), dataForSeo('overview'), remote('overview')],
    sandbox: () => sandboxProvider('overview'),
  },
  search: {
    providers: [serpApi('search'), dataForSeo('search'), remote('search')],
    sandbox: () => sandboxProvider('search'),
  },
  'search/news': {
    providers: [serpApi('search/news'), dataForSeo('search/news'), remote('search/news')],
    sandbox: () => sandboxProvider('search/news'),
  },
};

/** The provider of an engine, and the credentials it uses. */
export interface ProviderChoice<E extends Engine> {
  provider: Provider<E>;
  /** Absent for the sandbox and an unavailable engine. */
  credentials?: {
    provider: ProviderName;
    values: readonly string[];
    /** Whether the organization brought them. */
    isOwn: boolean;
  };
}

/** The provider of every engine. */
export type Providers = { [E in Engine]: Provider<E> };

/**
 * Selects the provider of an engine: the one in `ENGINE_PROVIDERS`, else the first one that the organization has
 * credentials for, else the first one that the instance has credentials for, else the sandbox, else a provider
 * that fails as `unavailable` with the reason.
 * @param own the organization's credentials, which take precedence over the instance's
 * @throws Error with one line if `ENGINE_PROVIDERS` contains an unknown engine or provider
 */
export function selectProvider<E extends Engine>(
  engine: E,
  settings: Env,
  own: ProviderCredentials = {},
): ProviderChoice<E> {
  const { providers, sandbox }: EngineCandidates<E> = candidates[engine];
  const name = parseEngineProviders(settings.ENGINE_PROVIDERS).get(engine);
  const configured = providers.find((candidate) => candidate.name === name);
  if (name !== undefined && name !== 'sandbox' && !configured) {
    const known = [...providers.map((candidate) => candidate.name), 'sandbox'];
    throw new Error(
      `Invalid ENGINE_PROVIDERS: ${engine} has no provider "${name}". Use ${formatAlternatives(known)}.`,
    );
  }
  if (name === 'sandbox') {
    const reason = `The sandbox does not simulate the engine ${engine}.`;
    return { provider: sandbox?.() ?? createUnavailableProvider(engine, reason) };
  }
  const allowed = configured ? [configured] : providers;
  const usable = allowed.filter(
    (candidate) => listMissingSettings(candidate.name, settings, own).length === 0,
  );
  const selected = usable.find((candidate) => hasOwnCredentials(candidate.name, own)) ?? usable[0];
  if (selected) return createChoice(selected, settings, own);
  if (!configured && sandbox) return { provider: sandbox() };
  const missing = allowed[0] ? listMissingSettings(allowed[0].name, settings, own) : [];
  const verb = missing.length === 1 ? 'which is' : 'which are';
  const reason = `The engine ${engine} needs ${missing.join(' and ')}, ${verb} not set.`;
  return { provider: createUnavailableProvider(engine, reason) };
}

/**
 * Creates the provider of every engine with the instance's credentials.
 * @throws as `selectProvider` does
 */
export function createProviders(settings: Env): Providers {
  const create = <E extends Engine>(engine: E) => selectProvider(engine, settings).provider;
  return {
    chat: create('chat'),
    gen: create('gen'),
    social: create('social'),
    answer: create('answer'),
    office: create('office'),
    searchai: create('searchai'),
    overview: create('overview'),
    search: create('search'),
    'search/news': create('search/news'),
  };
}

/**
 * Lists the providers that can serve an engine here, the preferred one first: those that an organization can
 * bring credentials for. Empty if `ENGINE_PROVIDERS` sets the engine to the sandbox.
 */
export function listEngineProviders(engine: Engine, settings: Env): ProviderName[] {
  const configured = parseEngineProviders(settings.ENGINE_PROVIDERS).get(engine);
  return candidates[engine].providers
    .map(({ name }) => name)
    .filter((name) => configured === undefined || name === configured)
    .filter((name) => {
      const { otherSettings = [] } = getProviderDetails(name);
      return otherSettings.every((setting) => settings[setting] !== undefined);
    });
}

/** Creates a provider that fails every request with the reason why the engine is unavailable. */
export function createUnavailableProvider<E extends Engine>(engine: E, reason: string): Provider<E> {
  return {
    name: 'unavailable',
    engine,
    timeoutMs: 120_000,
    query: () => Promise.reject(new ProviderError('unavailable', reason)),
  };
}

function hasOwnCredentials(name: ProviderName, own: ProviderCredentials): boolean {
  return getProviderDetails(name).credentialSettings.every((setting) => own[setting] !== undefined);
}

function createChoice<E extends Engine>(
  candidate: Candidate<E>,
  settings: Env,
  own: ProviderCredentials,
): ProviderChoice<E> {
  const isOwn = hasOwnCredentials(candidate.name, own);
  const credentials: ProviderCredentials = isOwn ? own : settings;
  const values = getProviderDetails(candidate.name).credentialSettings.map((name) => credentials[name] ?? '');
  return {
    provider: candidate.create(settings, ...values),
    credentials: { provider: candidate.name, values, isOwn },
  };
}

function formatAlternatives(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' or ' : ''}${names.at(-1)}`;
}

/** Parses `chat=dataforseo,gen=sandbox` into provider names by engine. */
function parseEngineProviders(setting: string | undefined): Map<string, string> {
  const names = new Map<string, string>();
  for (const entry of setting?.split(',') ?? []) {
    const [engine = '', name = ''] = entry.split('=');
    if (!engines.some((known) => known === engine)) {
      throw new Error(
        `Invalid ENGINE_PROVIDERS: there is no engine "${engine}". Use one of ${engines.join(', ')}.`,
      );
    }
    names.set(engine, name);
  }
  return names;
}
