import { getEngineName } from '#lib/contract/engines';
import type { AnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import type { EngineModel } from '#lib/dashboard/analytics/filters/project-state';
import { memoizeByConventions } from '#lib/format/locale';

/** The model of each engine's recent answers, whether they are fictional, and how the engine is queried. */
export type EngineLabels = Readonly<Record<string, Omit<EngineModel, 'engine'>>>;

/** Labels an engine: "Chat · OpenAI (ChatGPT)", or "Chat · OpenAI (ChatGPT) · Sandbox" if the sandbox answers. */
export function formatEngine(engine: string, labels: EngineLabels = {}): string {
  const label = labels[engine];
  return formatEngineWithModel({ engine, model: null, isFictional: label ? isSandbox(label) : false });
}

/** Labels an engine with the model of its answers: "Chat · OpenAI (ChatGPT) · gpt-5.2". */
export function formatEngineWithModel({ engine, model, isFictional }: EngineModel): string {
  return [getEngineName(engine), formatModel({ model, isFictional })].filter(Boolean).join(' · ');
}

/**
 * Formats a model without the date at its end, such as "gpt-5.2". Returns "Sandbox" if the sandbox answers, and '' if the
 * engine reports no model.
 */
export function formatModel({ model, isFictional }: Pick<EngineModel, 'model' | 'isFictional'>): string {
  return isSandbox({ model, isFictional }) ? 'Sandbox' : (model?.replace(/-\d{4}-\d{2}-\d{2}$/, '') ?? '');
}

/** Returns whether the sandbox answers. Other providers can have fictional sources, too. */
function isSandbox({ model, isFictional }: Pick<EngineModel, 'model' | 'isFictional'>): boolean {
  return isFictional && (model === null || model.startsWith('sandbox'));
}

/**
 * Lists engines in a sentence: "Chat · OpenAI (ChatGPT) and Gen · Google Gemini". If the sandbox
 * answers on all of them, the sentence says so once, at its end.
 */
export function formatEngineList(keys: readonly string[], labels: EngineLabels = {}): string {
  const isAllSandbox = keys.length > 1 && keys.every((engine) => labels[engine] && isSandbox(labels[engine]));
  const names = formatList(keys.map((engine) => formatEngine(engine, isAllSandbox ? {} : labels)));
  return isAllSandbox ? `${names} (all from the sandbox)` : names;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code if it is unknown. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const countriesWithArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** Returns the name of a country with its article, if any: "Japan", "the United States". */
export function formatCountryInSentence(code: string): string {
  return countriesWithArticle.has(code) ? `the ${formatCountry(code)}` : formatCountry(code);
}

const getListFormatters = memoizeByConventions(({ hasSerialComma }) => {
  const english = hasSerialComma ? 'en-US' : 'en-GB';
  return {
    and: new Intl.ListFormat(english, { type: 'conjunction' }),
    or: new Intl.ListFormat(english, { type: 'disjunction' }),
  };
});

/** Formats "A", "A and B" or "A, B and C" ("A, B, and C" in the United States). */
export function formatList(names: readonly string[]): string {
  return getListFormatters().and.format(names);
}

/** Formats "A", "A or B" or "A, B or C". */
export function formatAlternatives(names: readonly string[]): string {
  return getListFormatters().or.format(names);
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
  key: Exclude<keyof AnswerFilters, 'status'>;
  /** The text that follows "answers": "mentioning Fjordwing". */
  label: string;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Labels the active filters, in the order a sentence lists them. */
export function labelAnswerFilters(
  filters: Partial<AnswerFilters>,
  getBrandName: (brandId: string) => string,
): ActiveAnswerFilter[] {
  const { mentioned, unmentioned, rankedFirst, rank, missingBrand, citesBrand } = filters;
  const { cites, lists, fanout, search, unbranded, run } = filters;
  const all: [ActiveAnswerFilter['key'], string | false | undefined][] = [
    ['mentioned', mentioned && `mentioning ${getBrandName(mentioned)}`],
    ['unmentioned', unmentioned && `not mentioning ${getBrandName(unmentioned)}`],
    ['rankedFirst', rankedFirst && `ranking ${getBrandName(rankedFirst)} first`],
    ['rank', rank && `ranking ${getBrandName(rank.brandId)} ${ordinals[rank.rank - 1] ?? '10th or later'}`],
    [
      'missingBrand',
      missingBrand && `mentioning another tracked brand but not ${getBrandName(missingBrand)}`,
    ],
    ['citesBrand', citesBrand && `citing a page of ${getBrandName(citesBrand)}`],
    ['cites', cites && `citing ${cites}`],
    ['lists', lists && `listing ${lists}`],
    ['fanout', fanout && `whose engine searched for “${fanout}”`],
    ['search', search && `containing “${search}”`],
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

/** The titles of a project's pages, by URL segment. */
export const projectPageLabels = {
  overview: 'Overview',
  prompts: 'Prompts',
  answers: 'Answers',
  sources: 'Sources',
  competitors: 'Competitors',
  'fan-out': 'Queries (fan-out)',
  experiments: 'Experiments',
  reports: 'Reports',
  alerts: 'Alerts',
  schedule: 'Schedule',
  runs: 'Runs',
  brands: 'Brands',
} as const;
export type ProjectPage = keyof typeof projectPageLabels;

/** Returns the title of a project's page by URL segment; an unknown segment is returned as it is. */
export function labelProjectPage(segment: string): string {
  return Object.entries(projectPageLabels).find(([page]) => page === segment)?.[1] ?? segment;
}
