import { engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { NewsResult } from '#lib/contract/results/search';
import type { ProviderAnswer } from '#lib/engines/provider';
import { snippet } from '#lib/engines/sandbox/cite';
import { dealt, pagesFor, perPage } from '#lib/engines/sandbox/listing/found';
import { listingPage } from '#lib/engines/sandbox/listing/page';
import { whenOf } from '#lib/engines/sandbox/listing/when';
import { sceneOf } from '#lib/engines/sandbox/scene';

/** Answers a query with pages of news, dated by the asked instant. */
export function news(request: MonitorRequest, instant: Date): ProviderAnswer<'search/news'> {
  const scene = sceneOf('search/news', request, instant);
  const { device, include, pages = 1, prompt } = request;
  const size = perPage(device);
  const found = pagesFor(scene, pages * size, ({ publisher }) => publisher.type === 'news');
  let position = 0;
  const results = dealt(found, pages, size).map((page, index) =>
    page.map((document): NewsResult['newsResults'][number] => {
      position += 1;
      const { id, publisher, title, url } = document;
      return {
        position,
        title,
        link: url,
        snippet: snippet(document),
        source: publisher.name,
        date: whenOf(document, scene.moment),
        page: index + 1,
        thumbnail: `https://${publisher.domain}/thumbnails/${id}.jpg`,
      };
    }),
  );
  return {
    result: { newsResults: results.flat() },
    ...(include.html
      ? {
          html: results.map((page, index) =>
            listingPage(
              prompt,
              engineFacts['search/news'].label,
              index + 1,
              page.map(({ date, link, snippet: said, source, title }) => ({
                title,
                url: link,
                about: `${source} · ${date}`,
                snippet: said,
              })),
            ),
          ),
        }
      : {}),
  };
}
