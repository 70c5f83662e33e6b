import { z } from 'zod';
import type { NewsResult } from '#lib/contract/results/search';
import { someList, someObject, someText } from '#lib/providers/lenient';
import { numbered } from '#lib/providers/serpapi/numbered';
import { told } from '#lib/providers/told';

const someName = z
  .union([z.string(), someObject({ name: someText }).transform(({ name }) => name ?? '')])
  .nullish()
  .catch(undefined);
const report = {
  title: someText,
  link: someText,
  snippet: someText,
  source: someName,
  date: someText,
  thumbnail: someText,
};
const page = someObject({
  news_results: someList(someObject({ ...report, stories: someList(someObject(report)) })),
});

/**
 * Pages of news as this interface's `search/news` result; the reports of one story stand one after another. One
 * without a title or an address is none.
 */
export function newsResult(bodies: unknown[]): Omit<NewsResult, 'html'> {
  const pages = bodies.map((body) =>
    (page.parse(body).news_results ?? [])
      .flatMap((entry) => [entry, ...(entry.stories ?? [])])
      .flatMap(({ title, link, snippet, source, date, thumbnail }) =>
        title && link ? [{ title, link, ...told({ snippet, source, date, thumbnail }) }] : [],
      ),
  );
  return { newsResults: numbered(pages) };
}
