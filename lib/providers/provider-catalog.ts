import type { Env } from '#lib/core/env';

/** A setting with a credential that organizations may also bring themselves. */
export type CredentialSetting = Extract<
  keyof Env,
  `${string}_API_KEY` | 'DATAFORSEO_LOGIN' | 'DATAFORSEO_PASSWORD'
>;

export type ProviderCredentials = Partial<Record<CredentialSetting, string>>;

interface ProviderDetails {
  title: string;
  /** All of them are needed. */
  credentialSettings: readonly CredentialSetting[];
  /** Settings that the instance must have, whoever brings the credentials. */
  otherSettings?: readonly (keyof Env)[];
}

export const providerCatalog = {
  openai: { title: 'OpenAI', credentialSettings: ['OPENAI_API_KEY'] },
  gemini: { title: 'Gemini', credentialSettings: ['GEMINI_API_KEY'] },
  xai: { title: 'xAI', credentialSettings: ['XAI_API_KEY'] },
  perplexity: { title: 'Perplexity', credentialSettings: ['PERPLEXITY_API_KEY'] },
  serpapi: { title: 'SerpApi', credentialSettings: ['SERPAPI_API_KEY'] },
  dataforseo: { title: 'DataForSEO', credentialSettings: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'] },
  remote: {
    title: 'Remote service',
    credentialSettings: ['REMOTE_API_KEY'],
    otherSettings: ['REMOTE_BASE_URL'],
  },
} as const satisfies Record<string, ProviderDetails>;

/** The name of a provider in settings, logs and statistics. */
export type ProviderName = keyof typeof providerCatalog;

export function getProviderDetails(name: ProviderName): ProviderDetails {
  return providerCatalog[name];
}

/** Returns the settings that a provider lacks; none if it can be used. */
export function listMissingSettings(
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
