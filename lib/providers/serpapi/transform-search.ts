import { z } from 'zod';
import type { NewsResult, SearchResult } from '#lib/contract/results/search';
import { listAds } from '#lib/providers/serpapi/cited-answer';
import { nameOrText } from '#lib/providers/serpapi/parse-fields';
import { readBlocks } from '#lib/providers/serpapi/text-blocks';
import { writeText } from '#lib/providers/serpapi/write-blocks';
import { lenient } from '#lib/providers/shared/lenient';
import { buildNewsResult, buildSearchResult } from '#lib/providers/shared/search-results';

const links = lenient.array(lenient.object(lenient.texts('title', 'link')));
const searchPage = lenient.object({
  organic_results: lenient.array(
    lenient.object({
      ...lenient.texts('title', 'link', 'displayed_link', 'snippet', 'date'),
      sitelinks: lenient.object({ inline: links, expanded: links, list: links }).optional(),
    }),
  ),
  related_questions: lenient.array(
    lenient.object({
      ...lenient.texts('question', 'snippet', 'title', 'link'),
      list: lenient.array(lenient.text),
      text_blocks: z.unknown().optional(),
    }),
  ),
  related_searches: lenient.array(lenient.object(lenient.texts('query', 'link'))),
});

/** Converts result pages to the result of the engine `search` without the overview. */
export function toSearchResult(bodies: unknown[]): Omit<SearchResult, 'html' | 'overview'> {
  const pages = bodies.map((body) => searchPage.parse(body));
  return buildSearchResult({
    organic: pages.flatMap(({ organic_results = [] }, index) =>
      organic_results.map(({ displayed_link, sitelinks = {}, ...result }) => ({
        ...result,
        page: index + 1,
        displayedLink: displayed_link,
        sitelinks: [sitelinks.inline, sitelinks.expanded, sitelinks.list].flatMap((group) => group ?? []),
      })),
    ),
    questions: pages.flatMap(({ related_questions = [] }) =>
      related_questions.map(({ list = [], text_blocks, ...question }) => {
        const lines = list.filter((line) => typeof line === 'string').join('\n');
        return { ...question, snippet: question.snippet || lines || writeText(readBlocks(text_blocks)) };
      }),
    ),
    searches: pages.flatMap(({ related_searches = [] }) => related_searches),
    ads: bodies.flatMap(listAds),
  });
}

const article = { ...lenient.texts('title', 'link', 'snippet', 'date', 'thumbnail'), source: nameOrText };
const newsPage = lenient.object({
  news_results: lenient.array(
    lenient.object({ ...article, stories: lenient.array(lenient.object(article)) }),
  ),
});

/** Converts news pages to the result of the engine `search/news`; the articles of a story follow each other. */
export function toNewsResult(bodies: unknown[]): Omit<NewsResult, 'html'> {
  return buildNewsResult(
    bodies.flatMap((body, index) =>
      (newsPage.parse(body).news_results ?? [])
        .flatMap((entry) => [entry, ...(entry.stories ?? [])])
        .map((entry) => ({ ...entry, page: index + 1 })),
    ),
  );
}
