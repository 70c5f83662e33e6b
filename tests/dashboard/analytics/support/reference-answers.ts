import {
  type BrandDefinitions,
  type BrandName,
  type FilterChoice,
  type GeneratedAnswer,
  pages,
  prompts,
  searchingEngines,
} from './generated-answers';

/*
 * Reference counts of a brand in one generated answer, by the definitions in docs/metrics.md. The code is written to be
 * simple, not fast.
 */

/** Returns whether a name is the brand's name or an alias of it. */
function isBrandName(definition: BrandDefinitions, brand: number, name: BrandName): boolean {
  const brandDefinition = definition.brands[brand];
  return brandDefinition !== undefined && [brandDefinition.name, ...brandDefinition.aliases].includes(name);
}

/** Lists every occurrence of a name in the order that determines ranks: that of the text, because these answers have no Markdown. */
function listNames({ items, sentences }: GeneratedAnswer): BrandName[] {
  return [...sentences.flatMap((sentence) => sentence.names), ...items];
}

export function countMentions(definition: BrandDefinitions, answer: GeneratedAnswer, brand: number): number {
  return listNames(answer).filter((name) => isBrandName(definition, brand, name)).length;
}

export function isMentioned(definition: BrandDefinitions, answer: GeneratedAnswer, brand: number): boolean {
  return countMentions(definition, answer, brand) > 0;
}

/** Lists the indexes of the brands that an answer mentions. */
export function listMentionedBrands(definition: BrandDefinitions, answer: GeneratedAnswer): number[] {
  return [...definition.brands.keys()].filter((brand) => isMentioned(definition, answer, brand));
}

/** Returns the brand's rank, or null if the brand is not mentioned. Brands mentioned first by the same name share a rank. */
export function getRank(definition: BrandDefinitions, answer: GeneratedAnswer, brand: number): number | null {
  const findFirst = (candidate: number) =>
    listNames(answer).findIndex((name) => isBrandName(definition, candidate, name));
  const first = findFirst(brand);
  if (first === -1) return null;
  return 1 + listMentionedBrands(definition, answer).filter((other) => findFirst(other) < first).length;
}

export interface SentimentCounts {
  positive: number;
  neutral: number;
  negative: number;
}

/**
 * Counts the sentences and list items that mention the brand, by sentiment. List items, and all sentences of an answer in a
 * foreign language, are neutral.
 */
export function countSentiments(
  definition: BrandDefinitions,
  answer: GeneratedAnswer,
  brand: number,
): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const sentence of answer.sentences) {
    if (sentence.names.some((name) => isBrandName(definition, brand, name))) {
      counts[answer.isForeignLanguage ? 'neutral' : sentence.sentiment] += 1;
    }
  }
  counts.neutral += answer.items.filter((name) => isBrandName(definition, brand, name)).length;
  return counts;
}

/** Counts the citations of pages that match a condition. */
function countCitations(
  { links }: GeneratedAnswer,
  matches: (page: (typeof pages)[number]) => boolean,
): number {
  return links.reduce((sum, link) => {
    const page = pages[link.page];
    return sum + (page && matches(page) ? link.citations : 0);
  }, 0);
}

export function countAllCitations(answer: GeneratedAnswer): number {
  return countCitations(answer, () => true);
}

export function countDomainCitations(answer: GeneratedAnswer, domain: string): number {
  return countCitations(answer, (page) => page.domain === domain);
}

/** Counts citations of URLs that a brand owns: on one of its domains or a subdomain. */
export function countBrandCitations(
  definition: BrandDefinitions,
  answer: GeneratedAnswer,
  brand: number,
): number {
  const owned = definition.brands[brand]?.domains ?? [];
  return countCitations(answer, ({ host }) =>
    owned.some((domain) => host === domain || host.endsWith(`.${domain}`)),
  );
}

/** Returns whether an answer lists a domain. A domain that is cited but not listed counts too. */
export function listsDomain(answer: GeneratedAnswer, domain: string): boolean {
  return answer.links.some(
    ({ page, listed, citations: cited }) => pages[page]?.domain === domain && (listed || cited > 0),
  );
}

/** Returns whether an answer comes from the sandbox. */
export function isFictional({ provider }: GeneratedAnswer): boolean {
  return provider === 'sandbox';
}

/** Lists an answer's distinct normalized search queries. */
export function listSearchQueries({ engine, searchQueries }: GeneratedAnswer): string[] {
  if (!searchingEngines.includes(engine)) return [];
  const normalized = searchQueries.map((query) =>
    query.normalize('NFKC').toLowerCase().trim().replace(/ +/g, ' '),
  );
  return [...new Set(normalized)].filter((query) => query !== '');
}

/** Returns whether a prompt contains the name of a tracked brand. */
export function isBranded(definition: BrandDefinitions, prompt: number): boolean {
  const promptNames = prompts[prompt]?.names ?? [];
  return promptNames.some((name) =>
    [...definition.brands.keys()].some((brand) => isBrandName(definition, brand, name)),
  );
}

/** Returns a function that checks whether an answer matches the filters, on any day. */
export function matchesFilters(
  definition: BrandDefinitions,
  chosen: FilterChoice,
): (answer: Pick<GeneratedAnswer, 'prompt' | 'engine' | 'country'>) => boolean {
  const isEmptyOrIncludes = <T>(list: readonly T[], value: T) => list.length === 0 || list.includes(value);
  return ({ prompt, engine, country }) => {
    const { topic = '', tags = [] } = prompts[prompt] ?? {};
    return (
      isEmptyOrIncludes<string>(chosen.engines, engine) &&
      isEmptyOrIncludes(chosen.countries, country) &&
      isEmptyOrIncludes(chosen.topics, topic) &&
      (chosen.tags.length === 0 || tags.some((tag) => chosen.tags.includes(tag))) &&
      isEmptyOrIncludes(chosen.prompts, prompt) &&
      (chosen.branded !== 'only' || isBranded(definition, prompt))
    );
  };
}

/** Returns a function that checks whether an answer is in a period; always false without a period. */
export function isWithinPeriod(
  period: { from: string; to: string } | null,
): (answer: GeneratedAnswer) => boolean {
  return ({ day }) => period !== null && day >= period.from && day <= period.to;
}
