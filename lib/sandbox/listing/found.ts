import type { MarketDocument } from '#lib/sandbox/market/document';
import { nearness } from '#lib/sandbox/place';
import { retrieve } from '#lib/sandbox/retrieve';
import type { Scene } from '#lib/sandbox/scene';
import { searchIndex } from '#lib/sandbox/search';
import { tastes } from '#lib/sandbox/taste';

const longestQuery = 300;

/**
 * At least `least` pages for a query, best first, while the market has so many: what the query finds, then what is
 * near and fresh, so that later pages of results grow vaguer as they do elsewhere.
 */
export function pagesFor(
  { engine, moment, question, request }: Scene,
  least: number,
  accept: (document: MarketDocument) => boolean,
): MarketDocument[] {
  const taste = tastes[engine];
  const query = request.prompt.slice(0, longestQuery).toLowerCase();
  const index = searchIndex();
  const found =
    question === undefined ? index.search(query) : retrieve(index, question, [query], taste, moment);
  const pages = new Set(found.map(({ document }) => document).filter(accept));
  if (pages.size >= least) return [...pages];
  const rest = index.market.documents
    .filter((document) => accept(document) && !pages.has(document) && !moment.isOver(document))
    .map((document) => {
      const fresh = 0.5 ** (moment.age(document) / taste.halfLifeDays);
      const near = nearness(document.publisher.region, moment.region);
      const topic = document.category === question?.category ? 4 : 1;
      return { document, score: fresh * near * topic * taste.publishers[document.publisher.type] };
    })
    .sort((a, b) => b.score - a.score || a.document.id - b.document.id)
    .slice(0, least - pages.size);
  return [...pages, ...rest.map(({ document }) => document)];
}

/** Pages of results: no publisher more than twice on one, as far as that goes. */
export function dealt(documents: MarketDocument[], pages: number, perPage: number): MarketDocument[][] {
  const waiting = [...documents];
  return Array.from({ length: pages }, () => {
    const page: MarketDocument[] = [];
    const shown = new Map<string, number>();
    for (let index = 0; index < waiting.length && page.length < perPage; ) {
      const document = waiting[index];
      const times = shown.get(document?.publisher.domain ?? '') ?? 0;
      if (document === undefined || times >= 2) {
        index += 1;
        continue;
      }
      shown.set(document.publisher.domain, times + 1);
      page.push(document);
      waiting.splice(index, 1);
    }
    return page;
  });
}

/** How many results a page has: fewer on a phone. */
export function perPage(device: 'desktop' | 'mobile' = 'desktop'): number {
  return device === 'mobile' ? 8 : 10;
}
