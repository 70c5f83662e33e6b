import { engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { NewsResult } from '#lib/contract/results/search';
import type { ProviderAnswer } from '#lib/providers/provider';
import { snippet } from '#lib/sandbox/cite';
import { dealt, pagesFor, perPage } from '#lib/sandbox/listing/found';
import { listingPage } from '#lib/sandbox/listing/page';
import { whenOf } from '#lib/sandbox/listing/when';
import type { MarketDocument } from '#lib/sandbox/market/document';
import { nearness } from '#lib/sandbox/place';
import { type Scene, sceneOf } from '#lib/sandbox/scene';

/** Answers a query with pages of news, dated by the asked instant. */
export function news(request: MonitorRequest, instant: Date): ProviderAnswer<'search/news'> {
  const scene = sceneOf('search/news', request, instant);
  const { device, include, pages = 1, prompt } = request;
  const size = perPage(device);
  const found = reportsFirst(
    pagesFor(asNews(scene), pages * size, ({ publisher }) => publisher.type === 'news'),
    scene,
  );
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

/** Whatever is asked of the news, news is meant. */
function asNews(scene: Scene): Scene {
  return scene.question === undefined ? scene : { ...scene, question: { ...scene.question, intent: 'news' } };
}

const halfLifeDays = 21;

/** Reports of what happened to the goods asked about, near and fresh ones first, before the papers' other pages. */
function reportsFirst(papers: MarketDocument[], { moment, question }: Scene): MarketDocument[] {
  const weight = (document: MarketDocument) =>
    nearness(document.publisher.region, moment.region) * 0.5 ** (moment.age(document) / halfLifeDays);
  const reports = papers
    .filter(({ category, kind }) => kind === 'news' && category === question?.category)
    .sort((a, b) => weight(b) - weight(a) || a.id - b.id);
  return [...reports, ...papers.filter((document) => !reports.includes(document))];
}
