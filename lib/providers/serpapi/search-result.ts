import { z } from 'zod';
import type { SearchResult } from '#lib/contract/results/search';
import { someList, someObject, someText } from '#lib/providers/lenient';
import { readBlocks } from '#lib/providers/serpapi/blocks';
import { numbered, type Placed } from '#lib/providers/serpapi/numbered';
import { searchAds } from '#lib/providers/serpapi/overview-result';
import { writeText } from '#lib/providers/serpapi/write-text';
import { told } from '#lib/providers/told';

type Organic = SearchResult['organicResults'][number];
type Question = SearchResult['peopleAlsoAsk'][number];

const links = someList(someObject({ title: someText, link: someText }));
const organic = someObject({
  title: someText,
  link: someText,
  displayed_link: someText,
  snippet: someText,
  date: someText,
  sitelinks: someObject({ inline: links, expanded: links, list: links }).optional(),
});
const question = someObject({
  question: someText,
  snippet: someText,
  title: someText,
  link: someText,
  list: someList(someText),
  text_blocks: z.unknown().optional(),
});
const page = someObject({
  organic_results: someList(organic),
  related_questions: someList(question),
  related_searches: someList(someObject({ query: someText, link: someText })),
});

/**
 * Pages of results as this interface's `search` result, without the overview. Results are numbered on through
 * all pages, one without a title or an address left out; a question or search that stands on several of them is
 * told once.
 */
export function searchResult(bodies: unknown[]): Omit<SearchResult, 'html' | 'overview'> {
  const pages = bodies.map((body) => page.parse(body));
  return {
    organicResults: numbered(pages.map(({ organic_results = [] }) => organic_results.flatMap(organicEntry))),
    peopleAlsoAsk: distinct(
      pages.flatMap(({ related_questions = [] }) => related_questions.flatMap(questionEntry)),
      (entry) => entry.question,
    ),
    relatedSearches: distinct(
      pages.flatMap(({ related_searches = [] }) =>
        related_searches.flatMap(({ query, link }) => (query ? [{ query, ...told({ link }) }] : [])),
      ),
      (entry) => entry.query,
    ),
    ads: bodies.flatMap(searchAds).map((ad, index) => ({ ...ad, position: index + 1 })),
  };
}

function organicEntry(result: z.infer<typeof organic>): Omit<Organic, keyof Placed>[] {
  const { title, link, displayed_link, snippet, date, sitelinks } = result;
  if (!title || !link) return [];
  const { inline = [], expanded = [], list = [] } = sitelinks ?? {};
  const below = [...inline, ...expanded, ...list].flatMap((one) =>
    one.title && one.link ? [{ title: one.title, link: one.link }] : [],
  );
  return [
    {
      title,
      link,
      ...told({ displayedLink: displayed_link, snippet, date, sitelinks: below }),
    },
  ];
}

function questionEntry(asked: z.infer<typeof question>): Question[] {
  if (!asked.question) return [];
  const lines = (asked.list ?? []).filter((line) => typeof line === 'string');
  const snippet = asked.snippet || lines.join('\n') || writeText(readBlocks(asked.text_blocks));
  return [{ question: asked.question, ...told({ snippet, title: asked.title, link: asked.link }) }];
}

function distinct<T>(entries: T[], keyOf: (entry: T) => string): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
