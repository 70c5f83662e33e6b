import { z } from 'zod';
import type { NewsResult, SearchResult } from '#lib/contract/results/search';
import { readAds } from '#lib/providers/serpapi/cited-answer';
import { readBlocks } from '#lib/providers/serpapi/text-blocks';
import { writeText } from '#lib/providers/serpapi/write-blocks';
import { lenientArray, lenientObject, omitEmpty, optionalText } from '#lib/providers/shared/parse-response';

const links = lenientArray(lenientObject({ title: optionalText, link: optionalText }));
const organicResult = lenientObject({
  title: optionalText,
  link: optionalText,
  displayed_link: optionalText,
  snippet: optionalText,
  date: optionalText,
  sitelinks: lenientObject({ inline: links, expanded: links, list: links }).optional(),
});
const relatedQuestion = lenientObject({
  question: optionalText,
  snippet: optionalText,
  title: optionalText,
  link: optionalText,
  list: lenientArray(optionalText),
  text_blocks: z.unknown().optional(),
});
const searchPage = lenientObject({
  organic_results: lenientArray(organicResult),
  related_questions: lenientArray(relatedQuestion),
  related_searches: lenientArray(lenientObject({ query: optionalText, link: optionalText })),
});

/**
 * Converts result pages to a `search` result without the overview. Positions count through all pages. Results
 * without a title or URL are dropped; questions and searches that several pages repeat are listed once.
 */
export function toSearchResult(bodies: unknown[]): Omit<SearchResult, 'html' | 'overview'> {
  const pages = bodies.map((body) => searchPage.parse(body));
  const questions = pages.flatMap(({ related_questions }) => (related_questions ?? []).flatMap(toQuestion));
  const searches = pages.flatMap(({ related_searches }) =>
    (related_searches ?? []).flatMap(({ query, link }) => (query ? [{ query, ...omitEmpty({ link }) }] : [])),
  );
  return {
    organicResults: addPositions(
      pages.map(({ organic_results }) => (organic_results ?? []).flatMap(toOrganicResult)),
    ),
    peopleAlsoAsk: uniqueBy(questions, ({ question }) => question),
    relatedSearches: uniqueBy(searches, ({ query }) => query),
    ads: bodies.flatMap(readAds).map((ad, index) => ({ ...ad, position: index + 1 })),
  };
}

function toOrganicResult(result: z.infer<typeof organicResult>) {
  const { title, link, displayed_link, snippet, date, sitelinks: groups } = result;
  if (!title || !link) return [];
  const { inline = [], expanded = [], list = [] } = groups ?? {};
  const sitelinks = [...inline, ...expanded, ...list].flatMap((sitelink) =>
    sitelink.title && sitelink.link ? [{ title: sitelink.title, link: sitelink.link }] : [],
  );
  return [{ title, link, ...omitEmpty({ displayedLink: displayed_link, snippet, date, sitelinks }) }];
}

function toQuestion(related: z.infer<typeof relatedQuestion>): SearchResult['peopleAlsoAsk'] {
  const { question, title, link, list, text_blocks } = related;
  if (!question) return [];
  const lines = (list ?? []).filter((line) => typeof line === 'string');
  const snippet = related.snippet || lines.join('\n') || writeText(readBlocks(text_blocks));
  return [{ question, ...omitEmpty({ snippet, title, link }) }];
}

function uniqueBy<T>(entries: T[], getKey: (entry: T) => string): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = getKey(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const article = {
  title: optionalText,
  link: optionalText,
  snippet: optionalText,
  source: z
    .union([z.string(), lenientObject({ name: optionalText }).transform(({ name }) => name ?? '')])
    .nullish()
    .catch(undefined),
  date: optionalText,
  thumbnail: optionalText,
};
const newsPage = lenientObject({
  news_results: lenientArray(lenientObject({ ...article, stories: lenientArray(lenientObject(article)) })),
});

/** Converts news pages to a `search/news` result; the articles of a story follow each other. */
export function toNewsResult(bodies: unknown[]): Omit<NewsResult, 'html'> {
  const pages = bodies.map((body) =>
    (newsPage.parse(body).news_results ?? [])
      .flatMap((entry) => [entry, ...(entry.stories ?? [])])
      .flatMap(({ title, link, snippet, source, date, thumbnail }) =>
        title && link ? [{ title, link, ...omitEmpty({ snippet, source, date, thumbnail }) }] : [],
      ),
  );
  return { newsResults: addPositions(pages) };
}

/** Numbers the entries of all pages; SerpApi starts again at 1 on each page. */
function addPositions<T extends object>(pages: T[][]): (T & { page: number; position: number })[] {
  return pages
    .flatMap((entries, index) => entries.map((entry) => ({ ...entry, page: index + 1 })))
    .map((entry, index) => ({ ...entry, position: index + 1 }));
}
