/** The nine engines, by the key that stands in paths (interface.md, "What the service does"). */
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

/** `taskType` is the engine key upper-cased to the letter (decisions.md, "Requests"). */
export type TaskType = Uppercase<Engine>;

export const taskTypes = engines.map((engine) => engine.toUpperCase() as TaskType);

/** The engine of a task type, or undefined for a word that names none. */
export function getEngineOfTaskType(taskType: string): Engine | undefined {
  return engines.find((engine) => engine.toUpperCase() === taskType);
}

export function toTaskType<E extends Engine>(engine: E): Uppercase<E> {
  return engine.toUpperCase() as Uppercase<E>;
}

interface EngineSpec {
  /** What the dashboard calls it. */
  label: string;
  /** Base credits a request, before surcharges (decisions.md, "Limits, credits"). */
  credits: number;
  /** Takes `state` (United States only, +2 credits). */
  acceptsState: boolean;
  /** Takes `location` or `uule`. */
  acceptsLocation: boolean;
  acceptsDevice: boolean;
  acceptsPages: boolean;
  /** `country` may be left out and then is US. */
  countryDefaultsToUs: boolean;
  /** The field that holds the question. */
  promptField: 'prompt' | 'query';
  /** The boolean flags of `include`. */
  includeFlags: readonly IncludeFlag[];
}

export type IncludeFlag = 'html' | 'markdown' | 'rawResponse' | 'searchQueries' | 'ads' | 'shopping';

const assistant = {
  acceptsLocation: false,
  acceptsDevice: false,
  acceptsPages: false,
  countryDefaultsToUs: false,
  promptField: 'prompt',
  includeFlags: ['html', 'markdown', 'rawResponse'],
} as const;

const searchEngine = {
  acceptsState: false,
  acceptsLocation: true,
  acceptsDevice: true,
  acceptsPages: false,
  countryDefaultsToUs: true,
} as const;

/** One row an engine: everything that differs between their requests. */
export const engineSpecs: Record<Engine, EngineSpec> = {
  chat: {
    ...assistant,
    label: 'Chat',
    credits: 5,
    acceptsState: true,
    includeFlags: ['html', 'markdown', 'rawResponse', 'searchQueries', 'ads', 'shopping'],
  },
  gen: { ...assistant, label: 'Gen', credits: 4, acceptsState: true },
  social: { ...assistant, label: 'Social', credits: 4, acceptsState: false },
  answer: { ...assistant, label: 'Answer', credits: 4, acceptsState: true },
  office: { ...assistant, label: 'Office', credits: 5, acceptsState: true },
  searchai: {
    ...searchEngine,
    label: 'Search AI',
    credits: 4,
    promptField: 'prompt',
    includeFlags: ['html', 'markdown'],
  },
  overview: {
    ...searchEngine,
    label: 'Overview',
    credits: 5,
    promptField: 'prompt',
    includeFlags: ['html', 'markdown'],
  },
  search: {
    ...searchEngine,
    label: 'Search',
    credits: 3,
    acceptsPages: true,
    promptField: 'query',
    includeFlags: ['html'],
  },
  'search/news': {
    ...searchEngine,
    label: 'News',
    credits: 3,
    acceptsLocation: false,
    acceptsPages: true,
    promptField: 'query',
    includeFlags: ['html'],
  },
};
