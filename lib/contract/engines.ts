/** The engines, by their key in paths. */
export const engines = [
  'chat',
  'gen',
  'social',
  'answer',
  'office',
  'searchai',
  'overview',
  'search',
  'search/news',
] as const;

export type Engine = (typeof engines)[number];

/** The engine key in upper case. */
export type TaskType = Uppercase<Engine>;

export const taskTypes = engines.map((engine) => engine.toUpperCase() as TaskType);

/** Returns the engine of a task type, or undefined for an unknown one. */
export function getEngineOfTaskType(taskType: string): Engine | undefined {
  return engines.find((engine) => engine.toUpperCase() === taskType);
}

export function toTaskType<E extends Engine>(engine: E): Uppercase<E> {
  return engine.toUpperCase() as Uppercase<E>;
}

interface EngineSpec {
  /** The name that people know. */
  name: string;
  /** Credits per request, without surcharges. */
  credits: number;
  /** Accepts `state` (United States only, +2 credits). */
  acceptsState: boolean;
  /** Accepts `location` or `uule`, a location as Google encodes it in search URLs. */
  acceptsLocation: boolean;
  acceptsDevice: boolean;
  /** Accepts `pages`, the number of result pages. */
  acceptsPages: boolean;
  /** Accepts `gl`, the country as Google's URLs give it. */
  acceptsGl: boolean;
  /** `country` is optional and defaults to US. */
  countryDefaultsToUs: boolean;
  /** The field that contains the prompt or query. */
  promptField: 'prompt' | 'query';
  /** Boolean flags of `include`. */
  includeFlags: readonly IncludeFlag[];
}

export type IncludeFlag = 'html' | 'markdown' | 'rawResponse' | 'searchQueries' | 'ads' | 'shopping';

const assistant = {
  acceptsLocation: false,
  acceptsDevice: false,
  acceptsPages: false,
  acceptsGl: false,
  countryDefaultsToUs: false,
  promptField: 'prompt',
  includeFlags: ['html', 'markdown', 'rawResponse'],
} as const;

const searchEngine = {
  acceptsState: false,
  acceptsLocation: true,
  acceptsDevice: true,
  acceptsPages: false,
  acceptsGl: true,
  countryDefaultsToUs: true,
} as const;

/** The differences between the requests of the engines. */
export const engineSpecs: Record<Engine, EngineSpec> = {
  chat: {
    ...assistant,
    name: 'ChatGPT',
    credits: 5,
    acceptsState: true,
    includeFlags: ['html', 'markdown', 'rawResponse', 'searchQueries', 'ads', 'shopping'],
  },
  gen: { ...assistant, name: 'Gemini', credits: 4, acceptsState: true },
  social: { ...assistant, name: 'Grok', credits: 4, acceptsState: false },
  answer: { ...assistant, name: 'Perplexity', credits: 4, acceptsState: true },
  office: { ...assistant, name: 'Microsoft Copilot', credits: 5, acceptsState: true },
  searchai: {
    ...searchEngine,
    name: 'Google AI Mode',
    credits: 4,
    promptField: 'prompt',
    includeFlags: ['html', 'markdown'],
  },
  overview: {
    ...searchEngine,
    name: 'Google AI Overview',
    credits: 5,
    promptField: 'prompt',
    includeFlags: ['html', 'markdown'],
  },
  search: {
    ...searchEngine,
    name: 'Google Search',
    credits: 3,
    acceptsPages: true,
    promptField: 'query',
    includeFlags: ['html'],
  },
  'search/news': {
    ...searchEngine,
    name: 'Google News',
    credits: 3,
    acceptsLocation: false,
    acceptsPages: true,
    promptField: 'query',
    includeFlags: ['html'],
  },
};

/** Every engine key with its name, for descriptions: "chat = ChatGPT, gen = Gemini, …". */
export const engineNames = engines.map((engine) => `${engine} = ${engineSpecs[engine].name}`).join(', ');

/** The provider that serves an engine. */
export interface EngineProvider {
  engine: Engine;
  /**
   * The way in which the engine is queried: the provider's API, the engine's public page, another Answerscope
   * instance, the sandbox, or none.
   */
  access: 'api' | 'page' | 'service' | 'sandbox' | 'none';
  /** Title of the provider, such as "OpenAI"; null for the sandbox and without a provider. */
  title: string | null;
  /** The model that is requested; null if the provider has no choice of models. */
  model: string | null;
  /** The longest prompt that the provider accepts, in characters (Unicode code points); absent without a known limit. */
  maxPromptLength?: number | undefined;
  /** Whether the provider reports the search queries of the engine. */
  reportsQueries?: boolean;
}

/**
 * For each engine, whether it is queried through an API or on its public page. Engines that another Answerscope instance,
 * the sandbox or no provider serves are absent.
 */
export type EngineAccess = Partial<Record<Engine, Extract<EngineProvider['access'], 'api' | 'page'>>>;

/** For each engine that is queried with provider keys, whose they are: the organization’s own, or the operator’s. */
export type KeyOwners = Partial<Record<Engine, 'organization' | 'instance'>>;

/** Returns the name of an engine: "ChatGPT". Returns an unknown key unchanged. */
export function getEngineName(key: string): string {
  const engine = engines.find((known) => known === key);
  return engine ? engineSpecs[engine].name : key;
}
