import type { Engine } from '#lib/contract/engines';
import { getProviderDetails, type ProviderName } from '#lib/providers/registry';

interface Capabilities {
  /** The longest prompt that it accepts for an engine, in characters (Unicode code points); absent without a documented limit. */
  maxPromptLengths?: Partial<Record<Engine, number>>;
  /** The engines whose search queries it reports. */
  queryEngines?: readonly Engine[];
}

/** What providers accept and report. Another Answerscope instance is absent: it depends on its own providers. */
const capabilities: Partial<Record<ProviderName, Capabilities>> = {
  openai: { queryEngines: ['chat'] },
  xai: { queryEngines: ['social'] },
  perplexity: { queryEngines: ['answer'] },
  dataforseo: {
    maxPromptLengths: {
      chat: 2000,
      gen: 2000,
      searchai: 700,
      overview: 700,
      search: 700,
      'search/news': 700,
    },
  },
};
const sandboxCapabilities: Capabilities = { queryEngines: ['chat', 'answer', 'office'] };

function isCatalogName(name: string): name is ProviderName {
  return Object.hasOwn(capabilities, name);
}

function getCapabilities(name: string): Capabilities {
  if (name === 'sandbox') return sandboxCapabilities;
  return isCatalogName(name) ? (capabilities[name] ?? {}) : {};
}

/** A provider's limit for the prompts of an engine. */
export interface PromptLimit {
  /** Title of the provider, such as "OpenAI". */
  title: string;
  /** In characters (Unicode code points). */
  maxLength: number;
}

/** Returns the limit of a provider for the prompts of an engine; undefined without a known one. @param name of the provider */
export function getPromptLimit(name: string, engine: Engine): PromptLimit | undefined {
  const maxLength = getCapabilities(name).maxPromptLengths?.[engine];
  if (maxLength === undefined || !isCatalogName(name)) return undefined;
  return { title: getProviderDetails(name).title, maxLength };
}

/** Returns whether a provider reports the search queries of an engine. @param name of the provider, or `sandbox` */
export function reportsQueries(name: string, engine: Engine): boolean {
  return getCapabilities(name).queryEngines?.includes(engine) ?? false;
}
