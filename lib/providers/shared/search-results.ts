import type { NewsResult, SearchResult } from '#lib/contract/results/search';
import { omitEmpty } from '#lib/providers/shared/parse-response';

type OptionalText = string | null | undefined;

/** An entry of a results page, with the field names of the contract. */
export interface PageEntry {
  title?: OptionalText;
  link?: OptionalText;
  snippet?: OptionalText;
  date?: OptionalText;
}

interface NumberedEntry extends PageEntry {
  /** From 1. */
  page: number;
}

/** The contents of results pages, in order, with the field names of the contract. A list that no page contains is undefined. */
interface ResultsPages {
  organic: (NumberedEntry & { displayedLink?: OptionalText; sitelinks: PageEntry[] })[];
  questions: (PageEntry & { question?: OptionalText })[] | undefined;
  searches: { query?: OptionalText; link?: OptionalText }[] | undefined;
  ads: PageEntry[] | undefined;
}

/**
 * Builds a `search` result. Positions continue across pages. Results without a title or URL are dropped;
 * questions and searches that several pages repeat are listed once.
 */
export function buildSearchResult(pages: ResultsPages): Omit<SearchResult, 'html' | 'overview'> {
  const questions = pages.questions?.flatMap(({ question, snippet, title, link }) =>
    question ? [{ question, ...omitEmpty({ snippet, title, link }) }] : [],
  );
  const searches = pages.searches?.flatMap(({ query, link }) =>
    query ? [{ query, ...omitEmpty({ link }) }] : [],
  );
  return {
    organicResults: addPositions(
      pages.organic.flatMap(({ title, link, page, displayedLink, snippet, date, sitelinks }) => {
        const links = sitelinks.flatMap((sitelink) => toLinkedEntry(sitelink, {}));
        return toLinkedEntry(
          { title, link },
          { page, ...omitEmpty({ displayedLink, snippet, date, sitelinks: links }) },
        );
      }),
    ),
    ...(questions && { peopleAlsoAsk: removeDuplicates(questions, ({ question }) => question) }),
    ...(searches && { relatedSearches: removeDuplicates(searches, ({ query }) => query) }),
    ...(pages.ads && { ads: toAds(pages.ads) }),
  };
}

/** Builds a `search/news` result. Articles without a title or URL are dropped. */
export function buildNewsResult(
  articles: (NumberedEntry & { source?: OptionalText; thumbnail?: OptionalText })[],
): Omit<NewsResult, 'html'> {
  const results = articles.flatMap(({ title, link, page, snippet, source, date, thumbnail }) =>
    toLinkedEntry({ title, link }, { page, ...omitEmpty({ snippet, source, date, thumbnail }) }),
  );
  return { newsResults: addPositions(results) };
}

/** Returns the text ads of a page, from top to bottom. */
export function toAds(ads: PageEntry[]): NonNullable<SearchResult['ads']> {
  return addPositions(
    ads.flatMap(({ title, link, snippet }) => toLinkedEntry({ title, link }, omitEmpty({ snippet }))),
  );
}

function toLinkedEntry<T extends object>({ title, link }: PageEntry, details: T) {
  return title && link ? [{ title, link, ...details }] : [];
}

function addPositions<T extends object>(entries: T[]): (T & { position: number })[] {
  return entries.map((entry, index) => ({ position: index + 1, ...entry }));
}

/** Returns the first entry of each key. */
function removeDuplicates<T>(entries: T[], getKey: (entry: T) => string): T[] {
  return [...Map.groupBy(entries, getKey).values()].flatMap(([first]) => first ?? []);
}
