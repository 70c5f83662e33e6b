import type { Engine, EngineProvider } from '#lib/contract/engines';
import { providerTitles } from '#lib/contract/providers';
import type { Env } from '#lib/core/env';
import { formatAlternatives, formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { createDataForSeoProvider, type DataForSeoEngine } from '#lib/providers/dataforseo/provider';
import { parseEngineProviders } from '#lib/providers/engine-providers-setting';
import { createGeminiProvider } from '#lib/providers/gemini/provider';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import { createPerplexityProvider } from '#lib/providers/perplexity/provider';
import { createRemoteProvider } from '#lib/providers/remote/provider';
import { createSandboxProvider } from '#lib/providers/sandbox-provider';
import { createSerpApiProvider, type SerpApiEngine } from '#lib/providers/serpapi/provider';
import type { ModelOptions } from '#lib/providers/shared/model-api';
import type { ExternalProvider, Provider } from '#lib/providers/shared/provider';
import { createUnavailableProvider } from '#lib/providers/unavailable-provider';
import { createXaiProvider } from '#lib/providers/xai/provider';

const messages = defineMessages({
  unknown: 'Invalid ENGINE_PROVIDERS: {engine} has no provider "{name}". Use {known}.',
  notSet: 'The engine {engine} needs {settings}, which {count, plural, one {is} other {are}} not set.',
});

/** A setting with a credential that organizations may also provide themselves. */
export type CredentialSetting = Extract<
  keyof Env,
  `${string}_API_KEY` | 'DATAFORSEO_LOGIN' | 'DATAFORSEO_PASSWORD'
>;

/** The prefix of the settings of a language model, such as `OPENAI` of `OPENAI_MODEL`. */
type ModelPrefix = keyof Env extends infer Name
  ? Name extends `${infer Prefix}_MODEL`
    ? Prefix
    : never
  : never;

export type ProviderCredentials = Partial<Record<CredentialSetting, string>>;

interface ProviderDetails {
  title: string;
  access: Extract<EngineProvider['access'], 'api' | 'page' | 'service'>;
  /** The page where keys are created. */
  keysUrl?: string;
  /** The setting with the model that is requested. */
  modelSetting?: `${ModelPrefix}_MODEL`;
  /** All of them are required. */
  credentialSettings: readonly CredentialSetting[];
  /** Settings that the instance must have even if an organization provides the credentials. */
  otherSettings?: readonly (keyof Env)[];
}

export const providerCatalog = {
  openai: {
    ...providerTitles.openai,
    keysUrl: 'https://platform.openai.com/api-keys',
    modelSetting: 'OPENAI_MODEL',
    credentialSettings: ['OPENAI_API_KEY'],
  },
  gemini: {
    ...providerTitles.gemini,
    keysUrl: 'https://aistudio.google.com/apikey',
    modelSetting: 'GEMINI_MODEL',
    credentialSettings: ['GEMINI_API_KEY'],
  },
  xai: {
    ...providerTitles.xai,
    keysUrl: 'https://console.x.ai',
    modelSetting: 'XAI_MODEL',
    credentialSettings: ['XAI_API_KEY'],
  },
  perplexity: {
    ...providerTitles.perplexity,
    keysUrl: 'https://www.perplexity.ai/settings/api',
    modelSetting: 'PERPLEXITY_MODEL',
    credentialSettings: ['PERPLEXITY_API_KEY'],
  },
  serpapi: {
    ...providerTitles.serpapi,
    keysUrl: 'https://serpapi.com/manage-api-key',
    credentialSettings: ['SERPAPI_API_KEY'],
  },
  dataforseo: {
    ...providerTitles.dataforseo,
    keysUrl: 'https://app.dataforseo.com/api-access',
    credentialSettings: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  },
  remote: {
    ...providerTitles.remote,
    credentialSettings: ['REMOTE_API_KEY'],
    otherSettings: ['REMOTE_BASE_URL'],
  },
} as const satisfies Record<string, ProviderDetails>;

/** The name of a provider in settings, logs and statistics. */
export type ProviderName = keyof typeof providerCatalog;

export function getProviderDetails(name: ProviderName): ProviderDetails {
  return providerCatalog[name];
}

/** Lists the settings that a provider still needs; empty if it can be used. */
function listMissingSettings(
  name: ProviderName,
  settings: Env,
  ownCredentials: ProviderCredentials = {},
): string[] {
  const { credentialSettings, otherSettings = [] } = getProviderDetails(name);
  return [
    ...otherSettings.filter((setting) => settings[setting] === undefined),
    ...credentialSettings.filter((setting) => (ownCredentials[setting] ?? settings[setting]) === undefined),
  ];
}

interface Candidate<E extends Engine> {
  name: ProviderName;
  /** @param credentials in the order of the provider's `credentialSettings` */
  create(settings: Env, ...credentials: string[]): ExternalProvider<E>;
}

const modelApi = <E extends Engine>(
  name: ProviderName,
  prefix: ModelPrefix,
  create: (options: ModelOptions) => ExternalProvider<E>,
): Candidate<E> => ({
  name,
  create: (settings, apiKey = '') =>
    create({ apiKey, baseUrl: settings[`${prefix}_BASE_URL`], model: settings[`${prefix}_MODEL`] }),
});
const serpApi = <E extends SerpApiEngine>(engine: E): Candidate<E> => ({
  name: 'serpapi',
  create: ({ SERPAPI_BASE_URL: baseUrl }, apiKey = '') => createSerpApiProvider(engine, { apiKey, baseUrl }),
});
const dataForSeo = <E extends DataForSeoEngine>(engine: E): Candidate<E> => ({
  name: 'dataforseo',
  create: ({ DATAFORSEO_BASE_URL: baseUrl }, login = '', password = '') =>
    createDataForSeoProvider(engine, { login, password, baseUrl }),
});
const remote = <E extends Engine>(engine: E): Candidate<E> => ({
  name: 'remote',
  create: ({ REMOTE_BASE_URL: baseUrl = '' }, apiKey = '') =>
    createRemoteProvider(engine, { apiKey, baseUrl }),
});

/** The providers that can serve each engine, the preferred one first. */
const candidates: { [E in Engine]: Candidate<E>[] } = {
  chat: [modelApi('openai', 'OPENAI', createOpenAiProvider), dataForSeo('chat'), remote('chat')],
  gen: [modelApi('gemini', 'GEMINI', createGeminiProvider), dataForSeo('gen'), remote('gen')],
  social: [modelApi('xai', 'XAI', createXaiProvider), remote('social')],
  answer: [modelApi('perplexity', 'PERPLEXITY', createPerplexityProvider), remote('answer')],
  office: [serpApi('office'), remote('office')],
  searchai: [serpApi('searchai'), dataForSeo('searchai'), remote('searchai')],
  overview: [serpApi('overview'), dataForSeo('overview'), remote('overview')],
  search: [serpApi('search'), dataForSeo('search'), remote('search')],
  'search/news': [serpApi('search/news'), dataForSeo('search/news'), remote('search/news')],
};

/** The sandbox’s provider of each engine. The sandbox simulates every engine except `social`. */
const sandboxProviders: { [E in Engine]?: Provider<E> } = {
  chat: createSandboxProvider('chat'),
  gen: createSandboxProvider('gen'),
  answer: createSandboxProvider('answer'),
  office: createSandboxProvider('office'),
  searchai: createSandboxProvider('searchai'),
  overview: createSandboxProvider('overview'),
  search: createSandboxProvider('search'),
  'search/news': createSandboxProvider('search/news'),
};

/** The provider of an engine, and the credentials it uses. */
export interface ProviderChoice<E extends Engine> {
  provider: Provider<E>;
  /** Absent for the sandbox and an unavailable engine. */
  credentials?: {
    provider: ProviderName;
    values: readonly string[];
    /** Whether the organization provided them. */
    isOwn: boolean;
  };
}

/** A provider outside this instance, with the instance's credentials. */
export interface InstanceProvider<E extends Engine> extends ProviderChoice<E> {
  provider: ExternalProvider<E>;
}

/** The provider of every engine. */
export type Providers = { [E in Engine]: Provider<E> };

/**
 * Selects the provider of an engine: the one in `ENGINE_PROVIDERS` if it is set; otherwise the first one that the
 * organization has credentials for, else the first one that the instance has credentials for, else the sandbox. If that
 * provider lacks credentials, or there is none, every request fails as `unavailable` with the reason.
 * @param ownCredentials the organization's credentials, which take precedence over the instance's
 * @throws Error with one line if `ENGINE_PROVIDERS` contains an unknown engine or provider
 */
export function selectProvider<E extends Engine>(
  engine: E,
  settings: Env,
  ownCredentials: ProviderCredentials = {},
): ProviderChoice<E> {
  const providers: Candidate<E>[] = candidates[engine];
  const sandbox: Provider<E> | undefined = sandboxProviders[engine];
  const name = parseEngineProviders(settings.ENGINE_PROVIDERS).get(engine);
  const configured = providers.find((candidate) => candidate.name === name);
  if (name !== undefined && name !== 'sandbox' && !configured) {
    const known = [...providers.map((candidate) => candidate.name), ...(sandbox ? ['sandbox'] : [])];
    throw new Error(messages.unknown({ engine, name, known: formatAlternatives(known) }));
  }
  if (name === 'sandbox') {
    const reason = `The sandbox does not simulate the engine ${engine}.`;
    return { provider: sandbox ?? createUnavailableProvider(engine, reason) };
  }
  const allowed = configured ? [configured] : providers;
  const usable = allowed.filter(
    ({ name }) => listMissingSettings(name, settings, ownCredentials).length === 0,
  );
  const selected = usable.find((candidate) => hasOwnCredentials(candidate.name, ownCredentials)) ?? usable[0];
  if (selected) {
    const isOwn = hasOwnCredentials(selected.name, ownCredentials);
    const credentials: ProviderCredentials = isOwn ? ownCredentials : settings;
    const { credentialSettings } = getProviderDetails(selected.name);
    const values = credentialSettings.map((setting) => credentials[setting] ?? '');
    return {
      provider: selected.create(settings, ...values),
      credentials: { provider: selected.name, values, isOwn },
    };
  }
  if (!configured && sandbox) return { provider: sandbox };
  const missing = allowed[0] ? listMissingSettings(allowed[0].name, settings, ownCredentials) : [];
  const reason = messages.notSet({ engine, settings: formatList(missing), count: missing.length });
  return { provider: createUnavailableProvider(engine, reason) };
}

/**
 * Creates a provider of an engine with the instance's credentials; undefined if the instance lacks one of them, or if
 * the provider cannot serve the engine.
 */
export function createInstanceProvider<E extends Engine>(
  name: ProviderName,
  engine: E,
  settings: Env,
): InstanceProvider<E> | undefined {
  const providers: Candidate<E>[] = candidates[engine];
  const candidate = providers.find((provider) => provider.name === name);
  if (!candidate || listMissingSettings(name, settings).length > 0) return undefined;
  const values = getProviderDetails(name).credentialSettings.map((setting) => settings[setting] ?? '');
  return {
    provider: candidate.create(settings, ...values),
    credentials: { provider: name, values, isOwn: false },
  };
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
 * Lists the providers that can serve an engine on this instance once an organization adds credentials for them, the
 * preferred one first. Empty if `ENGINE_PROVIDERS` sets the engine to the sandbox.
 */
export function listEngineProviders(engine: Engine, settings: Env): ProviderName[] {
  const configured = parseEngineProviders(settings.ENGINE_PROVIDERS).get(engine);
  return candidates[engine]
    .map(({ name }) => name)
    .filter((name) => configured === undefined || name === configured)
    .filter((name) => {
      const { otherSettings = [] } = getProviderDetails(name);
      return otherSettings.every((setting) => settings[setting] !== undefined);
    });
}

function hasOwnCredentials(name: ProviderName, ownCredentials: ProviderCredentials): boolean {
  return getProviderDetails(name).credentialSettings.every(
    (setting) => ownCredentials[setting] !== undefined,
  );
}
