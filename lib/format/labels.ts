import { type Engine, engineSpecs, engines } from '#lib/contract/engines';
import type { AnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import type { EngineModel } from '#lib/dashboard/analytics/filters/filter-values';

/** Labels of engines with the model or provider of their recent answers, by engine. */
export type EngineLabels = Readonly<Record<string, string>>;

/** Labels an engine: "Chat · OpenAI gpt-5.2" from `labels`, by default "Chat · OpenAI". */
export function formatEngine(engine: string, labels: EngineLabels = {}): string {
  return labels[engine] ?? formatEngineWithModel({ engine, model: null, isFictional: false });
}

/** The company or product behind each engine, regardless of the provider that serves it. */
const productOwners: Record<Engine, string> = {
  chat: 'OpenAI',
  gen: 'Gemini',
  social: 'xAI',
  answer: 'Perplexity',
  office: 'Microsoft',
  searchai: 'Google',
  overview: 'Google',
  search: 'Google',
  'search/news': 'Google',
};

/**
 * Labels an engine with the model or provider of its answers: "Chat · OpenAI gpt-5.2", "Gen · Gemini" or "Chat ·
 * Sandbox". The date at the end of a model's name is removed.
 */
export function formatEngineWithModel({ engine: key, model, isFictional }: EngineModel): string {
  const engine = engines.find((known) => known === key);
  const provider = isFictional ? 'Sandbox' : engine && productOwners[engine];
  const version = isFictional ? undefined : model?.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const details = [provider, version].filter(Boolean).join(' ');
  return [engine ? engineSpecs[engine].label : key, details].filter(Boolean).join(' · ');
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code if it is unknown. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const withArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** Returns the name of a country with its article, if any: "Japan", "the United States". */
export function formatCountryInSentence(code: string): string {
  return withArticle.has(code) ? `the ${formatCountry(code)}` : formatCountry(code);
}

/** Formats "A", "A and B" or "A, B and C". */
export function formatList(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Capitalizes the first letter: "reviews" becomes "Reviews". */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Formats an action of the audit log: "api-key.created" becomes "API key created". */
export function formatAuditAction(action: string): string {
  return capitalize(action.replaceAll(/[.-]/g, ' ')).replace(/^Api /, 'API ');
}

/** An active filter on answers, ready to be shown and removed. */
export interface ActiveAnswerFilter {
  /** Its URL parameter. */
  key: Exclude<keyof AnswerFilters, 'status'>;
  /** As it follows "answers": "mentioning Fjordwing". */
  label: string;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Labels the active filters, in the order a sentence lists them. */
export function labelAnswerFilters(
  conditions: Partial<AnswerFilters>,
  getBrandName: (brandId: string) => string,
): ActiveAnswerFilter[] {
  const { mentioned, unmentioned, first, rank, gap, owned, cites, lists, fanout, words, unbranded, run } =
    conditions;
  const all: [ActiveAnswerFilter['key'], string | false | undefined][] = [
    ['mentioned', mentioned && `mentioning ${getBrandName(mentioned)}`],
    ['unmentioned', unmentioned && `not mentioning ${getBrandName(unmentioned)}`],
    ['first', first && `ranking ${getBrandName(first)} first`],
    ['rank', rank && `ranking ${getBrandName(rank.brandId)} ${ordinals[rank.rank - 1] ?? 'tenth or lower'}`],
    ['gap', gap && `mentioning a competitor but not ${getBrandName(gap)}`],
    ['owned', owned && `citing a page of ${getBrandName(owned)}`],
    ['cites', cites && `citing ${cites}`],
    ['lists', lists && `listing ${lists}`],
    ['fanout', fanout && `whose engine searched for “${fanout}”`],
    ['words', words && `containing “${words}”`],
    ['unbranded', unbranded && 'to unbranded prompts'],
    ['run', run && 'from one run'],
  ];
  return all.flatMap(([key, text]) => (text ? [{ key, label: text }] : []));
}

/** Filters on where answers come from. They directly follow "answers". */
const origins: readonly ActiveAnswerFilter['key'][] = ['unbranded', 'run'];

/**
 * Describes a list of answers: "412 answers mentioning Fjordwing and citing news.example", "96 answers to unbranded
 * prompts, mentioning Fjordwing".
 */
export function summarizeAnswers(count: string, filters: readonly ActiveAnswerFilter[]): string {
  const join = (isOrigin: boolean) =>
    formatList(filters.flatMap(({ key, label }) => (origins.includes(key) === isOrigin ? [label] : [])));
  const origin = join(true);
  const rest = join(false);
  return [[count, origin].filter(Boolean).join(' '), rest].filter(Boolean).join(origin ? ', ' : ' ');
}
