/**
 * Returns whether the answers of a provider are fictional: only those of the sandbox are. Answers whose provider is
 * unknown count as real.
 */
export function isFictional(provider: unknown): boolean {
  return provider === 'sandbox';
}

/** How a provider gets answers: from the API of a model, from the engine’s public page, from another service, or from the sandbox. */
export const accessKinds = ['api', 'page', 'service', 'sandbox'] as const;
type AccessKind = (typeof accessKinds)[number];

/** The titles of the providers, and how they get answers, by the name that is stored with each answer. */
export const providerTitles = {
  openai: { title: 'OpenAI', access: 'api' },
  gemini: { title: 'Gemini', access: 'api' },
  xai: { title: 'xAI', access: 'api' },
  perplexity: { title: 'Perplexity', access: 'api' },
  serpapi: { title: 'SerpApi', access: 'page' },
  dataforseo: { title: 'DataForSEO', access: 'page' },
  remote: { title: 'Other Answerscope instance', access: 'service' },
  sandbox: { title: 'Sandbox', access: 'sandbox' },
} as const satisfies Record<string, { title: string; access: AccessKind }>;

/** Returns the title of a stored provider and how it gets answers; null for what is unknown. */
export function describeStoredProvider(name: string | null): {
  title: string | null;
  access: AccessKind | null;
} {
  const known: Readonly<Record<string, { title: string; access: AccessKind } | undefined>> = providerTitles;
  return (name !== null && Object.hasOwn(known, name) && known[name]) || { title: name, access: null };
}
