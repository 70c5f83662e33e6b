import type { NewsResult, SearchResult } from '#lib/contract/results/search';
import { listAds } from '#lib/providers/serpapi/cited-answer';
import { nameOrText } from '#lib/providers/serpapi/parse-fields';
import { readBlocks, textBlocks } from '#lib/providers/serpapi/text-blocks';
import { writeText } from '#lib/providers/serpapi/write-blocks';
import { lenient } from '#lib/providers/shared/lenient';
import { joinReported } from '#lib/providers/shared/parse-response';
import { needed } from '#lib/providers/shared/response-fields';
import { buildNewsResult, buildSearchResult } from '#lib/providers/shared/search-results';

const links = lenient.array(lenient.object(lenient.texts('title', 'link')));
export const searchPage = lenient.object({
  organic_results: needed(
    lenient.array(
      lenient.object({
        title: needed(lenient.text),
        link: needed(lenient.text),
        ...lenient.texts('displayed_link', 'snippet', 'date'),
        sitelinks: lenient.object({ inline: links, expanded: links, list: links }).optional(),
      }),
    ),
  ),
  related_questions: lenient.array(
    lenient.object({
      ...lenient.texts('question', 'snippet', 'title', 'link'),
      list: lenient.array(lenient.text),
      text_blocks: textBlocks.optional(),
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
    questions: joinReported(pages.map(({ related_questions }) => related_questions))?.map(
      ({ list = [], text_blocks, ...question }) => {
        const lines = list.filter((line) => typeof line === 'string').join('\n');
        return { ...question, snippet: question.snippet || lines || writeText(readBlocks(text_blocks)) };
      },
    ),
    searches: joinReported(pages.map(({ related_searches }) => related_searches)),
    ads: joinReported(bodies.map(listAds)),
  });
}

const article = {
  title: needed(lenient.text),
  ...lenient.texts('link', 'snippet', 'date', 'thumbnail'),
  source: nameOrText,
};
export const newsPage = lenient.object({
  news_results: needed(
    lenient.array(lenient.object({ ...article, stories: lenient.array(lenient.object(article)) })),
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
