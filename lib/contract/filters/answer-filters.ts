import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { type ChangedFilters, pageFilters, pageUrlKeys } from '#lib/contract/filters/page-filters';
import {
  createChoiceParser,
  createValueParser,
  idParser,
  textParser,
} from '#lib/contract/filters/parameters';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { isUuid } from '#lib/core/text';

/** Outcome of a run item; a failed one has no stored answer. */
export const runItemStatuses = ['answered', 'no_answer', 'failed', 'unreadable'] as const;
export type RunItemStatus = (typeof runItemStatuses)[number];

/** Ranks of 10 and beyond count as 10. */
const maxRank = 10;
interface BrandRank {
  brandId: string;
  rank: number;
}

function parseRank(text: string): BrandRank | null {
  const [brandId = '', digits = ''] = text.split(':');
  if (!isUuid(brandId) || !/^\d{1,2}$/.test(digits)) return null;
  const rank = Number(digits);
  return rank >= 1 && rank <= maxRank ? { brandId, rank } : null;
}

/** Filters of a list of answers in addition to those of its page, in the order of URLs. All must match. */
const answerFilters = {
  /** Brands by ID: mentioned, not mentioned, ranking first. */
  mentioned: idParser,
  unmentioned: idParser,
  rankedFirst: idParser,
  /** A brand and its rank; 10 means 10th or later. */
  rank: createValueParser(parseRank, ({ brandId, rank }) => `${brandId}:${rank}`),
  /** A brand that is not mentioned while another tracked brand is. */
  missingBrand: idParser,
  /** A brand that owns a cited URL. */
  citesBrand: idParser,
  /** Registrable domains: a cited one, and a listed or cited one. */
  cites: textParser,
  lists: textParser,
  /** A normalized search query of the engine. */
  fanout: textParser,
  /** A part of the text, ignoring case. */
  search: textParser,
  /** True to match only answers to prompts that contain no tracked brand. By default, share of voice counts only these. */
  unbranded: createValueParser<boolean>(
    (text) => (text === '1' ? true : null),
    (value) => (value ? '1' : '0'),
  ),
  /** Run ID. */
  run: idParser,
  status: createChoiceParser(runItemStatuses).withDefault('answered'),
};

/** The URL parameters of filters that have a shorter name there. */
const urlKeys = { rankedFirst: 'first', missingBrand: 'gap', citesBrand: 'owned', search: 'words' };

const load = createLoader(answerFilters, { urlKeys });
const serialize = createSerializer(
  { ...pageFilters, ...answerFilters },
  { urlKeys: { ...pageUrlKeys, ...urlKeys } },
);

type Values = inferParserType<typeof answerFilters>;

/** The filters of a list of answers that are set. All must match. */
export type AnswerFilters = Pick<Values, 'status'> & { [Name in keyof Values]?: NonNullable<Values[Name]> };

/** Matches every run item that was answered. */
export const anyAnswer: AnswerFilters = { status: 'answered' };

/** Parses answer filters from a URL. Invalid values are ignored, so that an old link still opens. */
export function parseAnswerFilters(
  searchParameters: URLSearchParams | Record<string, string | string[] | undefined>,
): AnswerFilters {
  const { status, ...values } = load(searchParameters);
  return { status, ...omitNulls(values) };
}

function omitNulls<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const present: { [Name in keyof T]?: NonNullable<T[Name]> } = {};
  for (const name in values) {
    const value = values[name];
    if (value !== null && value !== undefined) present[name] = value;
  }
  return present;
}

/** Returns URL parameters with the answer filters that are set, and changed filters of the page; others stay. */
export function changeAnswerFilters(
  parameters: URLSearchParams,
  changed: Partial<AnswerFilters> & ChangedFilters,
): URLSearchParams {
  return new URLSearchParams(serialize(parameters, changed));
}

/** An active filter on answers, ready to be shown and removed. */
export interface ActiveAnswerFilter {
  key: Exclude<keyof AnswerFilters, 'status'>;
  /** The text that follows "answers": "mentioning Fjordwing". */
  label: string;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

const messages = defineMessages({
  mentioned: 'mentioning {brand}',
  unmentioned: 'not mentioning {brand}',
  rank: 'ranking {brand} {rank}',
  missingBrand: 'mentioning another tracked brand but not {brand}',
  citesBrand: 'citing a page of {brand}',
  cites: 'citing {domain}',
  lists: 'listing {domain}',
  fanout: 'whose engine searched for “{query}”',
  search: 'containing “{text}”',
  summary: '{answers}{filtered, select, both { {origin}, {rest}} origin { {origin}} rest { {rest}} other {}}',
});

/** Labels the active filters, in the order a sentence lists them. */
export function labelAnswerFilters(
  filters: Partial<AnswerFilters>,
  getBrandName: (brandId: string) => string,
): ActiveAnswerFilter[] {
  const { mentioned, unmentioned, rankedFirst, rank, missingBrand, citesBrand } = filters;
  const { cites, lists, fanout, search, unbranded, run } = filters;
  const all: [ActiveAnswerFilter['key'], string | false | undefined][] = [
    ['mentioned', mentioned && messages.mentioned({ brand: getBrandName(mentioned) })],
    ['unmentioned', unmentioned && messages.unmentioned({ brand: getBrandName(unmentioned) })],
    ['rankedFirst', rankedFirst && messages.rank({ brand: getBrandName(rankedFirst), rank: 'first' })],
    [
      'rank',
      rank &&
        messages.rank({
          brand: getBrandName(rank.brandId),
          rank: ordinals[rank.rank - 1] ?? '10th or later',
        }),
    ],
    ['missingBrand', missingBrand && messages.missingBrand({ brand: getBrandName(missingBrand) })],
    ['citesBrand', citesBrand && messages.citesBrand({ brand: getBrandName(citesBrand) })],
    ['cites', cites && messages.cites({ domain: cites })],
    ['lists', lists && messages.lists({ domain: lists })],
    ['fanout', fanout && messages.fanout({ query: fanout })],
    ['search', search && messages.search({ text: search })],
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
  const listLabels = (isOrigin: boolean) =>
    formatList(filters.flatMap(({ key, label }) => (origins.includes(key) === isOrigin ? [label] : [])));
  const origin = listLabels(true);
  const rest = listLabels(false);
  const filtered = origin && rest ? 'both' : origin ? 'origin' : rest ? 'rest' : 'other';
  return messages.summary({ answers: count, filtered, origin, rest });
}
